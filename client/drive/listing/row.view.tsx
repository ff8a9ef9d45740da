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
import type { ListColumn } from '#shared/drive/display.ts';
import type { DrivePlace } from '#shared/drive/places.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import { shownName } from '#shared/drive/shown-name.ts';
import { href } from '#shared/routes.ts';
import { DAY_MS } from '#shared/units.ts';
import type { BrowserHandlers, PressKeys, RowMark } from '../browser-model.ts';
import { RowCover, RowPicture } from '../pictures/row-picture.view.tsx';
import { whenReleased } from '../selection/menu-release.ts';
import { kindLabel } from './kind-labels.ts';
import { pathLabel } from './location-label.ts';
import { cutPieces, isShortName, markedPieces } from './marked-name.ts';

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
  refTo?: Ref<HTMLDivElement & HTMLLIElement>;
  /** Rows in the whole list, when not all are drawn. */
  setSize?: number;
  /** Cells of a line beside the name. */
  columns: readonly ListColumn[];
  /** Epoch ms when the page was made: dates of the same day and year are short. */
  nowMs: number;
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

/**
 * `open` opens the row; `item` holds the attributes and handlers of its list item. @param isTile  a press anywhere on it opens; on a
 * line it selects
 */
function itemOf(props: RowProps, isTile: boolean) {
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
      // A line is a row of the grid behind its heads; a tile is an item.
      ...(isTile
        ? { 'aria-setsize': setSize, 'aria-posinset': setSize && index + 1 }
        : { role: 'row', 'aria-selected': isSelected, 'aria-rowindex': setSize && index + 2 }),
      onClick: (event: MouseEvent<HTMLElement>) => {
        if (isInner(event)) return;
        const keys = keysOf(event);
        if ((isTile || isTouch(event)) && !keys.shift && !keys.toggle) open();
        else {
          focusName(event.currentTarget);
          on?.press(row.id, keys);
        }
      },
      onDoubleClick: (event: MouseEvent) => {
        if (!isTile && !isInner(event) && !isTouch(event)) open();
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
const NAME_IN_LIST = 'max-w-full in-data-[listing=list]:min-w-0 in-data-[listing=list]:w-auto';

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
        <WholeName name={name} query={query} />
      </a>
    );
  }
  return (
    <button
      type="button"
      data-name
      className={classes('block w-full cursor-pointer rounded-sm text-start hover:underline', NAME_IN_LIST)}
      title={name}
      onClick={(event) => {
        const keys = keysOf(event);
        if (keys.shift || keys.toggle) on?.press(row.id, keys);
        else open();
      }}
    >
      <WholeName name={name} query={query} />
    </button>
  );
}

/** The name on one line with the search matches marked; a long one is cut in its middle, a match on both sides of it too. */
function WholeName({ name, query }: { name: string; query: string }): ReactNode {
  const pieces = markedPieces(name, query);
  if (isShortName(name)) return <MarkedName pieces={pieces} />;
  return (
    <MiddleName
      name={name}
      draw={(part, from) => <MarkedName pieces={cutPieces(pieces, from, from + part.length)} />}
    />
  );
}

