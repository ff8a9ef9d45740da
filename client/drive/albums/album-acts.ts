/** Acts on albums whose code is loaded at the first one. */
import { withTexts } from '#client/ui/later-texts.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import type { DriveContext } from '../drive.context.ts';

/** Takes pictures out of an album. */
export async function takeLater(
  drive: DriveContext,
  album: { readonly id: string; readonly name: string },
  rows: readonly DriveRow[],
): Promise<void> {
  const { takeFromAlbum } = await withTexts(import('./album.actions.ts'));
  await takeFromAlbum(drive, album, rows);
}
