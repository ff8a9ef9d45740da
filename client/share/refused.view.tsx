/** Why a share does not open, and the visitor's next step. One table row per status. */
import type { LucideIcon } from 'lucide-react';
import { Ban, CalendarX2, CopyX, FileX2, Hourglass, SearchX, ShieldX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { EmptyState } from '#client/ui/states.tsx';
import type { MessageKey } from '#shared/locale/keys.gen.ts';

export type RefusedStatus =
  | 'MAX_RESTORE_COUNT'
  | 'EXPIRED'
  | 'DELETED'
  | 'SENSITIVE_RESOURCE'
  | 'SENSITIVE_WORD'
  | 'AUDITING'
  | 'NOT_FOUND'
  | 'PROHIBITED';

type PlainKey = Extract<MessageKey, `share.refused.${string}`>;

const REASONS: Record<RefusedStatus, { icon: LucideIcon; title: PlainKey; text: PlainKey }> = {
  MAX_RESTORE_COUNT: { icon: CopyX, title: 'share.refused.used_up.title', text: 'share.refused.used_up.text' },
  EXPIRED: { icon: CalendarX2, title: 'share.refused.expired.title', text: 'share.refused.expired.text' },
  DELETED: { icon: FileX2, title: 'share.refused.deleted.title', text: 'share.refused.deleted.text' },
  SENSITIVE_RESOURCE: { icon: ShieldX, title: 'share.refused.content.title', text: 'share.refused.content.text' },
  SENSITIVE_WORD: { icon: ShieldX, title: 'share.refused.name.title', text: 'share.refused.name.text' },
  AUDITING: { icon: Hourglass, title: 'share.refused.review.title', text: 'share.refused.review.text' },
  NOT_FOUND: { icon: SearchX, title: 'share.refused.not_found.title', text: 'share.refused.not_found.text' },
  PROHIBITED: { icon: Ban, title: 'share.refused.prohibited.title', text: 'share.refused.prohibited.text' },
};

interface RefusedViewProps {
  readonly status: RefusedStatus;
  readonly homeHref: string;
  /** For the owner alone: the terms of the link, where the cause is. */
  readonly manageHref?: string | undefined;
}

export function RefusedView({ status, homeHref, manageHref }: RefusedViewProps): ReactNode {
  const { t } = useT();
  const { icon: Icon, title, text } = REASONS[status];
  return (
    <EmptyState
      level="h1"
      className="mt-[10svh] mb-auto"
      icon={<Icon size={28} aria-hidden="true" />}
      title={t(title)}
      text={<p>{t(manageHref === undefined ? text : 'share.own.closed')}</p>}
      action={
        manageHref !== undefined ? (
          <Button variant="primary" href={manageHref}>
            {t('share.own.manage')}
          </Button>
        ) : status === 'AUDITING' ? (
          <Button variant="primary" href="">
            {t('share.refused.review.again')}
          </Button>
        ) : (
          <Button href={homeHref}>{t('ui.shell.home')}</Button>
        )
      }
    />
  );
}
