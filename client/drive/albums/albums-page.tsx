/** The page of albums. Loaded with its address. */
import { ImagePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEffect, useMemo, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { EmptyState, ErrorState, OfflineState } from '#client/ui/states.tsx';
import { driveContext } from '../drive.context.ts';
import { albumHref } from './album-card.ts';
import { AlbumCards } from './album-cards.view.tsx';
import { AlbumNameDialog } from './album-name-dialog.tsx';
import { makeAlbumApi } from './albums.api.ts';
import { stillRows } from './still-rows.ts';
import { type Albums, useAlbums } from './use-albums.ts';

/** Changes of other windows reach the page as they reach a list: it is asked for its rows again. */
function useRefresh({ read, status }: Albums): void {
  useEffect(() => {
    const { state } = driveContext();
    state.photoRows.value = stillRows(() => read(true));
    return () => {
      state.photoRows.value = null;
    };
  }, [read]);
  useEffect(() => {
    if (status === 'ended') driveContext().state.status.value = 'ended';
  }, [status]);
}

const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f'];

export function AlbumsView(): ReactNode {
  const { t } = useT();
  const [drive] = useState(driveContext);
  const api = useMemo(() => makeAlbumApi(drive.api), [drive]);
  const albums = useAlbums(api, drive.browser.isOnline);
  useRefresh(albums);
  const [isNaming, setNaming] = useState(false);
  const retry = (
    <Button variant="primary" onClick={() => void albums.read(false)}>
      {t('ui.retry')}
    </Button>
  );
  const start = (
    <Button
      variant={albums.cards.length === 0 ? 'primary' : 'quiet'}
      icon={<ImagePlus size={18} aria-hidden="true" />}
      onClick={() => setNaming(true)}
    >
      {t('drive.albums.new')}
    </Button>
  );
  const content = () => {
    switch (albums.status) {
      case 'loading':
        return (
          <div
            role="status"
            aria-label={t('ui.loading')}
            className="grid grid-cols-[repeat(auto-fill,minmax(min(11rem,calc(50%-0.5rem)),1fr))] gap-4 sm:me-6"
          >
            {SKELETONS.map((key) => (
              <span key={key} className="skeleton aspect-square rounded-lg" />
            ))}
          </div>
        );
      case 'failed':
        return <ErrorState title={t('drive.albums.failed')} action={retry} />;
      case 'offline':
        return <OfflineState action={retry} />;
      case 'ended':
        return null;
      default:
        if (albums.cards.length === 0)
          return (
            <EmptyState
              mood="together"
              title={t('drive.albums.empty.title')}
              text={t('drive.albums.empty.text')}
              action={start}
            />
          );
        return (
          <>
            <p className="mb-4">{start}</p>
            <AlbumCards cards={albums.cards} />
          </>
        );
    }
  };
  return (
    <section aria-label={t('drive.albums.title')} className="pt-4">
      {content()}
      {isNaming ? (
        <AlbumNameDialog
          title={t('drive.albums.new')}
          submit={t('drive.albums.create')}
          start=""
          onSubmit={async (name) => drive.browser.go(albumHref(await api.create(name)))}
          onClose={() => setNaming(false)}
        />
      ) : null}
    </section>
  );
}
