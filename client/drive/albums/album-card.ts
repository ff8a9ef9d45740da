/** An album as it is shown, its address, and the row that stands for it. Pure. */
import type { DriveRow, SharedRow } from '#shared/drive/rows.ts';
import { href } from '#shared/routes.ts';

export interface AlbumCard {
  readonly id: string;
  readonly name: string;
  readonly count: number;
  readonly cover: DriveRow | null;
}

export const albumHref = (id: string): string => `${href('drive.photos')}?album=${encodeURIComponent(id)}`;

/** For the dialog about links: an album is shared as a folder is. */
export function rowOfAlbum({ id, name }: Pick<AlbumCard, 'id' | 'name'>): SharedRow {
  return { id, name, parentId: '', folder: true };
}
