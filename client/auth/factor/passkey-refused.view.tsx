/** The page of a passkey that opens nothing: why, the button again, and the other ways. */
import type { ReactNode } from 'react';
import { AccountCard } from '#client/shell/account-card.view.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { type Carry, signInHref } from '../sign-in/carry.view.tsx';
import { PasskeyButton } from './passkey-button.view.tsx';

export function PasskeyRefusedView({ carry, error }: { carry: Carry; error: string }): ReactNode {
  const { t } = useT();
  const keep: Record<string, string> = carry.dialog ? { frame: 'dialog' } : {};
  if (carry.purpose) keep['scene'] = carry.purpose;
  return (
    <AccountCard
      title={t('auth.factor.passkey.sign_in')}
      error={error}
      dialog={carry.dialog}
      other={
        <a className="link" href={signInHref('auth.sign-in', carry)}>
          {t('auth.factor.passkey.other_way')}
        </a>
      }
    >
      <div className="mt-6">
        <PasskeyButton next={carry.next} keep={keep} />
      </div>
    </AccountCard>
  );
}
