/** An account that a sign-in provider opens and that has no password: where to choose one. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/controls.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';

/** Ways by which this site sends codes. */
export interface CodeWays {
  readonly mail: boolean;
  readonly sms: boolean;
}

export function NoPassword({ mail, sms }: CodeWays): ReactNode {
  const { t } = useT();
  return (
    <Notice>
      <p>{t('auth.provider.no_password')}</p>
      {mail ? <p className="mt-2">{t('auth.provider.no_password_code')}</p> : null}
      {mail || sms ? (
        <p className="mt-3">
          <Button href={href('auth.reset')}>{t('auth.provider.choose_password')}</Button>
        </p>
      ) : (
        <p className="mt-2">{t('auth.link.ask')}</p>
      )}
    </Notice>
  );
}
