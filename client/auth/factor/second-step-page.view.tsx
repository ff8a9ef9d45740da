/** The sheet around the second step of a sign-in. */
import type { ReactNode } from 'react';
import { AccountCard } from '#client/shell/account-card.view.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';
import type { Carry } from '../sign-in/carry.view.tsx';
import { SecondStepView } from './second-step.view.tsx';

export interface SecondStepPageViewProps {
  carry: Carry;
  token: string;
  methods: readonly string[];
  mode: 'code' | 'recovery';
  error: string | null;
}

export function SecondStepPageView({ carry, token, methods, mode, error }: SecondStepPageViewProps): ReactNode {
  const { t } = useT();
  const keep: Record<string, string> = {};
  if (carry.purpose) keep['scene'] = carry.purpose;
  if (carry.dialog) keep['frame'] = 'dialog';
  return (
    <AccountCard
      title={t('auth.factor.step.title')}
      lead={t(mode === 'code' ? 'auth.factor.step.lead' : 'auth.factor.step.recovery.lead')}
      error={error}
      dialog={carry.dialog}
    >
      <SecondStepView
        action={href('auth.sign-in')}
        next={carry.next}
        token={token}
        methods={methods}
        mode={mode}
        keep={keep}
      />
    </AccountCard>
  );
}
