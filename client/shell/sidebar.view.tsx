/**
 * The sidebar of the drive: places as real links, and the free storage.
 */
import {
  CircleHelp,
  Clock,
  FolderOpen,
  Globe,
  Images,
  Link2,
  ListChecks,
  type LucideIcon,
  Menu,
  MoonStar,
  PanelLeft,
  Settings,
  Star,
  Sun,
  Trash2,
  Users,
  Wrench,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '#client/ui/classes.ts';
import { useT } from '#client/ui/i18n.tsx';
import { joinLocale } from '#shared/locale/path.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { href } from '#shared/routes.ts';
import { LanguageList } from './language-menu.view.tsx';
import { type Person, PersonHead, PersonLinks } from './person-menu.view.tsx';
import { SIDEBAR_ID } from './sidebar-id.ts';

/** `storage` is the foot, the others are entries. */
export type SidebarPlace =
  | 'all'
  | 'recent'
  | 'photos'
  | 'starred'
  | 'tasks'
  | 'shares'
  | 'common'
  | 'trash'
  | 'storage';

const PLACES = [
  { place: 'all', Icon: FolderOpen, key: 'ui.sidebar.all_files' },
  { place: 'recent', Icon: Clock, key: 'ui.sidebar.recent' },
  { place: 'photos', Icon: Images, key: 'ui.sidebar.photos' },
  { place: 'starred', Icon: Star, key: 'ui.sidebar.starred' },
  { place: 'tasks', Icon: ListChecks, key: 'ui.sidebar.tasks' },
  { place: 'shares', Icon: Link2, key: 'ui.sidebar.shares' },
  { place: 'common', Icon: Users, key: 'ui.sidebar.common' },
  { place: 'trash', Icon: Trash2, key: 'ui.sidebar.trash' },
] as const;

/** On a phone they are in the bar at its foot. */
const IN_PHONE_BAR: readonly SidebarPlace[] = ['all', 'photos', 'shares'];

/** Opens the places where no bar of a phone does. */
export function SidebarButton(): ReactNode {
  const { t } = useT();
  return (
    <button
      type="button"
      className="btn btn-icon md:hidden"
      popoverTarget={SIDEBAR_ID}
      aria-label={t('ui.sidebar.open')}
      title={t('ui.sidebar.open')}
    >
      <Menu size={22} aria-hidden="true" />
    </button>
  );
}

export interface SidebarProps {
  place: SidebarPlace | null;
  /** Absent for visitors, who have no drive. */
  storage?: ReactNode;
  /** Left out where the page has no script to fold it. */
  isNarrow?: boolean;
  /** Null for a visitor. On a phone the menu of the person is here too. */
  person?: Person | null;
  /** The address of this page in each language. */
  languageHrefs: Readonly<Record<Locale, string>>;
}

export function Sidebar({ place, storage, isNarrow, person = null, languageHrefs }: SidebarProps): ReactNode {
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
      {person ? <PersonHead person={person} /> : null}
      <nav aria-label={t('ui.sidebar.places')}>
        <ul className="grid gap-1">
          {PLACES.map(({ place: id, Icon, key }) => (
            <li key={id} className={person && IN_PHONE_BAR.includes(id) ? 'max-md:hidden' : undefined}>
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
          <div className="side-wide max-md:hidden mb-1 border-t border-line px-3 pt-4">
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
          {person?.isOperator ? <Entry to={href('ops.desk')} Icon={Wrench} label={t('ui.sidebar.ops')} /> : null}
        </div>
      ) : null}
      {person ? (
        <div className="md:hidden">
          <ThemeRow />
          <details className="border-b border-line pb-1.5">
            <summary className="menu-item">
              <Globe size={18} aria-hidden="true" />
              {t('ui.language.choose')}
            </summary>
            <LanguageList hrefs={languageHrefs} />
          </details>
          <PersonLinks person={person} />
        </div>
      ) : null}
      {isNarrow === undefined ? null : (
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
      )}
    </aside>
  );
}

/** The switch between light and dark, with its words. */
function ThemeRow(): ReactNode {
  const { t } = useT();
  return (
    <button type="button" className="menu-item needs-script" data-theme-toggle>
      <Sun size={18} className="theme-light" aria-hidden="true" />
      <MoonStar size={18} className="theme-dark" aria-hidden="true" />
      {t('ui.theme.switch')}
    </button>
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
