/** Reporting a shared link: reason, note, address for an answer. A plain form; with a human check to pass the script opens it. */
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { SitePage } from '#client/shell/site-page.view.tsx';
import { CheckFields, checkOf, type HumanCheck } from '#client/shield/index.ts';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/controls.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { EmptyState } from '#client/ui/states.tsx';
import { TextArea } from '#client/ui/text-area.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { EMAIL_MAX_CHARS } from '#shared/auth/rules.ts';
import { REASON_KEYS, REPORT_NOTE_MAX_CHARS, REPORT_REASONS, type ReportReason } from '#shared/share/reports.ts';

export interface ReportViewProps {
  /** Address of this page, to which the form posts. */
  readonly action: string;
  /** The link. */
  readonly backHref: string;
  /** The document about copyright, in the visitor's language. */
  readonly policyHref: string;
  /** The file that the report is about; '' for all of the link. */
  readonly fileId: string;
  /** As sent last time. */
  readonly reason: ReportReason | '';
  readonly note: string;
  readonly email: string;
  /** A whole sentence. */
  readonly error: string | null;
  /** Which field it belongs to; '' for none. */
  readonly field: '' | 'reason' | 'note' | 'email';
  readonly check: HumanCheck | null;
}

export function ReportView(props: ReportViewProps): ReactNode {
  const { action, backHref, policyHref, fileId, reason, note, email, error, field, check } = props;
  const { t } = useT();
  const format = useFormat();
  return (
    <SitePage className="max-w-2xl">
      <h1 className="site-title">{t('ops.report.title')}</h1>
      <p className="mt-3 text-lg text-muted">{t('ops.report.lead')}</p>
      {fileId === '' ? null : <p className="mt-3">{t('ops.report.file')}</p>}
      {error !== null && field === '' ? (
        <Notice tone="danger" className="mt-6">
          {error}
        </Notice>
      ) : null}
      <form method="post" action={action} className="mt-8 grid gap-6" data-guard {...checkOf(check)}>
        <input type="hidden" name="file" value={fileId} />
        <fieldset className="min-w-0" aria-describedby={field === 'reason' ? 'report-reason-error' : undefined}>
          <legend className="mb-2 font-semibold">{t('ops.report.reason.label')}</legend>
          {field === 'reason' ? (
            <p id="report-reason-error" className="mb-2 text-sm text-danger" role="alert">
              {error}
            </p>
          ) : null}
          <div className="card divide-y divide-line">
            {REPORT_REASONS.map((each) => (
              <label key={each} className="flex min-h-11 cursor-pointer items-center gap-3 px-4 py-2">
                <input type="radio" name="reason" value={each} required defaultChecked={each === reason} />
                <span className="min-w-0">{t(REASON_KEYS[each])}</span>
              </label>
            ))}
          </div>
          <p className="mt-2 text-sm text-muted">
            <a className="link" href={policyHref}>
              {t('ops.report.policy')}
            </a>
          </p>
        </fieldset>
        <TextArea
          label={t('ops.report.note.label')}
          hint={t('ops.report.note.hint', { max: format.number(REPORT_NOTE_MAX_CHARS) })}
          error={field === 'note' ? error : null}
          name="note"
          rows={5}
          defaultValue={note}
          maxLength={REPORT_NOTE_MAX_CHARS}
          autoFocus={field === 'note'}
        />
        <TextField
          label={t('ops.report.email.label')}
          hint={t('ops.report.email.hint')}
          error={field === 'email' ? error : null}
          name="email"
          type="email"
          defaultValue={email}
          autoComplete="email"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={EMAIL_MAX_CHARS}
          autoFocus={field === 'email'}
        />
        <CheckFields check={check} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" autoFocus={check !== null} variant="primary" size="lg" className="max-sm:w-full">
            {t('ops.report.submit')}
          </Button>
          <Button href={backHref} size="lg" className="max-sm:w-full">
            {t('ops.report.back')}
          </Button>
        </div>
      </form>
    </SitePage>
  );
}

/** After it was sent: the same words whatever the link is. */
export function ReportSentView({ backHref }: { backHref: string }): ReactNode {
  const { t } = useT();
  return (
    <div className="py-8 md:py-16" role="status">
      <EmptyState
        level="h1"
        icon={<CircleCheck size={28} aria-hidden="true" />}
        title={t('ops.report.sent.title')}
        text={t('ops.report.sent.text')}
        action={<Button href={backHref}>{t('ops.report.back')}</Button>}
      />
    </div>
  );
}
