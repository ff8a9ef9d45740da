/**
 * A row of a listing: a line of the list or a tile of the grid. Folders are links; a file's name is a button that needs the script.
 * Kept small: a page holds hundreds.
 */

import { Star } from 'lucide-react';
import type { CSSProperties, MouseEvent, ReactNode, Ref } from 'react';
import { memo } from 'react';
import { IconButton } from '#client/ui/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { MiddleName } from '#client/ui/middle-name.tsx';
import type { DrivePlace } from '#shared/drive/places.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import { shownName } from '#shared/drive/shown-name.ts';
import { href } from '#shared/routes.ts';
import { DAY_MS } from '#shared/units.ts';
import type { BrowserHandlers, PressKeys, RowMark } from '../browser-model.ts';
import { RowPicture } from '../pictures/row-picture.view.tsx';
import { whenReleased } from '../selection/menu-release.ts';
import { pathLabel } from './location-label.ts';
import { isShortName, markedPieces } from './marked-name.ts';

export interface RowProps {
  row: DriveRow;
  place: DrivePlace;
  /** Search query to mark in the name. */
  query: string;
  index: number;
  isSelected: boolean;
  isBusy: boolean;
  isCut: boolean;
  /** How it is shared; left out where it is not. */
  mark?: RowMark | undefined;
  on?: BrowserHandlers;
  /** Position in a virtual list; primitive, so that an unmoved row is not drawn again. `top` in px. */
  top?: number;
  left?: string;
  width?: string;
  refTo?: Ref<HTMLLIElement>;
  /** Rows in the whole list, when not all are drawn. */
  setSize?: number;
}

export function keysOf(event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): PressKeys {
  return { shift: event.shiftKey, toggle: event.ctrlKey || event.metaKey };
}

/** A press that a link, button or checkbox inside the row handles. */
function isInner(event: MouseEvent): boolean {
  return event.target instanceof Element && event.target.closest('a, button, label, input') !== null;
}

function isTouch(event: MouseEvent): boolean {
  const { pointerType } = event.nativeEvent as Partial<PointerEvent>;
  return pointerType === undefined ? matchMedia('(pointer: coarse)').matches : pointerType === 'touch';
}

function styleOf({ top, left, width }: RowProps): CSSProperties | undefined {
  return top === undefined ? undefined : { position: 'absolute', top, left, width, contain: 'layout style' };
}

/** The pressed row gets the focus, so that keys continue there and a closing menu returns to it. */
function focusName(row: HTMLElement): HTMLElement | null {
  const name = row.querySelector<HTMLElement>('[data-name]');
  name?.focus({ preventScroll: true });
  return name;
}

/** `open` opens the row; `item` holds the attributes and handlers of its list item. */
function itemOf(props: RowProps) {
  const { row, place, index, isSelected, isBusy, on, refTo, setSize } = props;
  const open = () => {
    if (place === 'trash') on?.openFile(row.id);
    else if (row.folder) on?.openFolder(row.id);
    else on?.openFile(row.id);
  };
  return {
    open,
    item: {
      ref: refTo,
      style: styleOf(props),
      'data-index': index,
      'data-row': row.id,
      'data-selected': isSelected || undefined,
      'aria-busy': isBusy || undefined,
      'aria-setsize': setSize,
      'aria-posinset': setSize === undefined ? undefined : index + 1,
      onClick: (event: MouseEvent<HTMLElement>) => {
        if (isInner(event)) return;
        const keys = keysOf(event);
        if (isTouch(event) && !keys.shift && !keys.toggle) open();
        else {
          focusName(event.currentTarget);
          on?.press(row.id, keys);
        }
      },
      onDoubleClick: (event: MouseEvent) => {
        if (!isInner(event) && !isTouch(event)) open();
      },
      onContextMenu: (event: MouseEvent<HTMLElement>) => {
        if (!on || (event.target instanceof Element && event.target.closest('input'))) return;
        event.preventDefault();
        const place = { x: event.clientX, y: event.clientY, opener: focusName(event.currentTarget) };
        whenReleased(event.buttons, () => on.openMenu(row.id, place));
      },
    },
  };
}

/** A line is long: a press beside the name selects, and the star is behind the name. */
const NAME_IN_LIST = 'max-w-full in-data-[listing=list]:inline-block in-data-[listing=list]:w-auto align-middle';

