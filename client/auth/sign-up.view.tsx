/**
 * The sign-up page: an address, then the code that came by mail with a password and a name. Works without script.
 */
import type { ReactNode } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { NAME_MAX_CHARS, PASSWORD_MIN_CHARS } from '#shared/auth/rules.ts';
import { href } from '#shared/routes.ts';
import { AccountCard } from './account-card.tsx';
import { AddressForm, CodeForm, CodeNotice, type CodePageProps } from './code-parts.tsx';

export interface SignUpViewProps extends CodePageProps {
  /** What was typed last time. */
  name: string;
}

export function SignUpView({ name, ...page }: SignUpViewProps): ReactNode {
  const { t } = useT();
  const action = href('auth.sign-up');
  const query = `?next=${encodeURIComponent(page.next)}`;
  const other = (
    <>
      <a className="link" href={`${href('auth.sign-in')}${query}`}>
        {t('auth.sign_up.sign_in')}
      </a>
      <a className="link" href={`${href('auth.reset')}${query}`}>
        {t('auth.sign_in.forgot')}
      </a>
    </>
  );
  if (page.step === 'address') {
    return (
      <AccountCard title={t('auth.sign_up.title')} lead={t('auth.sign_up.lead')} error={page.error} other={other}>
        <AddressForm action={action} page={page} />
      </AccountCard>
    );
  }
  return (
    <AccountCard
      title={t('auth.sign_up.title')}
      lead={t('auth.sign_up.lead_code')}
      notice={<CodeNotice page={page} />}
      error={page.error}
      other={other}
    >
      <CodeForm action={action} page={page} submit={t('auth.sign_up.submit')}>
        <TextField
          label={t('auth.password.label')}
          hint={t('auth.password.rule')}
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={PASSWORD_MIN_CHARS}
          maxLength={1024}
          required
          reveal
        />
        <TextField
          label={t('auth.name.label')}
          hint={t('auth.name.hint')}
          name="name"
          defaultValue={name}
          autoComplete="name"
          maxLength={NAME_MAX_CHARS}
        />
      </CodeForm>
    </AccountCard>
  );
}
