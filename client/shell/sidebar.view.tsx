/**
 * The sidebar of the drive: places as real links, and how much room is left.
 */
import { FolderOpen, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { StorageBar } from '#client/ui/progress.tsx';
import { href } from '#shared/routes.ts';

export type SidebarPlace = 'all' | 'trash';

/** The popover's id; `document.getElementById(SIDEBAR_ID)?.showPopover()` opens it from script. */
export const SIDEBAR_ID = 'sidebar';

export interface SidebarProps {
  place: SidebarPlace | null;
  storage?: ReactNode;
}

export function Sidebar({ place, storage }: SidebarProps): ReactNode {
  const { t } = useT();
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
          <li>
            <a className="side-link" href={href('drive.all')} aria-current={place === 'all' ? 'page' : undefined}>
              <FolderOpen size={20} aria-hidden="true" />
              {t('ui.sidebar.all_files')}
            </a>
          </li>
          <li>
            <a className="side-link" href={href('drive.trash')} aria-current={place === 'trash' ? 'page' : undefined}>
              <Trash2 size={20} aria-hidden="true" />
              {t('ui.sidebar.trash')}
            </a>
          </li>
        </ul>
      </nav>
      {storage ? <div className="mt-auto border-t border-line px-3 pt-4">{storage}</div> : null}
    </aside>
  );
}

export interface StorageMeterProps {
  /** Bytes taken by live and trashed files. */
  usedBytes: number;
  /** Bytes the person may store; 0 when not known. */
  limitBytes: number;
}

export function StorageMeter({ usedBytes, limitBytes }: StorageMeterProps): ReactNode {
  const { t } = useT();
  const format = useFormat();
  return (
    <div className="grid gap-2 text-xs">
      <p className="font-semibold">{t('ui.storage.title')}</p>
      <StorageBar label={t('ui.storage.title')} usedBytes={usedBytes} limitBytes={limitBytes} />
      <p className="text-muted">
        {t('ui.storage.used', { used: format.bytes(usedBytes), limit: format.bytes(limitBytes) })}
      </p>
    </div>
  );
}
