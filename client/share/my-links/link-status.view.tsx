/** State of a link: a short label, and its cause with the next step as one sentence. */
import type { ReactNode } from 'react';
import { classes } from '#client/ui/classes.ts';
import { useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';
import type { OwnLinkView } from '#shared/share/contract.ts';
import { DECIDED_STATUSES, type ShareStatus } from '#shared/share/model.ts';
import { CAUSES, STATUS_LABELS } from './labels.ts';

const TONES: Readonly<Record<ShareStatus, string>> = {
  OK: 'text-ok',
  PASS_CODE_EMPTY: 'text-ok',
  PASS_CODE_ERROR: 'text-warn',
  MAX_RESTORE_COUNT: 'text-warn',
  EXPIRED: 'text-muted',
  DELETED: 'text-muted',
  AUDITING: 'text-warn',
  NOT_FOUND: 'text-danger',
  SENSITIVE_RESOURCE: 'text-danger',
  SENSITIVE_WORD: 'text-danger',
  PROHIBITED: 'text-danger',
};

export function LinkStatus({ status }: { status: ShareStatus }): ReactNode {
  const { t } = useT();
  return (
    <span className={classes('text-sm font-semibold', TONES[status])} data-status={status}>
      {t(STATUS_LABELS[status])}
    </span>
  );
}

const CLOSED_BY_DECISION: readonly string[] = DECIDED_STATUSES.filter((status) => status !== 'OK');

export function LinkCause({ link }: { link: Pick<OwnLinkView, 'link_status' | 'paused' | 'share_id'> }): ReactNode {
  const { t } = useT();
  const isPaused = link.link_status === 'DELETED' && link.paused;
  return (
    <p className="text-sm text-muted">
      {t(isPaused ? 'share.my_links.cause.paused' : CAUSES[link.link_status])}
      {CLOSED_BY_DECISION.includes(link.link_status) ? (
        <>
          {' '}
          <a className="link" href={href('share.decision', { shareId: link.share_id })}>
            {t('share.my_links.decision')}
          </a>
        </>
      ) : null}
    </p>
  );
}
