/**
 * Making an account and choosing a new password: an address or number, then the code that came with what is still to be
 * said. One page for both. Works without script.
 */
import type { ReactNode } from 'react';
import { AccountCard } from '#client/shell/account-card.view.tsx';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { NAME_MAX_CHARS, PASSWORD_MIN_CHARS } from '#shared/auth/rules.ts';
import { signInHref } from './carry.view.tsx';
import { AddressForm, CodeForm, CodeNotice, type CodePageProps } from './code-parts.view.tsx';

export interface CodePageViewProps extends Omit<CodePageProps, 'step'> {
  kind: 'sign-up' | 'reset';
  step: CodePageProps['step'] | 'done';
  /** Value of the last try; sign-up only. */
  name: string;
  /** Text at the top when the user was redirected from another form. */
  why: string | null;
}

export function CodePageView({ kind, step, name, why, ...rest }: CodePageViewProps): ReactNode {
  const { t } = useT();
  const { carry } = rest;
  const isSignUp = kind === 'sign-up';
  const form = isSignUp ? 'auth.sign-up' : 'auth.reset';
  const signIn = signInHref('auth.sign-in', carry);
  if (step === 'done') {
    return (
      <AccountCard title={t('auth.reset.done.title')} lead={t('auth.reset.done.text')} dialog={carry.dialog}>
        <Button href={signIn} variant="primary" size="lg" wide className="mt-6">
          {t('auth.sign_in.submit')}
        </Button>
      </AccountCard>
    );
  }
  const page: CodePageProps = { ...rest, step };
  const other = (
    <>
      <a className="link" href={signIn}>
        {t(isSignUp ? 'auth.sign_up.sign_in' : 'auth.reset.sign_in')}
      </a>
      {isSignUp ? (
        <a className="link" href={signInHref('auth.reset', carry)}>
          {t('auth.sign_in.forgot')}
        </a>
      ) : null}
    </>
  );
  const common = {
    title: t(isSignUp ? 'auth.sign_up.title' : 'auth.reset.title'),
    error: page.field === '' ? page.error : null,
    dialog: carry.dialog,
    other,
  };
  if (step === 'address' && !page.mail && !page.sms)
    return <AccountCard {...common} lead={t('auth.link.ask')} notice={why} />;
  if (step === 'address') {
    return (
      <AccountCard {...common} lead={t(isSignUp ? 'auth.sign_up.lead' : 'auth.reset.lead')} notice={why}>
        <AddressForm form={form} page={page} />
      </AccountCard>
    );
  }
  return (
    <AccountCard
      {...common}
      lead={
        why ?? (page.verificationToken === '' ? t(isSignUp ? 'auth.sign_up.lead_code' : 'auth.reset.lead_code') : null)
      }
      notice={<CodeNotice page={page} />}
    >
      <CodeForm form={form} page={page} submit={t(isSignUp ? 'auth.sign_up.submit' : 'auth.reset.submit')}>
        <TextField
          label={t(isSignUp ? 'auth.password.label' : 'auth.password.new')}
          hint={t('auth.password.rule')}
          error={page.field === 'password' ? page.error : null}
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={PASSWORD_MIN_CHARS}
          maxLength={1024}
          required
          reveal
          autoFocus={page.field === 'password'}
          capsHint={t('auth.caps')}
        />
        {isSignUp ? (
          <TextField
            label={t('auth.name.label')}
            hint={t('auth.name.hint')}
            name="name"
            defaultValue={name}
            autoComplete="name"
            maxLength={NAME_MAX_CHARS}
          />
        ) : null}
      </CodeForm>
    </AccountCard>
  );
}
