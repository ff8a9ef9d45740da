/** State of a link: a short label, and its cause with the next step as one sentence. */
import type { ReactNode } from 'react';
import { classes } from '#client/ui/classes.ts';
import { useT } from '#client/ui/i18n.tsx';
import type { OwnLinkView } from '#shared/share/contract.ts';
import type { ShareStatus } from '#shared/share/model.ts';
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

export function LinkCause({ link }: { link: Pick<OwnLinkView, 'link_status' | 'paused'> }): ReactNode {
  const { t } = useT();
  const isPaused = link.link_status === 'DELETED' && link.paused;
  return <p className="text-sm text-muted">{t(isPaused ? 'share.my_links.cause.paused' : CAUSES[link.link_status])}</p>;
}
