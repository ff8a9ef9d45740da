/** Renaming and deleting an album. Loaded at the first use. */
import type { ReactNode } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import { ALL_ALBUMS } from '#shared/drive/albums/album-terms.ts';
import type { DriveContext } from '../drive.context.ts';
import { type AlbumCard, albumHref } from './album-card.ts';
import { AlbumDeletion } from './album-deletion.view.tsx';
import { AlbumNameDialog } from './album-name-dialog.tsx';
import { makeAlbumApi } from './albums.api.ts';
import { stillRows } from './still-rows.ts';

export interface AlbumDialogProps {
  readonly drive: DriveContext;
  readonly album: Pick<AlbumCard, 'id' | 'name'>;
  readonly asked: 'name' | 'delete';
  readonly onClose: () => void;
}

export function AlbumDialog({ drive, album, asked, onClose }: AlbumDialogProps): ReactNode {
  const { t } = useT();
  const { api, browser, actions, state } = drive;
  if (asked === 'delete')
    return (
      <AlbumDeletion
        name={album.name}
        onSubmit={() => {
          onClose();
          const rows = state.photoRows.peek();
          state.photoRows.value = stillRows(async () => undefined);
          makeAlbumApi(api)
            .remove(album.id)
            .then(
              () => browser.go(albumHref(ALL_ALBUMS)),
              (error: unknown) => {
                state.photoRows.value = rows;
                actions.toasts.showFailure(error);
              },
            );
        }}
        onClose={onClose}
      />
    );
  return (
    <AlbumNameDialog
      title={t('drive.albums.rename')}
      submit={t('drive.rename.submit')}
      start={album.name}
      onSubmit={async (name) => {
        await makeAlbumApi(api).rename(album.id, name);
        state.path.value = [{ id: album.id, name }];
        onClose();
      }}
      onClose={onClose}
    />
  );
}
