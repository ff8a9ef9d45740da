/**
 * A long list that draws only the rows near the window. Same lines and tiles as the plain list; loaded when a folder holds more
 * than a page shows.
 */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import type { ReactNode, RefObject } from 'react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { classes } from '#client/ui/classes.ts';
import type { ListColumn } from '#shared/drive/display.ts';
import type { DrivePlace } from '#shared/drive/places.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import type { ViewType } from '#shared/islands.ts';
import type { BrowserHandlers, RowMark } from '../browser-model.ts';
import type { Layout, Span } from '../selection/area.rules.ts';
import { focusIndex, LAYOUT_EVENT, REVEAL_EVENT } from '../selection/listing-keys.ts';
import { LIST_CLASS } from './listing.view.tsx';
import { GridTile, ListRow } from './row.view.tsx';

export interface VirtualListProps {
  rows: readonly DriveRow[];
  view: ViewType;
  place: DrivePlace;
  query: string;
  selected: ReadonlySet<string>;
  busy: ReadonlySet<string>;
  cut: ReadonlySet<string>;
  marks: ReadonlyMap<string, RowMark>;
  isCompact: boolean;
  columns: readonly ListColumn[];
  /** Epoch ms when the page was made. */
  nowMs: number;
  on: BrowserHandlers;
}

/** Px; a line is higher on a phone, or with a location, and is measured when drawn. */
const LINE_PX = 44;
const COMPACT_LINE_PX = 34;
const GAP_PX = 12;
/** Smallest width of a tile, as in GRID_CLASS; two always stand side by side. */
const TILE_WIDTH_PX = 176;
/** Below the picture of a tile, whose sides are as 4 to 3: name, facts and both borders (`.tile` in lists.css). */
const TILE_FOOT_PX = 58;
/** Lines drawn beyond the window, so that fast scrolling shows no gap; a line of tiles is higher and holds many. */
const OVERSCAN_LINES = 8;
const OVERSCAN_TILES = 3;

interface Box {
  readonly top: number;
  readonly columns: number;
  /** Height of a tile in px; 0 in a list. */
  readonly tile: number;
}

function columnSpans(width: number, columns: number): Span[] {
  const each = (width - (columns - 1) * GAP_PX) / columns;
  return Array.from({ length: columns }, (_, column) => {
    const start = column * (each + GAP_PX);
    return { start, end: start + each };
  });
}

/** Where the list is in its page, and how its tiles lie. */
function useBox(list: RefObject<HTMLElement | null>, isGrid: boolean): Box {
  const [box, setBox] = useState<Box>({ top: 0, columns: 1, tile: 0 });
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => {
      const { top, width } = element.getBoundingClientRect();
      // The window's scroll position may be ahead of the boxes while a scroll is on its way; the page's own box is not.
      const pageTop = document.documentElement.getBoundingClientRect().top;
      const columns = isGrid ? Math.max(2, Math.floor((width + GAP_PX) / (TILE_WIDTH_PX + GAP_PX))) : 1;
      const across = (width + GAP_PX) / columns - GAP_PX;
      const tile = isGrid ? Math.round((across - 2) * 0.75) + TILE_FOOT_PX : 0;
      setBox((before) => {
        const next = { top: Math.round(top - pageTop), columns, tile };
        return before.top === next.top && before.columns === columns && before.tile === tile ? before : next;
      });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list, isGrid]);
  return box;
}

export function VirtualList({
  rows,
  view,
  place,
  query,
  selected,
  busy,
  cut,
  marks,
  isCompact,
  columns: shownColumns,
  nowMs,
  on,
}: VirtualListProps): ReactNode {
  const list = useRef<HTMLDivElement & HTMLUListElement>(null);
  const isGrid = view === 'grid';
  // The plain list is about to be removed; the scroll position and the focus must stay.
  const [held] = useState(() => document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row']);
  const first = useRef(rows);
  useEffect(() => {
    const index = held === undefined ? -1 : first.current.findIndex((row) => row.id === held);
    if (index >= 0 && list.current && document.activeElement === document.body) focusIndex(list.current, index);
  }, [held]);

  const box = useBox(list, isGrid);

  const { columns, tile } = box;
  const lines = Math.ceil(rows.length / columns);
  const virtual = useWindowVirtualizer({
    count: lines,
    estimateSize: () => (isGrid ? tile : isCompact ? COMPACT_LINE_PX : LINE_PX),
    gap: isGrid ? GAP_PX : 0,
    overscan: isGrid ? OVERSCAN_TILES : OVERSCAN_LINES,
    scrollMargin: box.top,
    useFlushSync: false,
  });
  useLayoutEffect(() => {
    if (tile > 0) virtual.measure();
  }, [virtual, tile]);
  const compactBefore = useRef(isCompact);
  useLayoutEffect(() => {
    if (compactBefore.current === isCompact) return;
    compactBefore.current = isCompact;
    virtual.measure();
  }, [virtual, isCompact]);
  useEffect(() => {
    const element = list.current;
    const reveal = (event: Event) => {
      const index = event instanceof CustomEvent ? Number(event.detail) : Number.NaN;
      if (Number.isInteger(index)) virtual.scrollToIndex(Math.floor(index / columns), { align: 'center' });
    };
    const answerLayout = (event: Event) => {
      if (!element || !(event instanceof CustomEvent)) return;
      (event.detail as { layout?: Layout }).layout = {
        count: rows.length,
        lines: virtual.measurementsCache,
        origin: box.top,
        columns: columnSpans(element.clientWidth, columns),
      };
    };
    element?.addEventListener(REVEAL_EVENT, reveal);
    element?.addEventListener(LAYOUT_EVENT, answerLayout);
    return () => {
      element?.removeEventListener(REVEAL_EVENT, reveal);
      element?.removeEventListener(LAYOUT_EVENT, answerLayout);
    };
  }, [virtual, columns, box.top, rows.length]);

  const Item = isGrid ? GridTile : ListRow;
  const width = `calc((100% - ${(columns - 1) * GAP_PX}px) / ${columns})`;

  const Lines = isGrid ? 'ul' : 'div';
  const drawn = virtual.getVirtualItems().flatMap((line) =>
    rows.slice(line.index * columns, (line.index + 1) * columns).map((row, column) => ({
      row,
      column,
      index: line.index * columns + column,
      top: line.start - box.top,
    })),
  );

  return (
    <Lines
      ref={list}
      role={isGrid ? undefined : 'rowgroup'}
      data-listing={view}
      data-columns={columns}
      className={classes('relative', !isGrid && LIST_CLASS)}
      style={{ height: virtual.getTotalSize() }}
    >
      {drawn.map(({ row, index, column, top }) => (
        <Item
          key={row.id}
          row={row}
          place={place}
          query={query}
          index={index}
          isSelected={selected.has(row.id)}
          isBusy={busy.has(row.id)}
          isCut={cut.has(row.id)}
          mark={marks.get(row.id)}
          columns={shownColumns}
          nowMs={nowMs}
          on={on}
          setSize={rows.length}
          left={isGrid ? `calc(${column} * (${width} + ${GAP_PX}px))` : '0'}
          top={top}
          width={isGrid ? width : '100%'}
          refTo={isGrid ? undefined : virtual.measureElement}
        />
      ))}
    </Lines>
  );
}
