/** Where something lies, in words and as an address. */
import type { DriveRow } from '#shared/drive/rows.ts';
import { isolated } from '#shared/locale/isolated.ts';
import { href } from '#shared/routes.ts';

export function folderHref(folderId: string): string {
  return folderId === '' ? href('drive.all') : href('drive.folder', { folderId });
}

/** Its folder, where it is marked once a script runs. */
export function markedHref({ id, parentId }: Pick<DriveRow, 'id' | 'parentId'>): string {
  return `${folderHref(parentId)}?action=highlight_files&ids=${encodeURIComponent(id)}`;
}

/** @param root  what the top is called */
export function wayOf(root: string, path: readonly string[] = []): string {
  return [root, ...path.map(isolated)].join(' / ');
}