/** @param pieces  every second one, from the second on, is a match */
export function MarkedName({ pieces }: { pieces: readonly string[] }): ReactNode {
  return pieces.map((piece, at) =>
    at % 2 === 1 && piece !== '' ? (
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
    <span className="ms-1.5 inline-flex flex-none align-middle text-accent in-data-[listing=grid]:ms-0">
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
  return <span className="block truncate text-xs font-normal text-muted">{pathLabel(path, translator)}</span>;
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

/** A cell of the grid that a list of lines is. The focus stays on the controls in it. */
const CELL = { role: 'gridcell' };

/** Width of each column of a list; on a phone they are one line below the name. */
export const COLUMN_CLASSES: Readonly<Record<ListColumn, string>> = {
  type: 'sm:max-lg:hidden sm:w-36 flex-none truncate',
  size: 'sm:w-24 flex-none sm:text-end',
  modified: 'sm:w-32 flex-none sm:text-end',
  shared: 'max-md:hidden w-32 flex-none truncate',
};
const TILE_FACTS: readonly ListColumn[] = ['size', 'modified'];

/** @param columns  those of a line: an empty one keeps its place. Left out in a tile */
function Facts({
  row,
  place,
  nowMs,
  columns,
}: Pick<RowProps, 'row' | 'place' | 'nowMs'> & Partial<Pick<RowProps, 'columns'>>) {
  const translator = useT();
  const { t } = translator;
  const format = useFormat();
  const shown = columns ?? TILE_FACTS;
  const size =
    row.phase === 'PHASE_TYPE_COMPLETE' ? (row.folder ? '' : format.bytes(row.sizeBytes)) : t('drive.running');
  const timeMs = place === 'trash' ? (row.trashedMs ?? row.modifiedMs) : row.modifiedMs;
  const cell = columns && CELL;
  return (
    <>
      {shown.includes('type') ? (
        <span {...cell} className={COLUMN_CLASSES.type}>
          {kindLabel(translator, row)}
        </span>
      ) : null}
      {!shown.includes('size') || (size === '' && !columns) ? null : (
        <span {...cell} className={columns && classes('max-sm:empty:hidden', COLUMN_CLASSES.size)}>
          {size}
        </span>
      )}
      {!shown.includes('modified') ? null : row.daysLeft === undefined || columns ? (
        <span {...cell} className={columns && COLUMN_CLASSES.modified}>
          <time dateTime={new Date(timeMs).toISOString()} title={format.dateTime(timeMs)}>
            {format.recentDate(timeMs, nowMs)}
          </time>
        </span>
      ) : (
        <TimeLeft days={row.daysLeft} isShort />
      )}
    </>
  );
}

/** Cells of a line and of the heads. On a phone each has its own area: without script some cells are missing. */
export const LINE_COLUMNS =
  'grid grid-cols-[2.75rem_1.5rem_minmax(0,1fr)_2.75rem] items-center gap-x-2 sm:flex sm:gap-x-3';

function RowLine(props: RowProps): ReactNode {
  const { row, place, query, index, isSelected, isBusy, isCut, mark, columns, nowMs, on } = props;
  const { open, item } = itemOf(props, false);
  const isShared = columns.includes('shared');
  return (
    <div
      {...item}
      className={classes(
        LINE_COLUMNS,
        'min-h-15 sm:min-h-11 border-t border-line px-1 max-sm:py-1 select-none first:border-t-0 hover:bg-sunken/60 data-selected:bg-accent-soft',
        (isBusy || isCut) && 'opacity-50',
      )}
    >
      <span {...CELL} className="flex-none">
        <SelectBox row={row} isSelected={isSelected} on={on} />
      </span>
      <RowPicture
        row={row}
        index={index}
        iconClass="size-6 col-start-2 flex-none"
        boxClass="col-start-2 flex-none border border-line -mx-1.5 sm:ms-[-0.25rem] sm:me-[-0.25rem] size-8"
      />
      <div className="col-start-3 min-w-0 max-sm:py-1 sm:contents">
        <div {...CELL} className="min-w-0 flex-1 font-medium leading-snug">
          <div className="flex items-center">
            <Name row={row} place={place} query={query} on={on} open={open} />
            {row.starred ? <StarSign /> : null}
            {mark ? (
              <span className={classes('flex-none', isShared && 'md:hidden')}>
                <mark.Sign row={row} mark={mark} on={on} />
              </span>
            ) : null}
          </div>
          {row.path ? <Way path={row.path} /> : null}
          {row.daysLeft === undefined ? null : <TimeLeft days={row.daysLeft} />}
        </div>
        <div className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-muted sm:contents">
          <Facts row={row} place={place} nowMs={nowMs} columns={columns} />
          {isShared ? (
            <span {...CELL} className={COLUMN_CLASSES.shared}>
              {mark ? <mark.Sign row={row} mark={mark} on={on} isInColumn /> : null}
            </span>
          ) : null}
        </div>
      </div>
      <span {...CELL} className="col-start-4 flex flex-none justify-end sm:w-22">
        <CopyLinkButton row={row} place={place} on={on} className="max-sm:hidden" />
        <MoreButton row={row} on={on} />
      </span>
    </div>
  );
}

function RowTile(props: RowProps): ReactNode {
  const { row, place, query, index, isSelected, isBusy, isCut, mark, nowMs, on } = props;
  const { open, item } = itemOf(props, true);
  return (
    <li {...item} className={classes('tile', (isBusy || isCut) && 'opacity-50')}>
      <RowCover row={row} index={index} />
      <SelectBox row={row} isSelected={isSelected} on={on} className="tile-act start-0" />
      <CopyLinkButton row={row} place={place} on={on} className="tile-act end-11" />
      <MoreButton row={row} on={on} className="tile-act end-0" />
      <p className="tile-name">
        <Name row={row} place={place} query={query} on={on} open={open} />
      </p>
      <p className="tile-facts">
        {row.starred ? <StarSign /> : null}
        {mark ? <mark.Sign row={row} mark={mark} on={on} /> : null}
        {row.path && place !== 'trash' ? <Way path={row.path} /> : <Facts row={row} place={place} nowMs={nowMs} />}
      </p>
    </li>
  );
}

/** Drawn again only when one of its props changes. */
export const ListRow = memo(RowLine);
export const GridTile = memo(RowTile);
