/** The form of `/ops/letters` that changes one letter in one language: it edits one entry of the draft of `letter_texts`. */
import type { LetterFields } from '#client/ops/letters/letter-form.view.tsx';
import type { Problem } from '#shared/document-kind.ts';
import { DOCUMENTS } from '#shared/documents/registry.ts';
import { AppError } from '#shared/errors.ts';
import type { Locale } from '#shared/locale/tags.ts';
import {
  changeOf,
  FIXED_TEXTS,
  isFixed,
  LETTER_PARTS,
  type LetterChange,
  type LetterChanges,
  type LetterPart,
  PART_CHARS,
  placeholdersOf,
  SENDER_NAME_CHARS,
} from '#shared/mail/letter-changes.ts';
import type { LetterKind } from '#shared/mail/letter-kinds.ts';
import type { Letter } from '#worker/services/mail/index.ts';
import { refusalOf, type SentForm } from '../render/form.ts';
import type { PageDeps } from '../services.ts';
import type { Operator } from './operator.ts';

const NAME = 'letter_texts';
const COLOUR_CHARS = 7;
export const TEXT_ACTS = ['texts_drafted', 'texts_published', 'texts_plain'] as const;
export type TextAct = (typeof TEXT_ACTS)[number];

interface Stored {
  readonly version: number;
  readonly draftRevision: number;
  readonly hasDraft: boolean;
  /** Of the draft, else of the live text. */
  readonly changes: LetterChanges;
}

/** @throws AppError failed_precondition for a draft that is no document: its own page shows where */
async function stored({ documents }: Pick<PageDeps, 'documents'>): Promise<Stored> {
  const { version, draft, draftRevision, text } = await documents.read(NAME);
  const kind = DOCUMENTS[NAME];
  const read = draft ? kind.parse(draft.text) : kind.parseStored(text);
  if (!read.ok) throw new AppError('failed_precondition', { field: NAME, reason: 'draft_is_broken' });
  return { version, draftRevision, hasDraft: draft !== null, changes: read.value };
}

const seenOf = (change: LetterChange | undefined): string => JSON.stringify(change ?? null);

/** Typed fields and their refusals, by name. */
export interface TypedTexts {
  readonly fields: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, string>>;
}

export interface ShownTexts {
  /** Undefined where the draft is broken. */
  readonly fields: LetterFields | undefined;
  /** For the preview. */
  readonly changes: LetterChanges | undefined;
}

/** The form, and the changes that the preview shows. */
export async function shownTexts(
  deps: PageDeps,
  letter: Pick<Letter, 'kind' | 'locale'>,
  plain: Readonly<Record<LetterPart, string>>,
  typed?: TypedTexts,
): Promise<ShownTexts> {
  const state = await stored(deps).catch(() => null);
  if (!state) return { fields: undefined, changes: undefined };
  const { changes, hasDraft } = state;
  const change = changeOf(changes, letter.kind, letter.locale);
  const parts = LETTER_PARTS.filter((part) => plain[part] !== '' && !isFixed(letter.kind)).map((part) => ({
    part,
    text: typed?.fields[part] ?? (change?.[part] || plain[part]),
    chars: PART_CHARS[part],
    placeholders: placeholdersOf(letter.kind, part),
    error: typed?.errors[part],
  }));
  const fields: LetterFields = {
    parts,
    why: isFixed(letter.kind) ? `${FIXED_TEXTS}.` : '',
    name: typed?.fields['name'] ?? change?.name ?? '',
    nameChars: SENDER_NAME_CHARS,
    nameError: typed?.errors['name'],
    colour: typed?.fields['colour'] ?? change?.colour ?? '',
    colourError: typed?.errors['colour'],
    seen: seenOf(change),
    isChanged: change !== undefined,
    hasDraft,
  };
  return { fields, changes };
}

function readFields(form: SentForm, kind: LetterKind, locale: Locale, plain: Readonly<Record<LetterPart, string>>) {
  const fields: Record<string, string> = {};
  const change: Record<string, string> = { letter: kind, language: locale };
  for (const part of LETTER_PARTS) {
    if (form.get(part) === null) continue;
    // A longer text is refused by the document, never cut.
    const typed = form
      .field(part, PART_CHARS[part] + 1)
      .replace(/\r\n?/g, '\n')
      .trim();
    fields[part] = typed;
    change[part] = typed === plain[part] ? '' : typed;
  }
  fields['name'] = change['name'] = form.field('name', SENDER_NAME_CHARS + 1).trim();
  fields['colour'] = change['colour'] = form
    .field('colour', COLOUR_CHARS + 1)
    .trim()
    .toLowerCase();
  return { fields, change };
}

function errorsOf(problems: readonly Problem[], index: number): Record<string, string> {
  const own = problems.filter(({ path = [] }) => path[0] === 'letters' && path[1] === index);
  return Object.fromEntries(own.map(({ path = [], says, message }) => [String(path[2]), says ?? message]));
}

export type TextOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly says: string; readonly typed?: TypedTexts };

const CHANGED =
  'Another operator has changed this letter since you opened the page. Theirs is shown; nothing was saved.';

/** Saves one letter into the draft, and publishes that when asked. */
export async function changeTexts(
  deps: PageDeps,
  operator: Operator,
  act: TextAct,
  form: SentForm,
  { kind, locale, plain }: { kind: LetterKind; locale: Locale; plain: Readonly<Record<LetterPart, string>> },
): Promise<TextOutcome> {
  const { documents } = deps;
  const { changes, version, draftRevision } = await stored(deps);
  const before = changeOf(changes, kind, locale);
  if (form.get('seen') !== seenOf(before)) return { ok: false, says: CHANGED };
  const others = changes.letters.filter((each) => each !== before);
  const { fields, change } = readFields(form, kind, locale, plain);
  const { letter: _, language: __, ...texts } = change;
  const isPlain = act === 'texts_plain' || Object.values(texts).every((each) => each === '');
  const text = `${JSON.stringify({ letters: isPlain ? others : [...others, change] }, null, 2)}\n`;
  const checked = DOCUMENTS[NAME].parse(text);
  if (!checked.ok) {
    const errors = errorsOf(checked.problems, others.length);
    const says =
      Object.keys(errors).length > 0
        ? 'Nothing was saved. Each field says why.'
        : `Nothing was saved: ${checked.problems[0]?.message}.`;
    return { ok: false, says, typed: { fields, errors } };
  }
  try {
    await documents.saveDraft(operator, { name: NAME, text, base: version, revision: draftRevision });
    if (act === 'texts_published') {
      const note = `${kind}, ${locale}`;
      const published = await documents.publish(operator, { name: NAME, text, base: version, note });
      if (!published.ok) return { ok: false, says: `Not published: ${published.problems[0]?.message}.` };
    }
    return { ok: true };
  } catch (error) {
    if (refusalOf(error).errorName === 'aborted') return { ok: false, says: CHANGED };
    throw error;
  }
}
