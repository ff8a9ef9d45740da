/** Ten recovery codes, once: to copy, to download, to print. Downloading needs no script. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/controls.tsx';
import { useT } from '#client/ui/i18n.tsx';

export interface RecoveryCodesProps {
  codes: readonly string[];
  /** Whose they are. */
  account: string;
  /** Address of the next page. */
  action: string;
}

export function RecoveryCodesView({ codes, account, action }: RecoveryCodesProps): ReactNode {
  const { t } = useT();
  const file = [t('auth.factor.codes.file', { account }), '', ...codes, ''].join('\r\n');
  return (
    <Card className="border-accent p-5 sm:p-6" data-recovery>
      <h2 className="text-lg">{t('auth.factor.codes.title')}</h2>
      <p className="mt-2">{t('auth.factor.codes.lead')}</p>
      <ul
        aria-label={t('auth.factor.codes.list')}
        className="mt-4 grid grid-cols-1 gap-x-8 gap-y-2 rounded-md bg-sunken p-4 font-mono min-[400px]:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3 print:hidden">
        <Button className="needs-script" data-copy={codes.join('\n')} data-copied={t('auth.factor.codes.copied')}>
          {t('auth.factor.codes.copy')}
        </Button>
        <Button href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`} download="recovery-codes.txt">
          {t('auth.factor.codes.download')}
        </Button>
        <Button className="needs-script" data-print>
          {t('auth.factor.codes.print')}
        </Button>
        <Button href={action} variant="plain">
          {t('auth.factor.codes.done')}
        </Button>
      </div>
    </Card>
  );
}
