/** The heads of Photos: the way to albums, and of an album its name and what is done with it as a whole. */
import { ArrowLeft, Pencil, Share2, Trash2 } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { useState } from 'react';
import { Button, IconButton } from '#client/ui/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { useT } from '#client/ui/i18n.tsx';
import { withTexts } from '#client/ui/later-texts.ts';
import { ALL_ALBUMS } from '#shared/drive/albums/album-terms.ts';
import { href } from '#shared/routes.ts';
import { driveContext } from '../drive.context.ts';
import { useLate } from '../late.ts';
import { type AlbumCard, albumHref, rowOfAlbum } from './album-card.ts';
import type { AlbumDialogProps } from './album-dialogs.tsx';

/** Two places in one page: each has its address. */
export function PhotoTabs({ isAlbums }: { isAlbums: boolean }): ReactNode {
  const { t } = useT();
  const tab = (to: string, label: string, isHere: boolean) => (
    <a
      href={to}
      aria-current={isHere ? 'page' : undefined}
      className={classes(
        'inline-flex min-h-11 items-center border-b-2 px-1 text-sm font-semibold',
        isHere ? 'border-accent text-accent' : 'border-transparent text-muted hover:text-ink',
      )}
    >
      {label}
    </a>
  );
  return (
    <nav aria-label={t('drive.albums.tabs')} className="flex gap-5 border-b border-line sm:me-6">
      {tab(href('drive.photos'), t('ui.sidebar.photos'), !isAlbums)}
      {tab(albumHref(ALL_ALBUMS), t('drive.albums.title'), isAlbums)}
    </nav>
  );
}

const loadDialog = () =>
  withTexts(import('./album-dialogs.tsx')).then(({ AlbumDialog }): ComponentType<AlbumDialogProps> => AlbumDialog);

export function AlbumHead({ album }: { album: Pick<AlbumCard, 'id' | 'name'> }): ReactNode {
  const { t } = useT();
  const [asked, setAsked] = useState<AlbumDialogProps['asked'] | null>(null);
  const Dialog = useLate(asked !== null, loadDialog);
  return (
    <header className="flex flex-wrap items-center gap-x-2">
      <a
        href={albumHref(ALL_ALBUMS)}
        className="inline-flex min-h-11 min-w-0 flex-auto items-center gap-2 text-sm font-semibold text-muted hover:text-ink"
      >
        <ArrowLeft size={18} aria-hidden="true" className="flex-none rtl:rotate-180" />
        <span className="truncate">{t('drive.albums.title')}</span>
      </a>
      <div className="needs-script flex items-center gap-1 sm:me-6">
        <Button
          icon={<Share2 size={18} aria-hidden="true" />}
          onClick={() => driveContext().actions.ask({ kind: 'share', rows: [rowOfAlbum(album)], isAlbum: true })}
        >
          {t('drive.action.share')}
        </Button>
        <IconButton
          label={t('drive.albums.rename')}
          icon={<Pencil size={20} aria-hidden="true" />}
          onClick={() => setAsked('name')}
        />
        <IconButton
          label={t('drive.albums.delete')}
          icon={<Trash2 size={20} aria-hidden="true" />}
          onClick={() => setAsked('delete')}
        />
      </div>
      {asked && Dialog ? (
        <Dialog drive={driveContext()} album={album} asked={asked} onClose={() => setAsked(null)} />
      ) : null}
    </header>
  );
}
