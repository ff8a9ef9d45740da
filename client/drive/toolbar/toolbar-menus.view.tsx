/**
 * Menus of a listing's order, kind and view. Native disclosures of links, so that they work before any script; the plain script
 * closes them on a press elsewhere and on Escape. Settings without an address are buttons.
 */
import { ArrowDownWideNarrow, Check, ChevronDown, LayoutGrid, List, ListFilter } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { classes } from '#client/ui/classes.ts';
import { useT } from '#client/ui/i18n.tsx';
import { LIST_COLUMNS } from '#shared/drive/display.ts';
import { ORDER_LABELS } from '#shared/drive/order-labels.ts';
import { type ListingAddress, listingHref, withParameter } from '#shared/drive/places.ts';
import type { DriveBrowserProps, ViewType } from '#shared/islands.ts';
import type { BrowserHandlers } from '../browser-model.ts';
import { COLUMN_LABELS, KIND_LABELS, VIEW_LABELS } from './labels.ts';

/** Settings of the open listing. */
export type Here = Pick<
  DriveBrowserProps,
  | 'place'
  | 'folderId'
  | 'order'
  | 'view'
  | 'query'
  | 'kind'
  | 'foldersFirst'
  | 'isOrderGlobal'
  | 'isViewGlobal'
  | 'isCompact'
  | 'columns'
>;

type MenuProps = Here & { on?: BrowserHandlers };

/** An unmodified press of the first button: handled here. */
export function isPlainPress(event: MouseEvent): boolean {
  return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
}

/** The same listing with another order or view. */
export function listingHrefWith(here: ListingAddress, change: string): string {
  return withParameter(listingHref(here), change);
}

function closeMenuOf(element: HTMLElement): void {
  const menu = element.closest('details');
  if (menu) menu.open = false;
  menu?.querySelector('summary')?.focus();
}

function Disclosure({
  label,
  icon,
  className,
  children,
}: {
  label: string;
  icon: ReactNode;
  className?: string;
  children: ReactNode;
}): ReactNode {
  return (
    <details className="relative" data-menu>
      <summary className={classes('btn btn-icon', className)} aria-label={label} title={label}>
        {icon}
      </summary>
      <ul
        className="menu absolute end-0 mt-1 w-max max-sm:fixed max-sm:inset-x-3 max-sm:w-auto max-sm:max-w-none"
        aria-label={label}
      >
        {children}
      </ul>
    </details>
  );
}

/** One of several choices. @param run  left out where the link suffices */
function Choice({
  href,
  isCurrent,
  run,
  children,
}: {
  /** Left out where no address sets it. */
  href?: string;
  isCurrent: boolean;
  run?: () => void;
  children: ReactNode;
}): ReactNode {
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (!run || !isPlainPress(event)) return;
    event.preventDefault();
    closeMenuOf(event.currentTarget);
    run();
  };
  const inside = (
    <>
      <span className="flex-1">{children}</span>
      {isCurrent ? <Check size={18} aria-hidden="true" /> : null}
    </>
  );
  const common = { className: 'menu-item min-h-11', 'aria-current': isCurrent || undefined, onClick };
  return (
    <li className={href === undefined ? 'needs-script' : undefined}>
      {href === undefined ? (
        <button type="button" {...common}>
          {inside}
        </button>
      ) : (
        <a {...common} href={href}>
          {inside}
        </a>
      )}
    </li>
  );
}

/** A switch beside the choices. @param isFirst  a line is drawn above it */
function Toggle({
  isOn,
  isFirst,
  run,
  children,
}: {
  isOn: boolean;
  isFirst?: boolean;
  run?: (isOn: boolean) => void;
  children: ReactNode;
}): ReactNode {
  return (
    <li className={classes('needs-script', isFirst && 'mt-1 border-t border-line pt-1')}>
      <label className="menu-item min-h-11">
        <span className="flex-1">{children}</span>
        <input
          type="checkbox"
          className="checkbox"
          checked={isOn}
          onChange={(event) => run?.(event.currentTarget.checked)}
        />
      </label>
    </li>
  );
}