function Name({
  row,
  place,
  query,
  on,
  open,
}: {
  row: DriveRow;
  place: DrivePlace;
  query: string;
  on?: BrowserHandlers;
  open: () => void;
}): ReactNode {
  const name = shownName(row, useT());
  if (row.folder && place !== 'trash') {
    return (
      <a
        data-name
        className={classes('block rounded-sm hover:underline', NAME_IN_LIST)}
        title={name}
        href={href('drive.folder', { folderId: row.id })}
        onClick={(event) => {
          if (event.button !== 0 || event.ctrlKey || event.metaKey || event.altKey) return;
          if (event.shiftKey) {
            event.preventDefault();
            on?.press(row.id, keysOf(event));
          } else if (on?.openFolder(row.id)) event.preventDefault();
        }}
      >
        <WholeName name={name} lines={row.path ? 2 : 3} query={query} />
      </a>
    );
  }
  return (
    <button
      type="button"
      data-name
      className={classes(
        'block w-full cursor-pointer rounded-sm text-start in-data-[listing=grid]:text-center hover:underline',
        NAME_IN_LIST,
      )}
      title={name}
      onClick={(event) => {
        const keys = keysOf(event);
        if (keys.shift || keys.toggle) on?.press(row.id, keys);
        else open();
      }}
    >
      <WholeName name={name} lines={row.path ? 2 : 3} query={query} />
    </button>
  );
}

/** Start of a long name: two lines of a tile, one line of a list. */
const HEAD = 'line-clamp-2 in-data-[listing=list]:line-clamp-1 whitespace-pre-wrap';

/**
 * The name with the search matches marked. A tile has space for three lines, or for two and a location; a longer name is cut in
 * its middle.
 */
function WholeName({ name, lines, query }: { name: string; lines: number; query: string }): ReactNode {
  if (isShortName(name, lines)) return <MarkedName name={name} query={query} />;
  return <MiddleName name={name} headClass={HEAD} draw={(part) => <MarkedName name={part} query={query} />} />;
}

function MarkedName({ name, query }: { name: string; query: string }): ReactNode {
  const pieces = markedPieces(name, query);
  return pieces.map((piece, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one name never change places
      <mark key={at} className="rounded-sm bg-accent-soft text-ink">
        {piece}
      </mark>
    ) : (
      piece
    ),
  );
}

function StarSign(): ReactNode {
  const { t } = useT();
  return (
    <span className="ms-1.5 inline-flex align-middle text-accent in-data-[listing=grid]:ms-0">
      <Star size={14} fill="currentColor" aria-hidden="true" />
      <span className="sr-only">{t('drive.starred')}</span>
    </span>
  );
}

/**
 * Days until it is deleted forever, counted in whole days, so that no clock is needed. @param isShort  shows only the number of
 * days
 */
function TimeLeft({ days, isShort }: { days: number; isShort?: boolean }): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const when = format.relativeDays(days * DAY_MS, 0);
  const sentence = t('drive.trash.until', { when });
  if (!isShort) return <span className="mt-0.5 block text-xs font-normal text-muted">{sentence}</span>;
  return (
    <span title={sentence}>
      <span className="sr-only">{sentence}</span>
      <span aria-hidden="true">{when}</span>
    </span>
  );
}

/** Location of a search result, or the location before it was trashed. */
function Way({ path }: { path: readonly string[] }): ReactNode {
  const translator = useT();
  return <span className="mt-0.5 block truncate text-xs font-normal text-muted">{pathLabel(path, translator)}</span>;
}

export function SelectBox({
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
  const translator = useT();
  return (
    <label
      className={classes('needs-script inline-flex size-11 cursor-pointer items-center justify-center', className)}
    >
      <input
        type="checkbox"
        className="checkbox"
        aria-label={translator.t('drive.select', { name: shownName(row, translator) })}
        checked={isSelected}
        onChange={(event) =>
          on?.press(row.id, {
            shift: (event.nativeEvent as unknown as { shiftKey?: boolean }).shiftKey === true,
            toggle: true,
          })
        }
      />
    </label>
  );
}

/** For pointers that hover; the menu and a key do the same. */
function CopyLinkButton({
  row,
  place,
  on,
  className,
}: Pick<RowProps, 'row' | 'place' | 'on'> & { className?: string }) {
  const translator = useT();
  if (place === 'trash' || row.phase !== 'PHASE_TYPE_COMPLETE') return null;
  return (
    <button
      type="button"
      className={classes('btn btn-icon btn-copy-link needs-script', className)}
      aria-label={translator.t('drive.link.copy_of', { name: shownName(row, translator) })}
      title={translator.t('drive.action.link')}
      tabIndex={-1}
      onClick={() => on?.copyLink(row.id)}
    />
  );
}

export function MoreButton({
  row,
  on,
  className,
}: {
  row: DriveRow;
  on?: BrowserHandlers;
  className?: string;
}): ReactNode {
  const translator = useT();
  return (
    <IconButton
      label={translator.t('drive.more', { name: shownName(row, translator) })}
      icon={null}
      className={classes('btn-more needs-script', className)}
      aria-haspopup="menu"
      onClick={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        on?.openMenu(row.id, { x: box.right, y: box.bottom, opener: event.currentTarget });
      }}
    />
  );
}

