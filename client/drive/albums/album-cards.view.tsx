/** Albums as cards: a cover, the name, how many it holds. */
import { Images } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '#client/ui/classes.ts';
import { useT } from '#client/ui/i18n.tsx';
import { RowPicture } from '../pictures/row-picture.view.tsx';
import { type AlbumCard, albumHref } from './album-card.ts';

export function AlbumCover({ cover, className }: Pick<AlbumCard, 'cover'> & { className: string }): ReactNode {
  return (
    <span className={classes('relative grid flex-none place-items-center overflow-hidden bg-sunken', className)}>
      {cover ? (
        <RowPicture row={cover} iconClass="size-8" boxClass="absolute inset-0 size-full" />
      ) : (
        <Images className="size-8 max-w-1/2 text-muted" aria-hidden="true" />
      )}
    </span>
  );
}

export function AlbumCards({ cards }: { cards: readonly AlbumCard[] }): ReactNode {
  const { tn } = useT();
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(11rem,calc(50%-0.5rem)),1fr))] gap-4 sm:me-6">
      {cards.map(({ id, name, count, cover }) => (
        <li key={id} className="min-w-0">
          <a href={albumHref(id)} className="group block rounded-lg">
            <AlbumCover
              cover={cover}
              className="aspect-square w-full rounded-lg transition-opacity group-hover:opacity-85"
            />
            <span className="mt-2 block truncate font-semibold group-hover:underline" title={name}>
              {name}
            </span>
            <span className="block text-sm text-muted">{tn('drive.page.end', count)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
