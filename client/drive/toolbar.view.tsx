/**
 * Above a listing: path, new folder, sort and view; while something is selected, what can be done with it takes their place.
 * Sort and view are links, so they work before any script. On a phone the selection's bar is at the thumb.
 */
import { ArrowDownWideNarrow, Check, FolderPlus, LayoutGrid, List, Trash2, X } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { Button, IconButton } from '#client/ui/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { useT } from '#client/ui/i18n.tsx';
import type { DriveBrowserProps, ViewType } from '#shared/islands.ts';
import { href } from '#shared/routes.ts';
import { ActionIcon } from './action-icon.tsx';
import type { BrowserHandlers, BrowserLive } from './browser.ts';
import type { DriveAction } from './drive.can.ts';
import { ACTION_WORDS, ORDER_WORDS } from './order-words.ts';
import { PathBar } from './path-bar.view.tsx';

type Here = Pick<DriveBrowserProps, 'place' | 'folderId' | 'order' | 'view'>;

export function listingHref({ place, folderId }: Pick<Here, 'place' | 'folderId'>): string {
  if (place === 'trash') return href('drive.trash');
  return folderId === '' ? href('drive.all') : href('drive.folder', { folderId });
}

/** An unmodified press of the first button: ours to answer. */
export function isPlainPress(event: MouseEvent): boolean {
  return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
}

export function Toolbar({
  live,
  path,
  ...here
}: Here & Pick<DriveBrowserProps, 'path'> & { live?: BrowserLive }): ReactNode {
  const { t } = useT();
  const { place } = here;
  const on = live?.on;
  return (
    <div className="flex flex-wrap items-end gap-x-2 gap-y-3">
      <PathBar place={place} path={path} on={on} />
      <div className="flex items-center gap-1">
        {place === 'all' ? (
          <Button
            icon={<FolderPlus size={18} aria-hidden="true" />}
            className="needs-script max-sm:hidden"
            onClick={() => on?.newFolder()}
          >
            {t('drive.folder.new')}
          </Button>
        ) : (
          <Button
            icon={<Trash2 size={18} aria-hidden="true" />}
            className="needs-script"
            onClick={() => on?.emptyTrash()}
          >
            {t('drive.trash.empty')}
          </Button>
        )}
        {place === 'all' ? (
          <IconButton
            label={t('drive.folder.new')}
            icon={<FolderPlus size={20} aria-hidden="true" />}
            className="needs-script sm:hidden"
            onClick={() => on?.newFolder()}
          />
        ) : null}
        <SortMenu {...here} on={on} />
        <ViewSwitch {...here} on={on} />
      </div>
    </div>
  );
}

/** A native disclosure of links; the plain script closes it on a press elsewhere and on Escape. */
function SortMenu({ on, ...here }: Here & { on?: BrowserHandlers }): ReactNode {
  const { t } = useT();
  return (
    <details className="relative" data-menu>
      <summary className="btn btn-icon" aria-label={t('drive.sort.label')} title={t('drive.sort.label')}>
        <ArrowDownWideNarrow size={20} aria-hidden="true" />
      </summary>
      <ul className="menu absolute end-0 top-full mt-1" aria-label={t('drive.sort.by')}>
        {ORDER_WORDS.map(({ order, key }) => (
          <li key={order}>
            <a
              className="menu-item"
              href={`${listingHref(here)}?order=${order}`}
              aria-current={order === here.order ? 'true' : undefined}
              onClick={(event) => {
                if (!on || !isPlainPress(event)) return;
                event.preventDefault();
                const menu = event.currentTarget.closest('details');
                if (menu) menu.open = false;
                menu?.querySelector('summary')?.focus();
                on.sort(order);
              }}
            >
              <span className="flex-1">{t(key)}</span>
              {order === here.order ? <Check size={18} aria-hidden="true" /> : null}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

const VIEWS: readonly { view: ViewType; Icon: typeof List; key: 'drive.view.list' | 'drive.view.grid' }[] = [
  { view: 'list', Icon: List, key: 'drive.view.list' },
  { view: 'grid', Icon: LayoutGrid, key: 'drive.view.grid' },
];

function ViewSwitch({ on, ...here }: Here & { on?: BrowserHandlers }): ReactNode {
  const { t } = useT();
  return (
    <nav aria-label={t('drive.view.label')} className="flex gap-0.5 rounded-md bg-sunken p-0.5">
      {VIEWS.map(({ view, Icon, key }) => (
        <a
          key={view}
          href={`${listingHref(here)}?view=${view}`}
          aria-label={t(key)}
          title={t(key)}
          aria-current={view === here.view ? 'true' : undefined}
          className={classes(
            'inline-flex h-10 w-11 items-center justify-center rounded-md',
            view === here.view ? 'bg-raised text-ink shadow-sm' : 'text-muted hover:text-ink',
          )}
          onClick={(event) => {
            if (!on || !isPlainPress(event)) return;
            event.preventDefault();
            on.show(view);
          }}
        >
          <Icon size={20} aria-hidden="true" />
        </a>
      ))}
    </nav>
  );
}

/** Actions that show as a sign alone where there is little room. */
const RARE: readonly DriveAction[] = ['open', 'details'];

/** What can be done with the selection. Drawn only while there is one, so never in the first HTML. */
export function SelectionBar({ live }: { live: BrowserLive }): ReactNode {
  const { t, tn } = useT();
  const shown = live.allowed.filter((action) => !RARE.includes(action));
  return (
    <div
      role="toolbar"
      aria-label={t('drive.toolbar')}
      className="flex min-w-0 flex-1 items-center gap-1 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:flex-wrap max-md:border-t max-md:border-line max-md:bg-raised max-md:px-2 max-md:pt-1 max-md:pb-[calc(0.25rem+env(safe-area-inset-bottom))] max-md:shadow-lg"
    >
      <p role="status" className="text-sm font-semibold text-ink max-md:order-1 max-md:flex-1 max-md:ps-2 md:me-2">
        {tn('drive.selection.count', live.selected.size)}
      </p>
      <div className="flex min-w-0 gap-0.5 max-md:order-3 max-md:w-full md:flex-1 md:flex-wrap">
        {shown.map((action) => (
          <button
            key={action}
            type="button"
            className={classes(
              'btn btn-plain max-md:min-h-12 max-md:min-w-0 max-md:flex-1 max-md:px-0 md:px-3',
              action === 'trash' || action === 'delete' ? 'text-danger' : 'text-ink',
            )}
            title={t(ACTION_WORDS[action])}
            onClick={() => live.on.act(action)}
          >
            <ActionIcon action={action} />
            <span className="max-md:sr-only">{t(ACTION_WORDS[action])}</span>
          </button>
        ))}
      </div>
      <IconButton
        label={t('drive.selection.clear')}
        icon={<X size={20} aria-hidden="true" />}
        className="max-md:order-2"
        onClick={() => live.on.clear()}
      />
    </div>
  );
}