/** @param inCells  each in a column of its own: an empty one keeps its place */
function Facts({ row, place, inCells }: { row: DriveRow; place: DrivePlace; inCells?: boolean }): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const size =
    row.phase === 'PHASE_TYPE_COMPLETE' ? (row.folder ? '' : format.bytes(row.sizeBytes)) : t('drive.running');
  const timeMs = place === 'trash' ? (row.trashedMs ?? row.modifiedMs) : row.modifiedMs;
  return (
    <>
      {size === '' && !inCells ? null : (
        <span className={inCells ? 'max-sm:empty:hidden sm:col-start-4 sm:text-end' : undefined}>{size}</span>
      )}
      {row.daysLeft === undefined || inCells ? (
        <time
          className={inCells ? 'sm:col-start-5 sm:text-end' : undefined}
          dateTime={new Date(timeMs).toISOString()}
          title={format.dateTime(timeMs)}
        >
          {inCells ? format.date(timeMs) : format.shortDate(timeMs)}
          {inCells ? <span className="hidden sm:block">{format.time(timeMs)}</span> : null}
        </time>
      ) : (
        <TimeLeft days={row.daysLeft} isShort />
      )}
    </>
  );
}

/** Columns of a line and of the heads. Each cell has its own area: without script some cells are missing. */
export const LINE_COLUMNS =
  'grid grid-cols-[2.75rem_1.5rem_minmax(0,1fr)_2.75rem] items-center gap-x-2 sm:grid-cols-[2.75rem_1.5rem_minmax(0,1fr)_7rem_10rem_5.5rem] sm:gap-x-3';

function RowLine(props: RowProps): ReactNode {
  const { row, place, query, index, isSelected, isBusy, isCut, mark, on } = props;
  const { open, item } = itemOf(props);
  return (
    <li
      {...item}
      className={classes(
        LINE_COLUMNS,
        'min-h-15 border-t border-line px-1 py-1 select-none first:border-t-0 hover:bg-sunken/60 data-selected:bg-accent-soft',
        (isBusy || isCut) && 'opacity-50',
      )}
    >
      <SelectBox row={row} isSelected={isSelected} on={on} />
      <RowPicture row={row} index={index} iconClass="size-6 col-start-2" boxClass="col-start-2 -ms-1.5 size-8" />
      <div className="col-start-3 min-w-0 py-1 sm:contents">
        <p className="min-w-0 font-medium leading-snug sm:col-start-3">
          <Name row={row} place={place} query={query} on={on} open={open} />
          {row.starred ? <StarSign /> : null}
          {mark ? <mark.Sign row={row} mark={mark} on={on} /> : null}
          {row.path ? <Way path={row.path} /> : null}
          {row.daysLeft === undefined ? null : <TimeLeft days={row.daysLeft} />}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-muted sm:contents">
          <Facts row={row} place={place} inCells />
        </p>
      </div>
      <span className="col-start-4 flex justify-end sm:col-start-6">
        <CopyLinkButton row={row} place={place} on={on} className="max-sm:hidden" />
        <MoreButton row={row} on={on} />
      </span>
    </li>
  );
}

/** Look of a button over a small image. */
const overPicture = ({ image }: DriveRow) => image && 'rounded-full bg-surface/80 bg-clip-content p-1.5';

function RowTile(props: RowProps): ReactNode {
  const { row, place, query, index, isSelected, isBusy, isCut, mark, on } = props;
  const { open, item } = itemOf(props);
  return (
    <li
      {...item}
      className={classes(
        'relative flex h-48 min-w-0 flex-col items-center rounded-lg border border-line bg-surface px-2 pt-8 pb-2 text-center select-none hover:border-line-strong data-selected:border-accent data-selected:bg-accent-soft',
        (isBusy || isCut) && 'opacity-50',
      )}
    >
      <RowPicture row={row} index={index} iconClass="size-13" boxClass="-mt-7 h-22 flex-none self-stretch -mx-1" />
      <SelectBox row={row} isSelected={isSelected} on={on} className="absolute start-0 top-0" />
      <CopyLinkButton row={row} place={place} on={on} className={classes('absolute end-11 top-0', overPicture(row))} />
      <MoreButton row={row} on={on} className={classes('absolute end-0 top-0', overPicture(row))} />
      <p className="mt-2 w-full text-sm font-medium leading-snug">
        <Name row={row} place={place} query={query} on={on} open={open} />
        {row.starred ? <StarSign /> : null}
        {mark ? <mark.Sign row={row} mark={mark} on={on} /> : null}
        {row.path && place !== 'trash' ? <Way path={row.path} /> : null}
      </p>
      <p className="mt-auto flex flex-wrap justify-center gap-x-2 text-xs leading-4 whitespace-nowrap text-muted">
        <Facts row={row} place={place} />
      </p>
    </li>
  );
}

/** Drawn again only when one of its props changes. */
export const ListRow = memo(RowLine);
export const GridTile = memo(RowTile);