export function SortMenu({ on, ...here }: MenuProps): ReactNode {
  const { t } = useT();
  return (
    <Disclosure label={t('drive.sort.label')} icon={<ArrowDownWideNarrow size={20} aria-hidden="true" />}>
      {ORDER_LABELS.map(({ order, key }) => (
        <Choice
          key={order}
          href={order === 'type_desc' ? undefined : listingHrefWith(here, `order=${order}`)}
          isCurrent={order === here.order}
          run={on && (() => on.sort(order))}
        >
          {t(key)}
        </Choice>
      ))}
      <Toggle isFirst isOn={here.foldersFirst} run={on?.pinFolders}>
        {t('drive.sort.folders_first')}
      </Toggle>
      <Toggle isOn={here.isOrderGlobal} run={(isOn) => on?.shareChoice('order', isOn)}>
        {t('drive.sort.everywhere')}
      </Toggle>
    </Disclosure>
  );
}

/** The kinds that are shown. */
export function KindMenu({ on, ...here }: MenuProps): ReactNode {
  const { t } = useT();
  return (
    <Disclosure
      label={t('drive.filter.label')}
      icon={<ListFilter size={20} aria-hidden="true" />}
      className={here.kind === 'all' ? undefined : 'bg-accent-soft text-accent'}
    >
      {KIND_LABELS.map(({ kind, key }) => (
        <Choice
          key={kind}
          href={listingHref({ ...here, kind })}
          isCurrent={kind === here.kind}
          run={on && (() => on.narrow(kind))}
        >
          {t(key)}
        </Choice>
      ))}
    </Disclosure>
  );
}

const STORED_VIEWS: readonly { view: ViewType; Icon: typeof List }[] = [
  { view: 'list', Icon: List },
  { view: 'grid', Icon: LayoutGrid },
];

const LARGE_VIEWS = ['single', 'flow'] as const;

/** Height of the rows of a list, and what it shows beside the name. */
function ListChoices({ isCompact, columns, on }: MenuProps): ReactNode {
  const { t } = useT();
  return (
    <>
      <Toggle isFirst isOn={isCompact} run={on?.setCompact}>
        {t('drive.view.compact')}
      </Toggle>
      <li className="needs-script px-3 pt-2 text-xs font-semibold text-muted">{t('drive.view.columns')}</li>
      {LIST_COLUMNS.map((column) => (
        <Toggle key={column} isOn={columns.includes(column)} run={on && ((isOn) => on.showColumn(column, isOn))}>
          {t(COLUMN_LABELS[column])}
        </Toggle>
      ))}
    </>
  );
}

/** The two stored views, and a menu of the two preview views. */
export function ViewSwitch({ on, ...here }: MenuProps): ReactNode {
  const { t } = useT();
  const look = (isCurrent: boolean) => (isCurrent ? 'bg-raised text-ink shadow-sm' : 'text-muted hover:text-ink');
  return (
    <nav aria-label={t('drive.view.label')} className="flex gap-0.5 rounded-md bg-sunken p-0.5">
      {STORED_VIEWS.map(({ view, Icon }) => (
        <a
          key={view}
          href={listingHrefWith(here, `view=${view}`)}
          aria-label={t(VIEW_LABELS[view])}
          title={t(VIEW_LABELS[view])}
          aria-current={view === here.view ? 'true' : undefined}
          className={classes('inline-flex h-10 w-11 items-center justify-center rounded-md', look(view === here.view))}
          onClick={(event) => {
            if (!on || !isPlainPress(event)) return;
            event.preventDefault();
            on.show(view);
          }}
        >
          <Icon size={20} aria-hidden="true" />
        </a>
      ))}
      <Disclosure
        label={t('drive.view.more')}
        icon={<ChevronDown size={18} aria-hidden="true" />}
        className={classes('h-10 rounded-md', look(here.view === 'single' || here.view === 'flow'))}
      >
        {LARGE_VIEWS.map((view) => (
          <Choice
            key={view}
            href={listingHrefWith(here, `view=${view}`)}
            isCurrent={view === here.view}
            run={on && (() => on.show(view))}
          >
            {t(VIEW_LABELS[view])}
          </Choice>
        ))}
        {here.view === 'list' ? <ListChoices {...here} on={on} /> : null}
        <Toggle isFirst isOn={here.isViewGlobal} run={(isOn) => on?.shareChoice('view', isOn)}>
          {t('drive.view.everywhere')}
        </Toggle>
      </Disclosure>
    </nav>
  );
}
