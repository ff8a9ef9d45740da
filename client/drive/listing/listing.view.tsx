/** Rows of a folder: column heads, lines or tiles, and the link to the next page. */
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { useT } from '#client/ui/i18n.tsx';
import type { ListColumn } from '#shared/drive/display.ts';
import type { SortOrder } from '#shared/drive/model.ts';
import { isGathered } from '#shared/drive/places.ts';
import type { DriveBrowserProps, ViewType } from '#shared/islands.ts';
import type { BrowserLive } from '../browser-model.ts';
import { COLUMN_LABELS } from '../toolbar/labels.ts';
import { SelectionBar } from '../toolbar/toolbar.view.tsx';
import { isPlainPress, listingHrefWith } from '../toolbar/toolbar-menus.view.tsx';
import { COLUMN_CLASSES, GridTile, LINE_COLUMNS, ListRow } from './row.view.tsx';

type ListingProps = DriveBrowserProps & { live?: BrowserLive };

/** Lists longer than this draw only the rows near the window. */
export const MAX_PLAIN_ROWS = 100;
/** A new listing first draws what the window shows, then this many rows more in each step. */
const ROWS_A_TIME = 20;
/** Px from one line or tile to the next, at least, and the width beside the list in a wide window. */
const LINE_STEP = 34;
const TILE_STEP = { across: 188, down: 200 };
const ASIDE = 256;
const WIDE_WINDOW = 768;

function rowsInSight(view: ViewType): number {
  if (view === 'list') return Math.ceil(innerHeight / LINE_STEP);
  const width = innerWidth < WIDE_WINDOW ? innerWidth : innerWidth - ASIDE;
  return Math.ceil(width / TILE_STEP.across) * Math.ceil(innerHeight / TILE_STEP.down);
}

/** Number of rows that are drawn now. @param listed  the turn of the listing */
function useDrawn(listed: number, view: ViewType): number {
  const turn = listed + view;
  const [drawn, setDrawn] = useState({ turn: 0 + view, count: MAX_PLAIN_ROWS });
  const count = drawn.turn === turn ? drawn.count : rowsInSight(view);
  useEffect(() => {
    if (count >= MAX_PLAIN_ROWS) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setDrawn({ turn, count: count + ROWS_A_TIME }));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [turn, count]);
  return Math.min(MAX_PLAIN_ROWS, count);
}

/** Classes of the element around lines or tiles; the virtual list uses the same. */
export const LIST_CLASS = 'overflow-hidden rounded-lg border border-line bg-surface';
export const GRID_CLASS = 'grid grid-cols-[repeat(auto-fill,minmax(min(11rem,calc(50%-0.375rem)),1fr))] gap-3';

export function Listing(props: ListingProps): ReactNode {
  const { t } = useT();
  const { rows, view, place, live } = props;
  const Item = view === 'list' ? ListRow : GridTile;
  const drawn = useDrawn(live?.shownListing.turn ?? 0, view);
  const isTable = view === 'list';
  // A list has no role of a table.
  const Lines = isTable ? 'div' : 'ul';
  return (
    <section
      aria-label={isTable ? undefined : t('drive.list')}
      data-compact={(view === 'list' && props.isCompact) || undefined}
    >
      <div {...(isTable ? tableOf(props, t('drive.list')) : {})}>
        <ListHead {...props} />
        {live?.list ?? (
          <Lines
            className={view === 'list' ? LIST_CLASS : GRID_CLASS}
            data-listing={view}
            role={isTable ? 'rowgroup' : undefined}
          >
            {/* The virtual list draws the others, once it is loaded. */}
            {rows.slice(0, drawn).map((row, index) => (
              <Item
                key={row.id}
                row={row}
                place={place}
                query={live?.shownListing.query ?? props.query}
                index={index}
                isSelected={live?.selected.has(row.id) ?? false}
                isBusy={live?.busy.has(row.id) ?? false}
                isCut={live?.cut.has(row.id) ?? false}
                mark={live?.marks.get(row.id)}
                columns={live?.columns ?? props.columns}
                nowMs={props.serverTimeMs}
                on={live?.on}
              />
            ))}
          </Lines>
        )}
      </div>
      <ListFoot {...props} isWhole={drawn === MAX_PLAIN_ROWS || drawn >= rows.length} />
    </section>
  );
}

/** Lines are a grid with heads for assistive programs; tiles are a list. A virtual list says how many rows there are, or that it isn't known. */
function tableOf({ rows, live, nextPageToken }: ListingProps, label: string) {
  return {
    role: 'grid',
    'aria-label': label,
    'aria-multiselectable': true,
    'aria-rowcount': live?.list ? (nextPageToken === '' ? rows.length + 1 : -1) : undefined,
  };
}

const HEAD = { role: 'columnheader' };
const UP = 'ascending' as const;
const DOWN = 'descending' as const;

