/**
 * Message keys of kinds, views, actions and name problems, spelled out so that the check finds each key in the code.
 */
import type { KindChoice } from '#shared/drive/kinds.ts';
import type { NameProblem } from '#shared/drive/names.ts';
import type { ViewType } from '#shared/islands.ts';
import type { MessageKey } from '#shared/locale/keys.gen.ts';

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

export const PROBLEM_LABELS: Readonly<Record<NameProblem, MessageKey & `drive.name.${string}`>> = {
  empty: 'drive.name.empty',
  too_long: 'drive.name.too_long',
  separator: 'drive.name.separator',
  control: 'drive.name.control',
  dots: 'drive.name.dots',
  bad_unicode: 'drive.name.bad_unicode',
};
