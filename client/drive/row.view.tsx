/**
 * One thing in a drive: a line of the list or a tile of the grid. Folders are links; a file's name is a button that a script serves.
 * Kept small: a page holds hundreds. Stands below a `FileIconSprite`.
 */
import { EllipsisVertical } from 'lucide-react';
import type { CSSProperties, MouseEvent, ReactNode, Ref } from 'react';
import { memo } from 'react';
import { IconButton } from '#client/ui/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { type DriveRow, iconKindOf } from '#shared/drive/rows.ts';
import { href } from '#shared/routes.ts';
import type { BrowserHandlers, PressKeys } from './browser.ts';

export interface RowProps {
  row: DriveRow;
  place: 'all' | 'trash';
  index: number;
  isSelected: boolean;
  isBusy: boolean;
  on?: BrowserHandlers;
  /** Position in a list that draws only what is seen; primitive, so that an unmoved row is not drawn again. `top` in px. */
  top?: number;
  left?: string;
  width?: string;
  refTo?: Ref<HTMLLIElement>;
  /** Things in the whole list, when not all are drawn. */
  setSize?: number;
}

export function keysOf(event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): PressKeys {
  return { shift: event.shiftKey, toggle: event.ctrlKey || event.metaKey };
}

/** A press that a link, button or checkbox inside the row answers itself. */
function isInner(event: MouseEvent): boolean {
  return event.target instanceof Element && event.target.closest('a, button, label, input') !== null;
}

function isTouch(event: MouseEvent): boolean {
  const { pointerType } = event.nativeEvent as Partial<PointerEvent>;
  return pointerType === undefined ? matchMedia('(pointer: coarse)').matches : pointerType === 'touch';
}

function styleOf({ top, left, width }: RowProps): CSSProperties | undefined {
  return top === undefined
    ? undefined
    : { position: 'absolute', top: 0, left, width, transform: `translateY(${top}px)` };
}

function rowHandlers({ row, place, on }: RowProps) {
  const open = () => {
    if (place === 'trash') on?.openFile(row.id);
    else if (row.folder) on?.openFolder(row.id);
    else on?.openFile(row.id);
  };
  return {
    open,
    onClick: (event: MouseEvent) => {
      if (isInner(event)) return;
      const keys = keysOf(event);
      if (isTouch(event) && !keys.shift && !keys.toggle) open();
      else on?.press(row.id, keys);
    },
    onDoubleClick: (event: MouseEvent) => {
      if (!isInner(event) && !isTouch(event)) open();
    },
    onContextMenu: (event: MouseEvent) => {
      if (!on || (event.target instanceof Element && event.target.closest('input'))) return;
      event.preventDefault();
      on.openMenu(row.id, {
        x: event.clientX,
        y: event.clientY,
        opener: event.currentTarget.querySelector<HTMLElement>('[data-name]'),
      });
    },
  };
}

function Name({
  row,
  place,
  on,
  open,
}: {
  row: DriveRow;
  place: 'all' | 'trash';
  on?: BrowserHandlers;
  open: () => void;
}): ReactNode {
  if (row.folder && place === 'all') {
    return (
      <a
        data-name
        className="block rounded-sm hover:underline"
        title={row.name}
        href={href('drive.folder', { folderId: row.id })}
        onClick={(event) => {
          if (event.button !== 0 || event.ctrlKey || event.metaKey || event.altKey) return;
          if (event.shiftKey) {
            event.preventDefault();
            on?.press(row.id, keysOf(event));
          } else if (on?.openFolder(row.id)) event.preventDefault();
        }}
      >
        <span className="line-clamp-2">{row.name}</span>
      </a>
    );
  }
  return (
    <button
      type="button"
      data-name
      className="block w-full cursor-pointer rounded-sm text-start in-data-[listing=grid]:text-center hover:underline"
      title={row.name}
      onClick={(event) => {
        const keys = keysOf(event);
        if (keys.shift || keys.toggle) on?.press(row.id, keys);
        else open();
      }}
    >
      <span className="line-clamp-2">{row.name}</span>
    </button>
  );
}

function SelectBox({
  row,
  isSelected,
  on,
  className,
}: {
  row: DriveRow;
  isSelected: boolean;
  on?: BrowserHandlers;
  className?: string;
}): ReactNode {
  const { t } = useT();
  return (
    <label
      className={classes('needs-script inline-flex size-11 cursor-pointer items-center justify-center', className)}
    >
      <input
        type="checkbox"
        className="checkbox"
        checked={isSelected}
        onChange={(event) =>
          on?.toggle(row.id, {
            shift: (event.nativeEvent as unknown as { shiftKey?: boolean }).shiftKey === true,
            toggle: true,
          })
        }
      />
      <span className="sr-only">{t('drive.select', { name: row.name })}</span>
    </label>
  );
}

