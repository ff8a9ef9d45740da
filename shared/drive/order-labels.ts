/** Message keys of sort orders, spelled out so that the check finds each key in the code. */
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import type { SortOrder } from './orders.ts';

/** In the order of the menu. */
export const ORDER_LABELS: readonly { order: SortOrder; key: MessageKey }[] = [
  { order: 'mod_desc', key: 'drive.sort.mod_desc' },
  { order: 'mod_asc', key: 'drive.sort.mod_asc' },
  { order: 'name_asc', key: 'drive.sort.name_asc' },
  { order: 'name_desc', key: 'drive.sort.name_desc' },
  { order: 'size_desc', key: 'drive.sort.size_desc' },
  { order: 'size_asc', key: 'drive.sort.size_asc' },
  { order: 'type_desc', key: 'drive.sort.type' },
];
