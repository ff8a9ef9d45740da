/**
 * The ways into an account besides the password: two-step sign-in and passkeys. Plain forms that post `step` to `action`
 * (worker/pages/account/factor-forms.ts reads them); making a passkey alone needs script. Nothing can be changed before the password
 * was shown again: `sudoToken` is what it gave, and travels in the forms.
 */
import type { ReactNode } from 'react';
import { CheckFields, checkOf } from '#client/shield/index.ts';
import { Button } from '#client/ui/button.tsx';
import { Card, Notice } from '#client/ui/controls.tsx';
import { CurrentPasswordField } from '#client/ui/current-password-field.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { NoPassword } from '../provider/no-password.view.tsx';
import { ProviderLinksView } from '../provider/provider-links.view.tsx';
import { errorOf, type FactorSectionProps } from './factor-fields.view.tsx';
import { PasskeysView } from './factor-passkeys.view.tsx';
import { TwoFactorView } from './factor-two.view.tsx';
import { RecoveryCodesView } from './recovery-codes.view.tsx';

export function FactorSection(props: FactorSectionProps): ReactNode {
  const { recoveryCodes, sudoToken, notice, account, action } = props;
  return (
    <div className="grid gap-6">
      {notice ? <Notice tone="ok">{notice}</Notice> : null}
      {recoveryCodes ? <RecoveryCodesView codes={recoveryCodes} account={account} action={action} /> : null}
      {props.hasPassword ? null : <NoPassword {...props} />}
      {props.hasPassword && sudoToken === '' ? <ConfirmForm {...props} /> : null}
      <TwoFactorView {...props} />
      <PasskeysView {...props} />
      <ProviderLinksView {...props} />
    </div>
  );
}

function ConfirmForm(props: FactorSectionProps): ReactNode {
  const { t } = useT();
  const { action, check } = props;
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-lg">{t('auth.factor.confirm.title')}</h2>
      <form method="post" action={action} className="mt-4 grid gap-4" data-guard {...checkOf(check)}>
        <input type="hidden" name="step" value="confirm" />
        <CurrentPasswordField
          label={t('auth.factor.confirm.password')}
          hint={t('auth.factor.confirm.hint')}
          error={errorOf(props, 'confirm')}
        />
        <CheckFields check={check} />
        <div>
          <Button type="submit" variant="primary">
            {t('auth.factor.confirm.submit')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
