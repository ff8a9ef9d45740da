/** Words of the sort orders and of the actions: tables of keys, so that each stands in the code letter by letter. */
import type { SortOrder } from '#shared/drive/model.ts';
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import type { DriveAction } from './drive.can.ts';

/** In the order of the menu. */
export const ORDER_WORDS: readonly { order: SortOrder; key: MessageKey & `drive.sort.${string}` }[] = [
  { order: 'mod_desc', key: 'drive.sort.mod_desc' },
  { order: 'mod_asc', key: 'drive.sort.mod_asc' },
  { order: 'name_asc', key: 'drive.sort.name_asc' },
  { order: 'name_desc', key: 'drive.sort.name_desc' },
  { order: 'size_desc', key: 'drive.sort.size_desc' },
  { order: 'size_asc', key: 'drive.sort.size_asc' },
];

export const ACTION_WORDS: Readonly<Record<DriveAction, MessageKey & `drive.action.${string}`>> = {
  open: 'drive.action.open',
  details: 'drive.action.details',
  download: 'drive.action.download',
  share: 'drive.action.share',
  rename: 'drive.action.rename',
  move: 'drive.action.move',
  copy: 'drive.action.copy',
  trash: 'drive.action.trash',
  restore: 'drive.action.restore',
  delete: 'drive.action.delete',
};
