/** The bell of the drive's header: a link to the notifications, with the number of unread ones, which scripts update. */
import { Bell } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';

export function BellLink({ unread }: { unread: number }): ReactNode {
  const { t } = useT();
  const format = useFormat();
  return (
    <a className="btn btn-icon relative" href={href('drive.notifications')} title={t('drive.bell.title')} data-bell="">
      <Bell size={20} aria-hidden="true" />
      <span className="sr-only">{t('drive.bell.title')}</span>
      <span data-bell-unread="" hidden={unread === 0}>
        <span
          className="absolute end-0 top-0 grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-xs font-bold text-on-accent"
          data-bell-count=""
        >
          {format.number(unread)}
        </span>
        <span className="sr-only">{t('drive.bell.unread')}</span>
      </span>
    </a>
  );
}
