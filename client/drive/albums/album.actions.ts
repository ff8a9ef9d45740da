/** Putting pictures into albums and taking them out, with what is said about it. Loaded at the first use. */
import type { DriveRow } from '#shared/drive/rows.ts';
import type { DriveContext } from '../drive.context.ts';
import { type AlbumCard, albumHref } from './album-card.ts';
import { makeAlbumApi } from './albums.api.ts';

type Named = Pick<AlbumCard, 'id' | 'name'>;

const idsOf = (rows: readonly DriveRow[]): string[] => rows.map(({ id }) => id);

/** @throws ApiError */
export async function addToAlbum(drive: DriveContext, album: Named, rows: readonly DriveRow[]): Promise<void> {
  const { toasts, handlers, change } = drive.actions;
  const added = await makeAlbumApi(drive.api).add(album.id, idsOf(rows));
  const { t } = drive.translator();
  handlers.clear();
  toasts.show(t(added > 0 ? 'drive.albums.added' : 'drive.albums.held', { album: album.name }), {
    label: t('drive.action.open'),
    run: () => drive.browser.go(albumHref(album.id)),
  });
  if (drive.state.folderId.peek() === album.id) await change.refreshAll();
}

export async function takeFromAlbum(drive: DriveContext, album: Named, rows: readonly DriveRow[]): Promise<void> {
  const { toasts, handlers, change } = drive.actions;
  const api = makeAlbumApi(drive.api);
  const { t } = drive.translator();
  try {
    await api.take(album.id, idsOf(rows));
  } catch (error) {
    toasts.showFailure(error);
    return;
  }
  handlers.clear();
  toasts.show(t('drive.albums.taken', { album: album.name }), {
    label: t('drive.undo'),
    run: () =>
      void api.add(album.id, idsOf(rows)).then(() => {
        toasts.show(t('drive.albums.untaken', { album: album.name }));
        return change.refreshAll();
      }, toasts.showFailure),
  });
  await change.refreshAll();
}
