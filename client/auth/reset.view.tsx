/**
 * The page of a forgotten password: an address, then the code that came by mail with a new password. Works without script.
 */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { PASSWORD_MIN_CHARS } from '#shared/auth/rules.ts';
import { href } from '#shared/routes.ts';
import { AccountCard } from './account-card.tsx';
import { AddressForm, CodeForm, CodeNotice, type CodePageProps } from './code-parts.tsx';

export interface ResetViewProps extends Omit<CodePageProps, 'step'> {
  step: CodePageProps['step'] | 'done';
}

export function ResetView({ step, ...rest }: ResetViewProps): ReactNode {
  const { t } = useT();
  const action = href('auth.reset');
  const signIn = `${href('auth.sign-in')}?next=${encodeURIComponent(rest.next)}`;
  if (step === 'done') {
    return (
      <AccountCard title={t('auth.reset.done.title')} lead={t('auth.reset.done.text')}>
        <Button href={signIn} variant="primary" size="lg" wide className="mt-6">
          {t('auth.sign_in.submit')}
        </Button>
      </AccountCard>
    );
  }
  const page: CodePageProps = { ...rest, step };
  const other = (
    <a className="link" href={signIn}>
      {t('auth.reset.sign_in')}
    </a>
  );
  if (step === 'address') {
    return (
      <AccountCard title={t('auth.reset.title')} lead={t('auth.reset.lead')} error={page.error} other={other}>
        <AddressForm action={action} page={page} />
      </AccountCard>
    );
  }
  return (
    <AccountCard
      title={t('auth.reset.title')}
      lead={t('auth.reset.lead_code')}
      notice={<CodeNotice page={page} />}
      error={page.error}
      other={other}
    >
      <CodeForm action={action} page={page} submit={t('auth.reset.submit')}>
        <TextField
          label={t('auth.password.new')}
          hint={t('auth.password.rule')}
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={PASSWORD_MIN_CHARS}
          maxLength={1024}
          required
          reveal
        />
      </CodeForm>
    </AccountCard>
  );
}
