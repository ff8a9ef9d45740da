/** The pages around locking and closing an account, and around taking a change of address back. */
import type { ReactNode } from 'react';
import { AccountCard } from '#client/shell/account-card.view.tsx';
import { Button } from '#client/ui/button.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';
import { AccountForm, type AccountPageProps, FormTrouble, PasswordAgain } from './account-parts.view.tsx';

/** The second step of both: what will happen, and the password. */
export function AccountConfirmView({ what, page }: { what: 'freeze' | 'close'; page: AccountPageProps }): ReactNode {
  const { t } = useT();
  const isClose = what === 'close';
  return (
    <AccountCard
      title={t(isClose ? 'auth.account.close.title' : 'auth.account.freeze.title')}
      lead={t(isClose ? 'auth.account.close.text' : 'auth.account.freeze.text')}
      other={
        <a className="link" href={href('account.settings')}>
          {t('auth.account.cancel')}
        </a>
      }
    >
      <div className="mt-6">
        <AccountForm
          page={page}
          step={what}
          submit={t(isClose ? 'auth.account.close.submit' : 'auth.account.freeze.submit')}
          variant="danger"
        >
          <FormTrouble page={page} step={what} fields={['password']} />
          <PasswordAgain page={page} step={what} />
        </AccountForm>
      </div>
    </AccountCard>
  );
}

/** Shown after closing or locking the account, when the user is signed out. @param endsMs  epoch ms of the erasing; null for a locked account */
export function AccountEndedView({ endsMs }: { endsMs: number | null }): ReactNode {
  const { t } = useT();
  const format = useFormat();
  if (endsMs === null)
    return (
      <AccountCard title={t('auth.account.freeze.done.title')} lead={t('auth.account.freeze.done.text')}>
        <Button href={href('auth.reset')} variant="primary" size="lg" wide className="mt-6">
          {t('auth.account.freeze.done.action')}
        </Button>
      </AccountCard>
    );
  return (
    <AccountCard
      title={t('auth.account.closing.title')}
      lead={t('auth.account.closing.text', { date: format.date(endsMs) })}
    >
      <p className="mt-4">{t('auth.account.closing.done')}</p>
      <Button href={href('auth.sign-in')} size="lg" wide className="mt-6">
        {t('auth.sign_in.submit')}
      </Button>
    </AccountCard>
  );
}

/** @param token  '' once it was taken back */
export function AccountUndoView({ token, error }: { token: string; error: string | null }): ReactNode {
  const { t } = useT();
  if (token === '' && error === null)
    return (
      <AccountCard title={t('auth.account.undo.done.title')} lead={t('auth.account.undo.done.text')}>
        <Button href={href('auth.reset')} variant="primary" size="lg" wide className="mt-6">
          {t('auth.account.freeze.done.action')}
        </Button>
      </AccountCard>
    );
  return (
    <AccountCard title={t('auth.account.undo.title')} lead={t('auth.account.undo.text')} error={error}>
      {token === '' ? null : (
        <form method="post" action={href('account.undo')} className="mt-6" data-guard>
          <input type="hidden" name="token" value={token} />
          <Button type="submit" variant="primary" size="lg" wide>
            {t('auth.account.undo.submit')}
          </Button>
        </form>
      )}
    </AccountCard>
  );
}
