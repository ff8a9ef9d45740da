/** An operator's decision about a link of this person: its reason, its effect, and an objection. A plain form. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card, Notice } from '#client/ui/controls.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { TextArea } from '#client/ui/text-area.tsx';
import { href } from '#shared/routes.ts';
import { APPEAL_MAX_CHARS, REASON_KEYS, type ReportReason } from '#shared/share/reports.ts';

export interface DecisionViewProps {
  readonly action: string;
  /** Of the link. */
  readonly title: string;
  readonly isClosed: boolean;
  readonly hasBanned: boolean;
  readonly ground: ReportReason;
  readonly decidedMs: number;
  /** 0: the person has not objected. */
  readonly appealedMs: number;
  readonly isFinal: boolean;
  /** The document about copyright, in the person's language; '' for another ground. */
  readonly policyHref: string;
  readonly typed: string;
  readonly error: string | null;
}

/** @param children  the decision @param below  what the owner can do */
function DecisionPage({ title, below, children }: { title: string; below: ReactNode; children: ReactNode }): ReactNode {
  const { t } = useT();
  return (
    <div className="drive-page justify-items-start">
      <a className="link text-sm" href={href('drive.shares')}>
        {t('share.my_links.title')}
      </a>
      <h1 className="page-title">{t('ops.decision.title')}</h1>
      <p className="mt-2 font-semibold break-words" dir="auto">
        {title}
      </p>
      <Card className="mt-5 grid gap-2 p-4 sm:p-5">{children}</Card>
      {below}
    </div>
  );
}

export function DecisionView(props: DecisionViewProps): ReactNode {
  const { title, isClosed, hasBanned, ground, decidedMs } = props;
  const { t } = useT();
  const format = useFormat();
  const date = format.date(decidedMs);
  return (
    <DecisionPage title={title} below={isClosed ? <Objection {...props} /> : null}>
      <p>{isClosed ? t('ops.decision.closed', { date }) : t('ops.decision.opened', { date })}</p>
      {isClosed ? <p>{t('ops.decision.reason', { reason: t(REASON_KEYS[ground]) })}</p> : null}
      {hasBanned ? <p>{t('ops.decision.banned')}</p> : null}
      {isClosed ? <p className="text-muted">{t('ops.decision.files')}</p> : null}
    </DecisionPage>
  );
}

/** A link that is closed without a decision to read: an operator closed it by its content, or the case was erased after two years. */
export function NoDecisionView({ title, contactHref }: { title: string; contactHref: string }): ReactNode {
  const { t } = useT();
  return (
    <DecisionPage
      title={title}
      below={
        <p className="mt-5">
          <Button href={contactHref}>{t('ops.decision.contact')}</Button>
        </p>
      }
    >
      <p>{t('ops.decision.none')}</p>
      <p className="text-muted">{t('ops.decision.files')}</p>
    </DecisionPage>
  );
}

function Objection({ action, appealedMs, isFinal, ground, policyHref, typed, error }: DecisionViewProps): ReactNode {
  const { t } = useT();
  const format = useFormat();
  if (isFinal) return <Notice className="mt-5">{t('ops.decision.final')}</Notice>;
  if (appealedMs > 0)
    return (
      <Notice tone="ok" className="mt-5">
        {t('ops.decision.appealed', { date: format.date(appealedMs) })}
      </Notice>
    );
  return (
    <section className="mt-8" aria-labelledby="objection">
      <h2 id="objection" className="text-lg">
        {t('ops.decision.appeal.title')}
      </h2>
      <p className="mt-2">{t('ops.decision.appeal.lead')}</p>
      {ground === 'copyright' ? (
        <p className="mt-2">
          {t('ops.decision.appeal.copyright')}{' '}
          <a className="link" href={policyHref}>
            {t('ops.report.policy')}
          </a>
        </p>
      ) : null}
      <form method="post" action={action} className="mt-5 grid gap-5" data-guard>
        <TextArea
          label={t('ops.decision.appeal.label')}
          hint={t('ops.decision.appeal.hint', { max: format.number(APPEAL_MAX_CHARS) })}
          error={error}
          name="message"
          rows={7}
          defaultValue={typed}
          maxLength={APPEAL_MAX_CHARS}
          required
        />
        <div>
          <Button type="submit" variant="primary" className="max-sm:w-full">
            {t('ops.decision.appeal.submit')}
          </Button>
        </div>
      </form>
    </section>
  );
}
