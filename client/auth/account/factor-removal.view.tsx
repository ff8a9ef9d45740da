/** The page of a removal of the second factor that an operator began: by the letter it is stopped, by the link from hand to hand it is done. */
import type { ReactNode } from 'react';
import { AccountCard } from '#client/shell/account-card.view.tsx';
import { Button } from '#client/ui/button.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';

interface FactorRemovalProps {
  /** Null where nothing waits. */
  readonly removal: { readonly way: 'keep' | 'remove'; readonly dueMs: number } | null;
  /** Sent back with the press; '' for the session. */
  readonly token: string;
}

export function FactorRemovalView({ removal, token }: FactorRemovalProps): ReactNode {
  const { t } = useT();
  const format = useFormat();
  if (removal === null)
    return (
      <AccountCard title={t('auth.removal.none.title')} lead={t('auth.removal.none.text')}>
        <Button href={href('account.security')} size="lg" wide className="mt-6">
          {t('mail.factor.action')}
        </Button>
      </AccountCard>
    );
  const isKeep = removal.way === 'keep';
  return (
    <AccountCard
      title={t(isKeep ? 'auth.removal.keep.title' : 'auth.removal.now.title')}
      lead={
        isKeep ? t('auth.removal.keep.text', { date: format.dateAndTime(removal.dueMs) }) : t('auth.removal.now.text')
      }
    >
      <form method="post" action={href('account.factors')} className="mt-6" data-guard>
        <input type="hidden" name="token" value={token} />
        <Button type="submit" variant={isKeep ? 'primary' : 'danger'} size="lg" wide>
          {t(isKeep ? 'auth.removal.keep.submit' : 'auth.removal.now.submit')}
        </Button>
      </form>
    </AccountCard>
  );
}

/** After the press. */
export function FactorRemovalDoneView({ way }: { way: 'keep' | 'remove' }): ReactNode {
  const { t } = useT();
  const isKeep = way === 'keep';
  return (
    <AccountCard
      title={t(isKeep ? 'auth.removal.kept.title' : 'auth.removal.removed.title')}
      lead={t(isKeep ? 'auth.removal.kept.text' : 'auth.removal.removed.text')}
    >
      <Button href={href(isKeep ? 'auth.reset' : 'auth.sign-in')} variant="primary" size="lg" wide className="mt-6">
        {t(isKeep ? 'auth.account.freeze.done.action' : 'auth.sign_in.submit')}
      </Button>
    </AccountCard>
  );
}
