/** A calm line above the files for each new decision about a link of this person. Rendered on the server; closed without script. */
import { ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { CloseNote } from '#client/shell/notice-line.view.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';
import { REASON_KEYS, type ReportReason } from '#shared/share/reports.ts';

export interface LinkNoticeProps {
  /** Names the decision, for closing. */
  readonly id: string;
  readonly shareId: string;
  readonly kind: 'closed' | 'opened';
  readonly ground: ReportReason;
}

export function LinkNotices({ notices }: { notices: readonly LinkNoticeProps[] }): ReactNode {
  const { t } = useT();
  return notices.map(({ id, shareId, kind, ground }) => (
    <aside key={id} aria-label={t('ops.notice.label')} className="notice relative mb-5 py-1 pe-12">
      <ShieldAlert size={20} className="mt-2.5 max-sm:hidden" aria-hidden="true" />
      <p className="min-w-0 flex-1 py-2">
        {kind === 'closed' ? t('ops.notice.closed', { reason: t(REASON_KEYS[ground]) }) : t('ops.notice.opened')}{' '}
        <a className="link" href={href('share.decision', { shareId })}>
          {t('ops.notice.more')}
        </a>
      </p>
      <CloseNote id={id} className="absolute top-1 end-1" />
    </aside>
  ));
}