/** Both orders of a column; the first press takes the first. A column without them is not sorted. */
const SORTS: Readonly<Partial<Record<ListColumn | 'name', readonly [SortOrder, SortOrder]>>> = {
  name: ['name_asc', 'name_desc'],
  size: ['size_desc', 'size_asc'],
  modified: ['mod_desc', 'mod_asc'],
};

function ListHead({ live, ...props }: ListingProps): ReactNode {
  const { t } = useT();
  const { rows, order, view, place } = props;
  const isWhole = props.nextPageToken === '' && rows.length > 0 && live?.selected.size === rows.length;
  // Checked from the press on, while the rest is still being read.
  const all = live !== undefined && (live.selecting !== null || isWhole);
  const some = live !== undefined && live.selected.size > 0 && !all;
  const isTable = view === 'list';
  const head = (column: ListColumn | 'name', className: string, bar?: ReactNode) => {
    const label = t(
      column === 'name'
        ? 'drive.column.name'
        : column === 'modified' && place === 'trash'
          ? 'drive.column.trashed'
          : COLUMN_LABELS[column],
    );
    const orders = isGathered(place) ? undefined : SORTS[column];
    const isSorted = orders?.includes(order) === true;
    const isUp = order.endsWith('_asc');
    const next = orders?.[order === orders[0] ? 1 : 0] ?? order;
    const said = {
      ...HEAD,
      'aria-label': bar ? label : undefined,
      'aria-sort': isSorted ? (isUp ? UP : DOWN) : undefined,
    };
    return (
      <span key={column} {...said} className={className}>
        {bar ??
          (orders ? (
            <a
              className="inline-flex min-h-11 items-center gap-1 hover:text-ink"
              href={listingHrefWith(props, `order=${next}`)}
              onClick={(event) => {
                if (!live || !isPlainPress(event)) return;
                event.preventDefault();
                live.on.sort(next);
              }}
            >
              {label}
              {isSorted ? (
                isUp ? (
                  <ArrowUp size={14} aria-hidden="true" />
                ) : (
                  <ArrowDown size={14} aria-hidden="true" />
                )
              ) : null}
            </a>
          ) : (
            label
          ))}
      </span>
    );
  };
  const box = (
    <span {...(isTable ? HEAD : {})}>
      <label className="needs-script inline-flex h-11 min-w-11 cursor-pointer items-center gap-2 ps-3">
        <input
          type="checkbox"
          className="checkbox"
          checked={all}
          ref={(input) => {
            if (input) input.indeterminate = some;
          }}
          onChange={(event) => live?.on.selectAll(event.currentTarget.checked)}
        />
        <span className={isTable || some || all ? 'sr-only' : undefined}>{t('drive.select_all')}</span>
      </label>
    </span>
  );
  const bar = live && live.selected.size > 0 ? <SelectionBar live={live} /> : null;
  return (
    <div
      role={isTable ? 'row' : undefined}
      className={classes(
        'min-h-13 px-1 text-xs font-semibold text-muted',
        // The bar replaces the heads, so that nothing below it moves.
        bar
          ? 'sticky top-(--header) z-10 flex items-center gap-x-2 bg-paper sm:gap-x-3'
          : isTable
            ? LINE_COLUMNS
            : 'flex items-center',
      )}
    >
      {box}
      {isTable ? (
        <>
          {head('name', bar ? 'contents' : 'col-start-2 col-end-4 min-w-0 flex-1', bar)}
          {(live?.columns ?? props.columns).map((column) =>
            head(column, bar ? 'sr-only' : classes('max-sm:hidden', COLUMN_CLASSES[column])),
          )}
          <span {...HEAD} className={bar ? 'sr-only' : 'w-22 flex-none max-sm:hidden'}>
            <span className="sr-only">{t('drive.toolbar')}</span>
          </span>
        </>
      ) : (
        bar
      )}
    </div>
  );
}

/**
 * The end of the loaded rows. The link works without script; with script, scrolling near it loads more.
 * @param isWhole  all loaded rows are drawn
 */
function ListFoot({ live, isWhole, ...props }: ListingProps & { isWhole: boolean }): ReactNode {
  const { t, tn } = useT();
  const { rows, nextPageToken } = props;
  if (nextPageToken === '')
    return <p className="mt-4 text-center text-xs text-muted">{tn('drive.page.end', rows.length)}</p>;
  const isFailed = live?.more === 'failed';
  return (
    <div className="mt-5 grid justify-items-center gap-2" hidden={!isWhole} data-more>
      <p role="status" className="text-sm text-danger">
        {isFailed ? t('drive.page.failed') : ''}
      </p>
      <Button className="needs-script" busy={live?.more === 'loading'} onClick={() => live?.on.more()}>
        {t(isFailed ? 'ui.retry' : 'drive.page.more')}
      </Button>
    </div>
  );
}