function MoreButton({ row, on, className }: { row: DriveRow; on?: BrowserHandlers; className?: string }): ReactNode {
  const { t } = useT();
  return (
    <IconButton
      label={t('drive.more', { name: row.name })}
      icon={<EllipsisVertical size={20} aria-hidden="true" />}
      className={classes('needs-script', className)}
      aria-haspopup="menu"
      onClick={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        on?.openMenu(row.id, { x: box.right, y: box.bottom, opener: event.currentTarget });
      }}
    />
  );
}

/** A sign out of the sprite. @param size  CSS px */
export function KindSign({ row, size, className }: { row: DriveRow; size: number; className?: string }): ReactNode {
  return (
    <svg
      className={classes(row.folder ? 'kind kind-folder' : 'kind', className)}
      width={size}
      height={size}
      aria-hidden="true"
    >
      <use href={`#kind-${iconKindOf(row)}`} />
    </svg>
  );
}

/** @param inCells  each in a column of its own: an empty one keeps its place */
function Facts({ row, place, inCells }: { row: DriveRow; place: 'all' | 'trash'; inCells?: boolean }): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const size =
    row.phase === 'PHASE_TYPE_COMPLETE' ? (row.folder ? '' : format.bytes(row.sizeBytes)) : t('drive.running');
  const timeMs = place === 'trash' ? (row.trashedMs ?? row.modifiedMs) : row.modifiedMs;
  return (
    <>
      {size === '' && !inCells ? null : <span className="max-sm:empty:hidden sm:col-start-4 sm:text-end">{size}</span>}
      <time className="sm:col-start-5 sm:text-end" dateTime={new Date(timeMs).toISOString()}>
        {format.date(timeMs)}
      </time>
    </>
  );
}

/** The columns that a line and the heads above it share. Each cell names its own: without script some are not there. */
export const LINE_COLUMNS =
  'grid grid-cols-[2.75rem_1.5rem_minmax(0,1fr)_2.75rem] items-center gap-x-2 sm:grid-cols-[2.75rem_1.5rem_minmax(0,1fr)_7rem_10rem_2.75rem] sm:gap-x-3';

function RowLine(props: RowProps): ReactNode {
  const { row, place, index, isSelected, isBusy, on, refTo, setSize } = props;
  const { open, ...handlers } = rowHandlers(props);
  return (
    <li
      ref={refTo}
      style={styleOf(props)}
      data-index={index}
      data-row={row.id}
      data-selected={isSelected || undefined}
      aria-busy={isBusy || undefined}
      aria-setsize={setSize}
      aria-posinset={setSize === undefined ? undefined : index + 1}
      className={classes(
        LINE_COLUMNS,
        'min-h-15 border-t border-line px-1 py-1 select-none first:border-t-0 hover:bg-sunken/60 data-selected:bg-accent-soft',
        isBusy && 'opacity-50',
      )}
      {...handlers}
    >
      <SelectBox row={row} isSelected={isSelected} on={on} />
      <KindSign row={row} size={24} className="col-start-2" />
      <div className="col-start-3 min-w-0 py-1 sm:contents">
        <p className="min-w-0 font-medium leading-snug sm:col-start-3">
          <Name row={row} place={place} on={on} open={open} />
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-muted sm:contents">
          <Facts row={row} place={place} inCells />
        </p>
      </div>
      <MoreButton row={row} on={on} className="col-start-4 sm:col-start-6" />
    </li>
  );
}

function RowTile(props: RowProps): ReactNode {
  const { row, place, index, isSelected, isBusy, on, refTo, setSize } = props;
  const { open, ...handlers } = rowHandlers(props);
  return (
    <li
      ref={refTo}
      style={styleOf(props)}
      data-index={index}
      data-row={row.id}
      data-selected={isSelected || undefined}
      aria-busy={isBusy || undefined}
      aria-setsize={setSize}
      aria-posinset={setSize === undefined ? undefined : index + 1}
      className={classes(
        'relative flex h-48 min-w-0 flex-col items-center rounded-lg border border-line bg-surface px-3 pt-9 pb-2 text-center select-none hover:border-line-strong data-selected:border-accent data-selected:bg-accent-soft',
        isBusy && 'opacity-50',
      )}
      {...handlers}
    >
      <SelectBox row={row} isSelected={isSelected} on={on} className="absolute start-0 top-0" />
      <MoreButton row={row} on={on} className="absolute end-0 top-0" />
      <KindSign row={row} size={52} />
      <p className="mt-2 w-full text-sm font-medium leading-snug">
        <Name row={row} place={place} on={on} open={open} />
      </p>
      <p className="mt-auto flex flex-wrap justify-center gap-x-2 text-xs text-muted">
        <Facts row={row} place={place} />
      </p>
    </li>
  );
}

/** Drawn again only when something of its own changed. */
export const ListRow = memo(RowLine);
export const GridTile = memo(RowTile);
