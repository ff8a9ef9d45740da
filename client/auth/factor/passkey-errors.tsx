/** The sentences that client/pages/auth/passkey.ts may need, hidden until one of them is true. */
import type { ReactNode } from 'react';
import { useT } from '#client/ui/i18n.tsx';

export function PasskeyTroubles(): ReactNode {
  const { t } = useT();
  return (
    <div role="alert" className="text-sm text-danger empty:hidden">
      <p hidden data-trouble="cancelled" className="mt-3">
        {t('auth.factor.passkey.cancelled')}
      </p>
      <p hidden data-trouble="unsupported" className="mt-3">
        {t('auth.factor.passkey.unsupported')}
      </p>
      <p hidden data-trouble="exists" className="mt-3">
        {t('auth.factor.passkey.exists')}
      </p>
      <p hidden data-trouble="failed" className="mt-3">
        {t('auth.factor.passkey.failed')}
      </p>
    </div>
  );
}
