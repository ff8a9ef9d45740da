/** A picture in the order of time: a square that its image fills. Kept small: a window holds hundreds. */
import { Play, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { memo } from 'react';
import { classes } from '#client/ui/classes.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import type { BrowserHandlers } from '../browser-model.ts';
import { keysOf, SelectBox } from '../listing/row.view.tsx';
import { RowPicture } from '../pictures/row-picture.view.tsx';
import { whenReleased } from '../selection/menu-release.ts';

export interface PhotoTileProps {
  /** Left out while it is being loaded. */
  row: DriveRow | undefined;
  index: number;
  /** Of all pictures. */
  setSize: number;
  /** Name and time. */
  label: string;
  isSelected: boolean;
  isBusy: boolean;
  /** Some pictures are selected: their boxes are shown, and a press on the box of another adds it. */
  isSelecting: boolean;
  on?: BrowserHandlers | undefined;
  /** Px; left out in the first markup, where the tiles flow. */
  top?: number;
  left?: number;
  side?: number;
  /** A press with Shift may pass pictures that are not loaded. */
  pressTo: (index: number, keys: ReturnType<typeof keysOf>) => void;
}

function Tile(props: PhotoTileProps): ReactNode {
  const { row, index, setSize, label, isSelected, isBusy, isSelecting, on, top, left, side, pressTo } = props;
  const style = top === undefined ? undefined : { position: 'absolute' as const, top, left, width: side, height: side };
  if (!row) return <li style={style} className="bg-sunken" aria-hidden="true" />;
  return (
    <li
      style={style}
      data-row={row.id}
      data-index={index}
      data-selected={isSelected || undefined}
      aria-busy={isBusy || undefined}
      aria-setsize={setSize}
      aria-posinset={index + 1}
      className={classes(
        'group/tile relative aspect-square overflow-hidden bg-sunken select-none [contain:strict]',
        isBusy && 'opacity-50',
      )}
      onContextMenu={(event) => {
        if (!on) return;
        event.preventDefault();
        const opener = event.currentTarget.querySelector<HTMLElement>('[data-name]');
        opener?.focus({ preventScroll: true });
        const place = { x: event.clientX, y: event.clientY, opener };
        whenReleased(event.buttons, () => on.openMenu(row.id, place));
      }}
    >
      <button
        type="button"
        data-name
        title={label}
        aria-label={label}
        className="absolute inset-0 grid size-full cursor-pointer place-items-center -outline-offset-4"
        onClick={(event) => {
          const keys = keysOf(event);
          if (keys.shift || keys.toggle) pressTo(index, keys);
          else on?.openFile(row.id);
        }}
      >
        <RowPicture row={row} index={index} iconClass="size-8" boxClass="absolute inset-0 size-full" />
      </button>
      {isSelected ? <span className="pointer-events-none absolute inset-0 border-4 border-accent" /> : null}
      {row.category === 'VIDEO' ? (
        <span className="pointer-events-none absolute end-1.5 top-1.5 grid size-6 place-items-center rounded-full bg-ink/75 text-paper">
          <Play size={13} fill="currentColor" aria-hidden="true" />
        </span>
      ) : null}
      {row.starred ? (
        <span className="pointer-events-none absolute end-1.5 bottom-1.5 grid size-6 place-items-center rounded-full bg-ink/75 text-paper">
          <Star size={13} fill="currentColor" aria-hidden="true" />
        </span>
      ) : null}
      <span
        className={classes(
          'absolute start-0 top-0',
          !isSelecting &&
            'opacity-0 group-focus-within/tile:opacity-100 pointer-fine:group-hover/tile:opacity-100 pointer-coarse:hidden',
        )}
      >
        <SelectBox row={row} isSelected={isSelected} on={on} className="[&_.checkbox]:shadow-sm" />
      </span>
    </li>
  );
}

/** Drawn again only when one of its props changes. */
export const PhotoTile = memo(Tile);
