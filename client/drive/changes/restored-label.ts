/** One sentence about where restored files are. Pure. */

import type { DriveRow } from '#shared/drive/rows.ts';
import { shownName, shownNames } from '#shared/drive/shown-name.ts';
import type { Translator } from '#shared/locale/translator.ts';

/** @param rows  as they were in the trash; a row without a path has lost its folder and is restored to the root */
export function restoredLabel(translator: Pick<Translator, 't' | 'tn'>, rows: readonly DriveRow[]): string {
  const { t, tn } = translator;
  const place = t('ui.sidebar.all_files');
  const [first] = rows;
  if (rows.length === 1 && first)
    return t('drive.trash.back', {
      name: shownName(first, translator),
      place: shownNames(first.path ?? [], translator).at(-1) ?? place,
    });
  const top = rows.filter(({ path }) => !path).length;
  return top === 0 ? tn('drive.trash.back_all', rows.length) : tn('drive.trash.back_part', rows.length, { top, place });
}
