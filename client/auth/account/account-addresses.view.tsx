/** E-mail and phone of the account: masked, changed by a code to the new one. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/controls.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { EMAIL_MAX_CHARS } from '#shared/auth/rules.ts';
import { shownMail } from '#shared/intake/mail.ts';
import { href } from '#shared/routes.ts';
import { CodeField } from '../sign-in/code-field.view.tsx';
import { MailboxLink } from '../sign-in/code-parts.view.tsx';
import { PhoneField } from '../sign-in/phone-field.view.tsx';
import {
  AccountForm,
  type AccountPageProps,
  FormTrouble,
  PasswordAgain,
  Section,
  troubleOf,
  Unfold,
} from './account-parts.view.tsx';

function isOpen(page: AccountPageProps, kind: 'email' | 'phone'): boolean {
  return page.trouble?.step === kind || page.check?.step === kind;
}

function Shown({ label, value }: { label: string; value: string }): ReactNode {
  return (
    <div>
      <p className="text-xs text-muted">{label}</p>
      <p className="font-semibold break-all">{value}</p>
    </div>
  );
}

export function AddressesSection({ page }: { page: AccountPageProps }): ReactNode {
  const { t } = useT();
  return (
    <Section id="addresses" title={t('auth.account.address.title')}>
      <Shown label={t('auth.account.email.label')} value={page.email || t('auth.account.email.none')} />
      <EmailForms page={page} />
      <div className="border-t border-line pt-4">
        <Shown label={t('auth.account.phone.label')} value={page.phone || t('auth.account.phone.none')} />
      </div>
      <PhoneForms page={page} />
    </Section>
  );
}

function EmailForms({ page }: { page: AccountPageProps }): ReactNode {
  const { t } = useT();
  if (page.code?.step === 'email-code') return <CodeStep page={page} code={page.code} name="email" />;
  if (!page.mail) return <Notice tone="warn">{t('auth.code.off')}</Notice>;
  return (
    <Unfold label={t('auth.account.email.change')} open={isOpen(page, 'email')}>
      <AccountForm page={page} step="email" submit={t('auth.account.code.send')}>
        <FormTrouble page={page} step="email" fields={['email', 'password']} />
        <TextField
          label={t('auth.account.email.new')}
          error={troubleOf(page, 'email', 'email')}
          name="email"
          type="email"
          defaultValue={page.typed.email}
          autoComplete="email"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={EMAIL_MAX_CHARS}
          required
        />
        <PasswordAgain page={page} step="email" />
      </AccountForm>
    </Unfold>
  );
}

function PhoneForms({ page }: { page: AccountPageProps }): ReactNode {
  const { t } = useT();
  if (page.code?.step === 'phone-code') return <CodeStep page={page} code={page.code} name="phone" />;
  return (
    <div className="flex flex-wrap gap-x-3 gap-y-3">
      {page.sms ? (
        <Unfold label={t('auth.account.phone.change')} open={isOpen(page, 'phone')}>
          <AccountForm page={page} step="phone" submit={t('auth.account.code.send')}>
            <FormTrouble page={page} step="phone" fields={['phone_number', 'password']} />
            <PhoneField {...page.phoneField} error={troubleOf(page, 'phone', 'phone_number')} />
            <PasswordAgain page={page} step="phone" />
          </AccountForm>
        </Unfold>
      ) : null}
      {page.phone === '' ? null : (
        <Unfold label={t('auth.account.phone.remove')} open={page.trouble?.step === 'phone-remove'}>
          <AccountForm page={page} step="phone-remove" submit={t('auth.account.phone.remove')} variant="danger">
            <FormTrouble page={page} step="phone-remove" fields={['password']} />
            <PasswordAgain page={page} step="phone-remove" />
          </AccountForm>
        </Unfold>
      )}
    </div>
  );
}

interface CodeStepProps {
  page: AccountPageProps;
  code: NonNullable<AccountPageProps['code']>;
  /** Field that carries the new address. */
  name: 'email' | 'phone';
}

function CodeStep({ page, code, name }: CodeStepProps): ReactNode {
  const { t } = useT();
  return (
    <div className="grid gap-4 border-s-2 border-line ps-4">
      <Notice>
        <p>{t('auth.account.code.sent', { address: shownMail(code.address) })}</p>
        {page.mailbox ? <MailboxLink to={code.address} /> : null}
      </Notice>
      <AccountForm page={page} step={code.step} submit={t('auth.account.code.submit')}>
        <FormTrouble page={page} step={code.step} fields={['code']} />
        <input type="hidden" name={name} value={code.address} />
        <input type="hidden" name="verification_id" value={code.verificationId} />
        <input type="hidden" name="sudo_token" value={page.sudoToken} />
        {code.verificationToken === '' ? (
          <CodeField label={t('auth.account.code.label')} error={troubleOf(page, code.step, 'code')} />
        ) : (
          <input type="hidden" name="verification_token" value={code.verificationToken} />
        )}
      </AccountForm>
      <div>
        <Button href={`${href('account.settings')}#addresses`} variant="plain" size="sm">
          {t('auth.account.cancel')}
        </Button>
      </div>
    </div>
  );
}
