/**
 * Message keys of kinds, views, actions and name problems, spelled out so that the check finds each key in the code.
 */
import type { ListColumn } from '#shared/drive/display.ts';
import type { KindChoice } from '#shared/drive/kinds.ts';
import { charsTooMany, type NameProblem } from '#shared/drive/names.ts';
import type { ViewType } from '#shared/islands.ts';
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import type { Translator } from '#shared/locale/translator.ts';

/** In the order of the menu. */
export const KIND_LABELS: readonly { kind: KindChoice; key: MessageKey }[] = [
  { kind: 'all', key: 'drive.filter.all' },
  { kind: 'folder', key: 'drive.filter.folder' },
  { kind: 'image', key: 'drive.filter.image' },
  { kind: 'video', key: 'drive.filter.video' },
  { kind: 'audio', key: 'drive.filter.audio' },
  { kind: 'document', key: 'drive.filter.document' },
  { kind: 'archive', key: 'drive.filter.archive' },
  { kind: 'other', key: 'drive.filter.rest' },
];

export const VIEW_LABELS: Readonly<Record<ViewType, MessageKey>> = {
  list: 'drive.view.list',
  grid: 'drive.view.grid',
  single: 'drive.view.single',
  flow: 'drive.view.flow',
};

export const COLUMN_LABELS: Readonly<Record<ListColumn, MessageKey>> = {
  type: 'drive.column.type',
  size: 'drive.column.size',
  modified: 'drive.column.modified',
  shared: 'drive.column.shared',
};

const PROBLEM_LABELS = {
  empty: 'drive.name.empty',
  separator: 'drive.name.separator',
  control: 'drive.name.control',
  dots: 'drive.name.dots',
  bad_unicode: 'drive.name.bad_unicode',
} as const satisfies Readonly<Record<Exclude<NameProblem, 'too_long'>, MessageKey>>;

/** Why a drive does not take a name; for one that is too long also by how much. */
export function nameProblemLabel(problem: NameProblem, name: string, { t }: Pick<Translator, 't'>): string {
  return problem === 'too_long' ? t('drive.name.too_long', { count: charsTooMany(name) }) : t(PROBLEM_LABELS[problem]);
}
