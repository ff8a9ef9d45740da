/**
 * The sidebar of the drive: places as real links, and the free storage.
 */
import {
  CircleHelp,
  Clock,
  FolderOpen,
  Link2,
  ListChecks,
  type LucideIcon,
  PanelLeft,
  Settings,
  Star,
  Trash2,
  Users,
  Wrench,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '#client/ui/classes.ts';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { StorageBar } from '#client/ui/progress.tsx';
import { joinLocale } from '#shared/locale/path.ts';
import { href } from '#shared/routes.ts';

/** `storage` is the foot, the others are entries. */
export type SidebarPlace = 'all' | 'recent' | 'starred' | 'tasks' | 'shares' | 'common' | 'trash' | 'storage';

/** The popover's id; `document.getElementById(SIDEBAR_ID)?.showPopover()` opens it from script. */
export const SIDEBAR_ID = 'sidebar';

const PLACES = [
  { place: 'all', Icon: FolderOpen, key: 'ui.sidebar.all_files' },
  { place: 'recent', Icon: Clock, key: 'ui.sidebar.recent' },
  { place: 'starred', Icon: Star, key: 'ui.sidebar.starred' },
  { place: 'tasks', Icon: ListChecks, key: 'ui.sidebar.tasks' },
  { place: 'shares', Icon: Link2, key: 'ui.sidebar.shares' },
  { place: 'common', Icon: Users, key: 'ui.sidebar.common' },
  { place: 'trash', Icon: Trash2, key: 'ui.sidebar.trash' },
] as const;

export interface SidebarProps {
  place: SidebarPlace | null;
  /** Absent for visitors, who have no drive. */
  storage?: ReactNode;
  isNarrow?: boolean;
  /** Operators find their desk here. */
  isOperator?: boolean;
}

export function Sidebar({ place, storage, isNarrow = false, isOperator = false }: SidebarProps): ReactNode {
  const { t, locale } = useT();
  return (
    <aside id={SIDEBAR_ID} popover="auto" className="sidebar gap-4" aria-label={t('ui.sidebar.label')}>
      <button
        type="button"
        className="btn btn-icon self-end md:hidden"
        popoverTarget={SIDEBAR_ID}
        popoverTargetAction="hide"
        aria-label={t('ui.sidebar.close')}
        title={t('ui.sidebar.close')}
      >
        <X size={22} aria-hidden="true" />
      </button>
      <nav aria-label={t('ui.sidebar.places')}>
        <ul className="grid gap-1">
          {PLACES.map(({ place: id, Icon, key }) => (
            <li key={id}>
              <a
                className="side-link"
                data-place={id}
                href={href(`drive.${id}`)}
                aria-current={place === id ? 'page' : undefined}
                title={t(key)}
              >
                <Icon size={20} aria-hidden="true" />
                <span className="side-text">{t(key)}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {storage ? (
        <div className="mt-auto grid gap-1">
          <div className="side-wide mb-1 border-t border-line px-3 pt-4">
            <a
              className="-mx-2 block rounded-md px-2 py-1 hover:bg-sunken"
              href={href('drive.storage')}
              aria-current={place === 'storage' ? 'page' : undefined}
            >
              {storage}
            </a>
          </div>
          <Entry to={joinLocale(locale, href('site.help-center'))} Icon={CircleHelp} label={t('site.help.title')} />
          <Entry to={href('account.settings')} Icon={Settings} label={t('auth.account.menu')} />
          {isOperator ? <Entry to={href('ops.desk')} Icon={Wrench} label={t('ui.sidebar.ops')} /> : null}
        </div>
      ) : null}
      <button
        type="button"
        className={classes('side-link needs-script cursor-pointer max-md:hidden', !storage && 'mt-auto')}
        aria-pressed={isNarrow}
        title={t('ui.sidebar.fold')}
        data-sidebar-toggle
      >
        <PanelLeft size={20} aria-hidden="true" />
        <span className="side-text">{t('ui.sidebar.fold')}</span>
      </button>
    </aside>
  );
}

function Entry({ to, Icon, label }: { to: string; Icon: LucideIcon; label: string }): ReactNode {
  return (
    <a className="side-link" href={to} title={label}>
      <Icon size={20} aria-hidden="true" />
      <span className="side-text">{label}</span>
    </a>
  );
}

export interface StorageMeterProps {
  /** Bytes taken by live and trashed files. */
  usedBytes: number;
  /** Storage limit of the user, bytes; 0 when unknown. */
  limitBytes: number;
}

export function StorageMeter({ usedBytes, limitBytes }: StorageMeterProps): ReactNode {
  const { t } = useT();
  const format = useFormat();
  return (
    <div className="grid gap-2 text-xs">
      <p className="font-semibold">{t('ui.storage.title')}</p>
      {/* The sentence below has the same value; screen readers would read the bar as a bare number. */}
      <div aria-hidden="true">
        <StorageBar label={t('ui.storage.title')} usedBytes={usedBytes} limitBytes={limitBytes} />
      </div>
      <p className="text-muted">
        {t('ui.storage.used', { used: format.bytes(usedBytes), limit: format.bytes(limitBytes) })}
      </p>
    </div>
  );
}
