/** A new app password with everything that a program asks for, once. */
import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/controls.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { QrCode } from '#client/ui/qr-code.tsx';
import { href } from '#shared/routes.ts';
import { CopiedValue, type ProgramsPageProps } from './programs-parts.view.tsx';

/** Text of the code that phone apps of the sync clients read. They take the three values as written, so a name with a separator in it gives way to another one. */
function appCode({ userName, syncAddress }: ProgramsPageProps, { password }: { password: string }): string {
  const user = /^[\w.@-]+$/.test(userName) ? userName : 'magpie';
  return `nc://login/user:${user}&password:${password}&server:${syncAddress}`;
}

function ScannedCode({ text, label, hint }: { text: string; label: string; hint: string }): ReactNode {
  return (
    <div className="mt-5 flex flex-wrap items-center gap-5">
      <div className="w-44 flex-none rounded-md border border-line">
        <QrCode text={text} label={label} />
      </div>
      <p className="min-w-0 flex-1 basis-48 text-sm text-muted">{hint}</p>
    </div>
  );
}

export function MadePassword({
  page,
  made,
}: {
  page: ProgramsPageProps;
  made: NonNullable<ProgramsPageProps['made']>;
}): ReactNode {
  const { t } = useT();
  return (
    <Card className="border-accent p-5 sm:p-7" role="status">
      <div className="flex items-center gap-3">
        <KeyRound size={24} className="flex-none text-accent" aria-hidden="true" />
        <h2 className="min-w-0 text-lg font-semibold break-words">{t('programs.made.title', { name: made.name })}</h2>
      </div>
      <p className="mt-2">{t('programs.made.lead')}</p>
      <dl className="mt-3 divide-y divide-line border-y border-line">
        <CopiedValue label={t('programs.settings.address')} value={page.address} />
        <CopiedValue label={t('programs.settings.user')} value={page.userName} />
        <CopiedValue label={t('programs.settings.password')} value={made.password} />
      </dl>
      <ScannedCode text={made.password} label={t('programs.made.qr')} hint={t('programs.made.scan')} />
      <ScannedCode text={appCode(page, made)} label={t('programs.made.qr_app')} hint={t('programs.made.scan_app')} />
      <div className="mt-5">
        <Button href={href('account.programs')} variant="primary">
          {t('programs.made.done')}
        </Button>
      </div>
    </Card>
  );
}
