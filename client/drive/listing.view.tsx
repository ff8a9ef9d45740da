/** The things of a folder: heads of columns, lines or tiles, and the way to the next page. */
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { useT } from '#client/ui/i18n.tsx';
import type { SortOrder } from '#shared/drive/model.ts';
import type { DriveBrowserProps } from '#shared/islands.ts';
import type { BrowserLive } from './browser.ts';
import { GridTile, LINE_COLUMNS, ListRow } from './row.view.tsx';
import { isPlainPress, listingHref, SelectionBar } from './toolbar.view.tsx';

type ListingProps = DriveBrowserProps & { live?: BrowserLive };

/** Classes of the element around lines or tiles; the virtual list uses the same. */
export const LIST_CLASS = 'overflow-hidden rounded-lg border border-line bg-surface';
export const GRID_CLASS = 'grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-3';

export function Listing(props: ListingProps): ReactNode {
  const { t } = useT();
  const { rows, view, place, live } = props;
  const Item = view === 'list' ? ListRow : GridTile;
  return (
    <section aria-label={t('drive.list')}>
      <ListHead {...props} />
      {live?.list ?? (
        <ul className={view === 'list' ? LIST_CLASS : GRID_CLASS} data-listing={view}>
          {rows.map((row, index) => (
            <Item
              key={row.id}
              row={row}
              place={place}
              index={index}
              isSelected={live?.selected.has(row.id) ?? false}
              isBusy={live?.busy.has(row.id) ?? false}
              on={live?.on}
            />
          ))}
        </ul>
      )}
      <ListFoot {...props} />
    </section>
  );
}

/** Which way a press on a column's head sorts: its own first way, then the other. */
function turned(order: SortOrder, asc: SortOrder, desc: SortOrder, first: SortOrder): SortOrder {
  if (order === asc) return desc;
  if (order === desc) return asc;
  return first;
}

function ListHead({ live, ...props }: ListingProps): ReactNode {
  const { t } = useT();
  const { rows, order, view, place } = props;
  const all = live !== undefined && rows.length > 0 && live.selected.size === rows.length;
  const some = live !== undefined && live.selected.size > 0 && !all;
  const head = (label: string, asc: SortOrder, desc: SortOrder, first: SortOrder, className?: string) => {
    const next = turned(order, asc, desc, first);
    return (
      <a
        className={classes('inline-flex min-h-11 items-center gap-1 hover:text-ink', className)}
        href={`${listingHref(props)}?order=${next}`}
        onClick={(event) => {
          if (!live || !isPlainPress(event)) return;
          event.preventDefault();
          live.on.sort(next);
        }}
      >
        {label}
        {order === asc ? <ArrowUp size={14} aria-hidden="true" /> : null}
        {order === desc ? <ArrowDown size={14} aria-hidden="true" /> : null}
      </a>
    );
  };
  const box = (
    <label className="needs-script inline-flex h-11 min-w-11 cursor-pointer items-center justify-center gap-2">
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
  // The bar takes the place of the heads, so that nothing below it moves.
  if (live && live.selected.size > 0) {
    return (
      <div className={classes(frame, 'sticky top-16 z-10 flex items-center gap-x-2 bg-paper sm:gap-x-3')}>
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
            t(place === 'trash' ? 'drive.column.trashed' : 'drive.column.modified'),
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

/** The end of what is loaded. The link serves a page without script; with one, nearing the end loads on. */
function ListFoot({ live, ...props }: ListingProps): ReactNode {
  const { t, tn } = useT();
  const { rows, nextPageToken } = props;
  if (nextPageToken === '')
    return <p className="mt-4 text-center text-xs text-muted">{tn('drive.page.end', rows.length)}</p>;
  const isFailed = live?.more === 'failed';
  return (
    <div className="mt-5 grid justify-items-center gap-2" data-more>
      <p role="status" className="text-sm text-danger">
        {isFailed ? t('drive.page.failed') : ''}
      </p>
      <Button className="needs-script" busy={live?.more === 'loading'} onClick={() => live?.on.more()}>
        {t(isFailed ? 'ui.retry' : 'drive.page.more')}
      </Button>
    </div>
  );
}
