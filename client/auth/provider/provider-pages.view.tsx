/** The pages on the way to a sign-in provider and back: leading on, a new account, a refusal. Plain HTML. */
import type { ReactNode } from 'react';
import { AccountCard } from '#client/shell/account-card.view.tsx';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';
import { CarriedFields, type Carry, signInHref } from '../sign-in/carry.view.tsx';
import { ProviderButtons } from './provider-buttons.view.tsx';
import type { ShownProvider } from './shown-links.ts';

/** The browser goes on by itself; the button is for those that do not. */
export function GoingView({ title, address }: { title: string; address: string }): ReactNode {
  const { t } = useT();
  return (
    <AccountCard title={title} lead={t('auth.provider.going.lead', { button: t('auth.provider.going.action') })}>
      <Button href={address} variant="primary" size="lg" wide className="mt-6">
        {t('auth.provider.going.action')}
      </Button>
    </AccountCard>
  );
}

/** Signing in and linking come back to the page that links. */
function linkHref(): string {
  return signInHref('auth.sign-in', { next: href('account.security'), purpose: '', dialog: false });
}

interface NewAccountProps {
  provider: ShownProvider;
  carry: Carry;
  accountToken: string;
  email: string;
}

/** A person of the provider who has no account here. */
export function NewAccountView({ provider, carry, accountToken, email }: NewAccountProps): ReactNode {
  const { t } = useT();
  return (
    <AccountCard
      title={t('auth.provider.new.title')}
      lead={t('auth.provider.new.lead', { provider: provider.name, email })}
      other={<p className="text-muted">{t('auth.provider.new.hint', { provider: provider.name })}</p>}
    >
      <form
        method="post"
        action={href('auth.provider', { provider: provider.id })}
        className="mt-6 grid gap-3"
        data-guard
      >
        <input type="hidden" name="step" value="create" />
        <input type="hidden" name="account_token" value={accountToken} />
        <CarriedFields carry={carry} />
        <Button type="submit" variant="primary" size="lg" wide>
          {t('auth.provider.new.submit')}
        </Button>
        <Button href={linkHref()} size="lg" wide>
          {t('auth.provider.new.have')}
        </Button>
      </form>
    </AccountCard>
  );
}

interface RefusedProps {
  title: string;
  provider: ShownProvider;
  carry: Carry;
  /** Of an account that wanted another way in. */
  isLink: boolean;
  reason: string;
  sentence: string;
}

/** Refusals that a second try cannot change. */
const FINAL: ReadonlySet<string> = new Set([
  'provider_exists',
  'provider_no_email',
  'provider_taken',
  'provider_linked',
  'sign_up_closed',
  'sign_up_invited_only',
  'sign_up_domain',
  'blocked_by_operators',
]);

export function ProviderRefusedView(props: RefusedProps): ReactNode {
  const { title, provider, carry, isLink, reason, sentence } = props;
  const { t } = useT();
  const otherWay = (
    <a className="link" href={signInHref('auth.sign-in', carry)}>
      {t('auth.factor.passkey.other_way')}
    </a>
  );
  return (
    <AccountCard title={title} error={sentence} {...(isLink ? {} : { other: otherWay })}>
      {isLink ? (
        <Button href={href('account.security')} variant="primary" size="lg" wide className="mt-6">
          {t('auth.provider.to_security')}
        </Button>
      ) : (
        <NextStep provider={provider} carry={carry} reason={reason} />
      )}
    </AccountCard>
  );
}

function NextStep({ provider, carry, reason }: Pick<RefusedProps, 'provider' | 'carry' | 'reason'>): ReactNode {
  const { t } = useT();
  if (reason === 'provider_exists')
    return (
      <Button href={linkHref()} variant="primary" size="lg" wide className="mt-6">
        {t('auth.sign_in.submit')}
      </Button>
    );
  if (reason === 'provider_no_email')
    return (
      <Button href={signInHref('auth.sign-up', carry)} variant="primary" size="lg" wide className="mt-6">
        {t('auth.sign_in.create')}
      </Button>
    );
  if (FINAL.has(reason)) return null;
  return (
    <div className="mt-4">
      <ProviderButtons providers={[provider]} carry={carry} />
    </div>
  );
}
