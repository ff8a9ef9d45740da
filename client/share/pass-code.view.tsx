/** Passcode form of a locked share. The code is sent only in the body of the form. */
import { LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { CheckFields, checkOf, type HumanCheck } from '#client/shield/index.ts';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/controls.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { MAX_PASTED_CHARS } from '#shared/intake/plain-text.ts';
import type { CodeKind } from '#shared/intake/shapes.ts';
import { ReportLink } from './report-link.view.tsx';

export interface PassCodeViewProps {
  wrong: boolean;
  ownerName?: string;
  error?: string | null;
  /** The sent passcode: a wrong one stays in its field, to be corrected. */
  typed?: string;
  held?: { readonly passCode: string; readonly check: HumanCheck } | null;
  /** The page that reports this link. */
  reportHref?: string | undefined;
  /** For the owner alone: the terms of the link, with its passcode. */
  manageHref?: string | undefined;
}

export function PassCodeView(props: PassCodeViewProps): ReactNode {
  const { wrong, ownerName, error, typed = '', held = null, reportHref, manageHref } = props;
  const { t } = useT();
  return (
    <div className="mx-auto mb-auto w-full max-w-md px-4 py-8 sm:mt-[8svh]">
      <Card className="p-6 shadow-md sm:p-9">
        <div className="badge-icon bg-accent-soft text-accent">
          <LockKeyhole size={26} aria-hidden="true" />
        </div>
        <h1 className="mt-5 text-2xl">{t('share.locked.title')}</h1>
        <p className="mt-2 text-muted">
          {manageHref !== undefined
            ? t('share.own.locked')
            : ownerName
              ? t('share.locked.text_by', { name: ownerName })
              : t('share.locked.text')}
        </p>
        <form method="post" className="mt-6 grid gap-5" data-guard {...checkOf(held?.check ?? null)}>
          <TextField
            label={t('share.locked.label')}
            hint={t('share.locked.hint')}
            error={held ? null : (error ?? (wrong ? t('share.status.PASS_CODE_ERROR') : null))}
            defaultValue={held?.passCode ?? typed}
            name="pass_code"
            className="text-center font-mono text-xl tracking-[0.2em]"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={MAX_PASTED_CHARS}
            data-code={'pass' satisfies CodeKind}
            required
            autoFocus
          />
          <CheckFields check={held?.check ?? null} />
          <Button type="submit" variant="primary" size="lg" wide>
            {t('share.locked.submit')}
          </Button>
        </form>
        {manageHref === undefined ? null : (
          <Button href={manageHref} size="lg" wide className="mt-3">
            {t('share.own.manage')}
          </Button>
        )}
      </Card>
      <div className="mt-6 text-center">
        <ReportLink href={reportHref} />
      </div>
    </div>
  );
}
