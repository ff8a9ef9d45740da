/**
 * Order and view of a shared list: links that work without script. The page's script (client/pages/share/share-display.ts) stores
 * the choice for the next share.
 */
import { ArrowDownWideNarrow, Check, LayoutGrid, List } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '#client/ui/classes.ts';
import { useT } from '#client/ui/i18n.tsx';
import type { StoredView } from '#shared/drive/display.ts';
import { ORDER_LABELS } from '#shared/drive/order-labels.ts';
import type { SortOrder } from '#shared/drive/orders.ts';
import type { MessageKey } from '#shared/locale/keys.gen.ts';

export interface ShareToolsProps {
  order: SortOrder;
  view: StoredView;
  foldersFirst: boolean;
  /** This list from its first page with another order or view. */
  hrefWith: (name: 'order' | 'view', value: string) => string;
  /** Search in names at and below this folder; left out where one file is all there is. */
  search?: ShareSearch | undefined;
}

export interface ShareSearch {
  /** The text of this page; '' for none. */
  text: string;
  /** The address of this folder without its query. */
  action: string;
  /** Parameters of the address that a search keeps. */
  retained: readonly (readonly [name: string, value: string])[];
  /** This folder without the search. */
  clearHref: string;
}

/** No address names the order by kind. */
const ORDERS = ORDER_LABELS.filter(({ order }) => order !== 'type_desc');

const VIEWS: readonly { view: StoredView; Icon: typeof List; key: MessageKey }[] = [
  { view: 'list', Icon: List, key: 'drive.view.list' },
  { view: 'grid', Icon: LayoutGrid, key: 'drive.view.grid' },
];

export function ShareTools({ order, view, foldersFirst, hrefWith, search }: ShareToolsProps): ReactNode {
  const { text, t } = useT();
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {search ? <SearchForm {...search} /> : null}
      <details className="relative" data-menu>
        <summary className="btn btn-icon" aria-label={t('drive.sort.label')} title={t('drive.sort.label')}>
          <ArrowDownWideNarrow size={20} aria-hidden="true" />
        </summary>
        <ul
          className="menu absolute end-0 mt-1 w-max max-sm:fixed max-sm:inset-x-3 max-sm:w-auto max-sm:max-w-none"
          aria-label={t('drive.sort.label')}
        >
          {ORDERS.map((one) => (
            <li key={one.order}>
              <a
                className="menu-item min-h-11"
                href={hrefWith('order', one.order)}
                aria-current={one.order === order || undefined}
                data-shared-order={one.order}
              >
                <span className="flex-1">{text(one.key)}</span>
                {one.order === order ? <Check size={18} aria-hidden="true" /> : null}
              </a>
            </li>
          ))}
          <li className="needs-script mt-1 border-t border-line pt-1">
            <button type="button" className="menu-item min-h-11" aria-pressed={foldersFirst} data-shared-pin>
              <span className="flex-1">{t('drive.sort.folders_first')}</span>
              {foldersFirst ? <Check size={18} aria-hidden="true" /> : null}
            </button>
          </li>
        </ul>
      </details>
      <nav aria-label={t('drive.view.label')} className="flex gap-0.5 rounded-md bg-sunken p-0.5">
        {VIEWS.map((one) => (
          <a
            key={one.view}
            href={hrefWith('view', one.view)}
            aria-label={text(one.key)}
            title={text(one.key)}
            aria-current={one.view === view ? 'true' : undefined}
            className={classes(
              'inline-flex h-10 w-11 items-center justify-center rounded-md',
              one.view === view ? 'bg-raised text-ink shadow-sm' : 'text-muted hover:text-ink',
            )}
            data-shared-view={one.view}
          >
            <one.Icon size={20} aria-hidden="true" />
          </a>
        ))}
      </nav>
    </div>
  );
}

/** A form that leads to the found list: no script is needed. */
function SearchForm({ text, action, retained }: ShareSearch): ReactNode {
  const { t } = useT();
  return (
    <form className="share-search" action={action}>
      {retained.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <input
        name="q"
        aria-label={t('share.search.label')}
        placeholder={t('share.search.label')}
        defaultValue={text || undefined}
      />
    </form>
  );
}
