/** One sentence about where restored files are. Pure. */

import type { DriveRow } from '#shared/drive/rows.ts';
import { shownName, shownNames } from '#shared/drive/shown-name.ts';
import type { Translator } from '#shared/locale/translator.ts';

/**
 * @param rows  as they were in the trash
 * @param rehomed  ids of those that are in the root now, because their own folder is not in place
 */
export function restoredLabel(
  translator: Pick<Translator, 't' | 'tn'>,
  rows: readonly DriveRow[],
  rehomed: ReadonlySet<string>,
): string {
  const { t, tn } = translator;
  const place = t('ui.sidebar.all_files');
  const [first] = rows;
  if (rows.length === 1 && first) {
    const name = shownName(first, translator);
    if (rehomed.has(first.id)) return t('drive.trash.back_top', { name, place });
    return t('drive.trash.back', { name, place: shownNames(first.path ?? [], translator).at(-1) ?? place });
  }
  const top = rows.filter(({ id }) => rehomed.has(id)).length;
  return top === 0 ? tn('drive.trash.back_all', rows.length) : tn('drive.trash.back_part', rows.length, { top, place });
}
