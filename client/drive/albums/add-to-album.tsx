/** Dialog that puts pictures into an album: one that is there, or a new one. Loaded at its first use. */
import { ImagePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { SkeletonRows } from '#client/ui/progress.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import type { DriveRow } from '#shared/drive/rows.ts';
import { messageOf } from '#shared/error-message.ts';
import type { DriveContext } from '../drive.context.ts';
import { addToAlbum } from './album.actions.ts';
import type { AlbumCard } from './album-card.ts';
import { AlbumCover } from './album-cards.view.tsx';
import { useAlbumName } from './album-name-dialog.tsx';
import { makeAlbumApi } from './albums.api.ts';
import { useAlbums } from './use-albums.ts';

export interface AddToAlbumProps {
  readonly drive: DriveContext;
  readonly rows: readonly DriveRow[];
  readonly onClose: () => void;
}

export function AddToAlbum({ drive, rows, onClose }: AddToAlbumProps): ReactNode {
  const { t, tn, text } = useT();
  const api = useMemo(() => makeAlbumApi(drive.api), [drive]);
  const albums = useAlbums(api, drive.browser.isOnline);
  const [busy, setBusy] = useState('');
  const [problem, setProblem] = useState('');
  async function add(album: Pick<AlbumCard, 'id' | 'name'>): Promise<void> {
    if (busy !== '') return;
    setBusy(album.id);
    setProblem('');
    try {
      await addToAlbum(drive, album, rows);
      onClose();
    } catch (error) {
      setProblem(messageOf(error, text));
      setBusy('');
    }
  }
  const naming = useAlbumName({
    start: '',
    onSubmit: async (name) => {
      await addToAlbum(drive, { id: await api.create(name), name }, rows);
      onClose();
    },
  });
  return (
    <Dialog title={t('drive.albums.add')} onClose={onClose}>
      <div className="grid gap-4">
        <form
          noValidate
          className="grid gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            void naming.send();
          }}
        >
          <TextField {...naming.field} label={t('drive.albums.new')} placeholder={t('drive.albums.name')} />
          <Button
            type="submit"
            variant="primary"
            busy={naming.isBusy}
            icon={<ImagePlus size={18} aria-hidden="true" />}
            className="justify-self-start"
          >
            {t('drive.albums.create')}
          </Button>
        </form>
        <p role="status" className="text-sm text-danger empty:hidden">
          {problem}
        </p>
        {albums.status === 'loading' ? <SkeletonRows /> : null}
        {albums.status === 'failed' || albums.status === 'offline' ? (
          <p role="status" className="flex flex-wrap items-center justify-between gap-2 text-sm text-danger">
            {t(albums.status === 'offline' ? 'ui.offline.title' : 'drive.failed.title')}
            <Button onClick={() => void albums.read(false)}>{t('ui.retry')}</Button>
          </p>
        ) : null}
        {albums.cards.length > 0 ? (
          <ul
            aria-label={t('drive.albums.title')}
            className="-mx-2 max-h-[40svh] overflow-y-auto border-t border-line pt-2"
          >
            {albums.cards.map((card) => (
              <li key={card.id}>
                <button
                  type="button"
                  className="flex min-h-14 w-full cursor-pointer items-center gap-3 rounded-md px-2 py-1.5 text-start hover:bg-sunken"
                  aria-busy={busy === card.id || undefined}
                  onClick={() => void add(card)}
                >
                  <AlbumCover cover={card.cover} className="size-11 rounded-md" />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate font-semibold">{card.name}</span>
                    <span className="block text-sm text-muted">{tn('drive.page.end', card.count)}</span>
                  </span>
                  {busy === card.id ? <span className="spin text-accent" aria-hidden="true" /> : null}
                </button>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Dialog>
  );
}
