/** Location of a row, as a label and as an address. */

import type { DriveRow } from '#shared/drive/rows.ts';
import { shownNames } from '#shared/drive/shown-name.ts';
import { isolated } from '#shared/locale/isolated.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { href } from '#shared/routes.ts';

export function folderHref(folderId: string): string {
  return folderId === '' ? href('drive.all') : href('drive.folder', { folderId });
}

/** Its folder; a script selects the row there. */
export function markedHref({ id, parentId }: Pick<DriveRow, 'id' | 'parentId'>): string {
  return `${folderHref(parentId)}?action=highlight_files&ids=${encodeURIComponent(id)}`;
}

/** @param path  names of folders from the root downwards */
export function pathLabel(path: readonly string[] | undefined, translator: Pick<Translator, 't'>): string {
  return [translator.t('ui.sidebar.all_files'), ...shownNames(path ?? [], translator).map(isolated)].join(' / ');
}
