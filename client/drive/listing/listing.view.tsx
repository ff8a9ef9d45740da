/** Rows of a folder: column heads, lines or tiles, and the link to the next page. */
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { useT } from '#client/ui/i18n.tsx';
import type { SortOrder } from '#shared/drive/model.ts';
import { type DrivePlace, isGathered } from '#shared/drive/places.ts';
import type { DriveBrowserProps, ViewType } from '#shared/islands.ts';
import type { BrowserLive } from '../browser-model.ts';
import { SelectionBar } from '../toolbar/toolbar.view.tsx';
import { isPlainPress, listingHrefWith } from '../toolbar/toolbar-menus.view.tsx';
import { GridTile, LINE_COLUMNS, ListRow } from './row.view.tsx';

type ListingProps = DriveBrowserProps & { live?: BrowserLive };

/** Lists longer than this draw only the rows near the window. */
export const MAX_PLAIN_ROWS = 100;
/** A new listing first draws what the window shows, then this many rows more in each step. */
const ROWS_A_TIME = 20;
/** Px from one line or tile to the next, and the width beside the list in a wide window. */
const LINE_STEP = 60;
const TILE_STEP = { across: 164, down: 204 };
const ASIDE = 256;
const WIDE_WINDOW = 768;

function rowsInSight(view: ViewType): number {
  if (view === 'list') return Math.ceil(innerHeight / LINE_STEP);
  const width = innerWidth < WIDE_WINDOW ? innerWidth : innerWidth - ASIDE;
  return Math.ceil(width / TILE_STEP.across) * Math.ceil(innerHeight / TILE_STEP.down);
}

/** Number of rows that are drawn now. @param turn  of the listing */
function useDrawn(turn: number, view: ViewType): number {
  const [drawn, setDrawn] = useState({ turn: 0, count: MAX_PLAIN_ROWS });
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
export const GRID_CLASS = 'grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-3';

export function Listing(props: ListingProps): ReactNode {
  const { t } = useT();
  const { rows, view, place, live } = props;
  const Item = view === 'list' ? ListRow : GridTile;
  const drawn = useDrawn(live?.shownListing.turn ?? 0, view);
  return (
    <section aria-label={t('drive.list')}>
      <ListHead {...props} />
      {live?.list ?? (
        <ul className={view === 'list' ? LIST_CLASS : GRID_CLASS} data-listing={view}>
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
              on={live?.on}
            />
          ))}
        </ul>
      )}
      <ListFoot {...props} isWhole={drawn === MAX_PLAIN_ROWS || drawn >= rows.length} />
    </section>
  );
}

/** Label of the time column where it is not the time of change. */
const TIME_HEADS: Partial<Record<DrivePlace, 'drive.column.trashed' | 'drive.column.recent'>> = {
  trash: 'drive.column.trashed',
  recent: 'drive.column.recent',
};

/** Sort order after a press on a column head: its own order first, then the reverse. */
function turned(order: SortOrder, asc: SortOrder, desc: SortOrder, first: SortOrder): SortOrder {
  if (order === asc) return desc;
  if (order === desc) return asc;
  return first;
}

function ListHead({ live, ...props }: ListingProps): ReactNode {
  const { t } = useT();
  const { rows, order, view, place } = props;
  const isWhole = props.nextPageToken === '' && rows.length > 0 && live?.selected.size === rows.length;
  // Checked from the press on, while the rest is still being read.
  const all = live !== undefined && (live.selecting !== null || isWhole);
  const some = live !== undefined && live.selected.size > 0 && !all;
  const head = (label: string, asc: SortOrder, desc: SortOrder, first: SortOrder, className?: string) => {
    const next = turned(order, asc, desc, first);
    if (isGathered(place))
      return <span className={classes('inline-flex min-h-11 items-center', className)}>{label}</span>;
    return (
      <a
        className={classes('inline-flex min-h-11 items-center gap-1 hover:text-ink', className)}
        href={listingHrefWith(props, `order=${next}`)}
        aria-current={order === asc || order === desc || undefined}
        onClick={(event) => {
          if (!live || !isPlainPress(event)) return;
          event.preventDefault();
          live.on.sort(next);
        }}
      >
        {label}
        {order === asc ? <ArrowUp size={14} aria-hidden="true" /> : null}
        {order === desc ? <ArrowDown size={14} aria-hidden="true" /> : null}
        {/* `aria-sort` has no meaning in a list: the link itself states the order. */}
        {order === asc ? <span className="sr-only">{t('drive.sort.ascending')}</span> : null}
        {order === desc ? <span className="sr-only">{t('drive.sort.descending')}</span> : null}
      </a>
    );
  };
  const box = (
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
      <span className={view === 'list' || some || all ? 'sr-only' : undefined}>{t('drive.select_all')}</span>
    </label>
  );
  const frame = 'min-h-13 px-1 text-xs font-semibold text-muted';
  // The bar replaces the heads, so that nothing below it moves.
  if (live && live.selected.size > 0) {
    return (
      <div className={classes(frame, 'sticky top-(--header) z-10 flex items-center gap-x-2 bg-paper sm:gap-x-3')}>
        {box}
        <SelectionBar live={live} />
      </div>
    );
  }
  return (
    <div className={classes(frame, view === 'list' ? LINE_COLUMNS : 'flex items-center')}>
      {box}
      {view === 'list' ? (
        <>
          <span className="col-start-2 col-end-4">
            {head(t('drive.column.name'), 'name_asc', 'name_desc', 'name_asc')}
          </span>
          {head(
            t('drive.column.size'),
            'size_asc',
            'size_desc',
            'size_desc',
            'max-sm:hidden sm:col-start-4 sm:justify-end',
          )}
          {head(
            t(TIME_HEADS[place] ?? 'drive.column.modified'),
            'mod_asc',
            'mod_desc',
            'mod_desc',
            'max-sm:hidden sm:col-start-5 sm:justify-end',
          )}
        </>
      ) : null}
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
