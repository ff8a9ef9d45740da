/**
 * The bar at the foot of a phone: files, photos, links, and the account with the other places. In its middle is the space of the main
 * action, which is in the side column.
 */
import { FolderOpen, Images, Link2, type LucideIcon, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';
import type { SidebarPlace } from './sidebar.view.tsx';
import { SIDEBAR_ID } from './sidebar-id.ts';

const BEFORE = [
  { id: 'all', Icon: FolderOpen, key: 'ui.phone.files' },
  { id: 'photos', Icon: Images, key: 'ui.sidebar.photos' },
] as const;
const AFTER = [{ id: 'shares', Icon: Link2, key: 'ui.phone.links' }] as const;

export function PhoneBar({ place }: { place: SidebarPlace | null }): ReactNode {
  const { t } = useT();
  const link = ({ id, Icon, key }: (typeof BEFORE)[number] | (typeof AFTER)[number]) => (
    <a
      key={id}
      className="phone-tab"
      data-place={id}
      href={href(`drive.${id}`)}
      aria-current={place === id ? 'page' : undefined}
    >
      <Tab Icon={Icon} label={t(key)} />
    </a>
  );
  return (
    <nav className="phone-bar" aria-label={t('ui.phone.label')}>
      {BEFORE.map(link)}
      <span />
      {AFTER.map(link)}
      <button type="button" className="phone-tab" popoverTarget={SIDEBAR_ID}>
        <Tab Icon={UserRound} label={t('ui.phone.account')} />
      </button>
    </nav>
  );
}

function Tab({ Icon, label }: { Icon: LucideIcon; label: string }): ReactNode {
  return (
    <>
      <Icon size={22} aria-hidden="true" />
      <span>{label}</span>
    </>
  );
}
