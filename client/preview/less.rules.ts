/** Parts of a file that the viewer leaves out: counted by the readers of formats, said in one line. Pure. */
import type { PluralKey } from '#shared/locale/keys.gen.ts';
import type { Translator } from '#shared/locale/translator.ts';

/** Text of each thing that is left out, by its number. */
const TEXTS = {
  sheets: 'preview.less.sheets',
  rows: 'preview.less.rows',
  columns: 'preview.less.columns',
  formulas: 'preview.less.formulas',
  pictures: 'preview.less.pictures',
  objects: 'preview.less.objects',
  comments: 'preview.less.comments',
  slides: 'preview.less.slides',
  chapters: 'preview.less.chapters',
  parts: 'preview.less.parts',
  letters: 'preview.less.letters',
  attachments: 'preview.less.attachments',
} as const satisfies Readonly<Record<string, PluralKey>>;

/** `shownRows`, `shownColumns`: of a table that is cut, how many of the first are shown. `form`: 1. All others: how many are left out. */
export type Omission = keyof typeof TEXTS | (typeof SENTENCES)[number];

/** Those with a sentence of their own. */
const SENTENCES = ['shownRows', 'shownColumns', 'form'] as const;

/** Numbers of omitted parts by kind; 0 is none. */
export type Omissions = Readonly<Partial<Record<Omission, number>>>;

const COUNTED = Object.keys(TEXTS) as (keyof typeof TEXTS)[];

/** @param value  of a message, which may be anything */
export function omissionsOf(value: unknown): Omissions {
  if (typeof value !== 'object' || value === null) return {};
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    [...COUNTED, ...SENTENCES]
      .map((name) => [name, Object.hasOwn(fields, name) ? fields[name] : 0] as const)
      .filter(([, count]) => Number.isSafeInteger(count) && Number(count) > 0),
  );
}

interface Language {
  readonly translator: Pick<Translator, 't' | 'tn'>;
  readonly format: { number(value: number): string; list(items: readonly string[]): string };
}

/** Sentences, most of them one; none where all is shown. */
export function sentencesOf(omissions: Omissions, { translator, format }: Language): readonly string[] {
  const { shownRows = 0, shownColumns = 0, form = 0 } = omissions;
  const list = COUNTED.filter((name) => omissions[name]).map((name) =>
    translator.tn(TEXTS[name], omissions[name] ?? 0),
  );
  return [
    ...(shownRows > 0 ? [translator.t('preview.cut', { rows: format.number(shownRows) })] : []),
    ...(shownColumns > 0 ? [translator.t('preview.cut_columns', { columns: format.number(shownColumns) })] : []),
    ...(form > 0 ? [translator.t('preview.form')] : []),
    ...(list.length > 0 ? [translator.t('preview.less', { list: format.list(list) })] : []),
  ];
}
