/** In place of an album that was deleted, here or in another window. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { EmptyState } from '#client/ui/states.tsx';
import { ALL_ALBUMS } from '#shared/drive/albums/album-terms.ts';
import { albumHref } from './album-card.ts';

export function AlbumGone(): ReactNode {
  const { t } = useT();
  return (
    <EmptyState
      mood="looking"
      title={t('drive.albums.gone.title')}
      text={t('drive.albums.gone.text')}
      action={
        <Button variant="primary" href={albumHref(ALL_ALBUMS)}>
          {t('drive.gone.action', { place: t('drive.albums.title') })}
        </Button>
      }
    />
  );
}
