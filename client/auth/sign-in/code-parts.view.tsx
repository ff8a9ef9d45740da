/** The two steps of every page that asks for a code: the address it is sent to, and the code. Plain forms. */
import type { ReactNode } from 'react';
import { CheckFields, checkOf, type HumanCheck } from '#client/shield/index.ts';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/controls.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { EMAIL_MAX_CHARS } from '#shared/auth/rules.ts';
import { href } from '#shared/routes.ts';
import { CarriedFields, type Carry, signInHref } from './carry.view.tsx';
import { CodeField } from './code-field.view.tsx';
import { PhoneField, type PhoneFieldProps } from './phone-field.view.tsx';

/** Which field a refusal belongs to; '' for none of them. */
export type FaultyField = '' | 'address' | 'code' | 'password';

/** Props of a code page; the server selects the step. */
export interface CodePageProps {
  step: 'address' | 'code';
  carry: Carry;
  by: 'email' | 'phone';
  email: string;
  phone: Pick<PhoneFieldProps, 'countries' | 'country' | 'phone'>;
  /** '' before a code was requested. */
  verificationId: string;
  /** The code was right already; it need not be typed again. */
  verificationToken: string;
  /** Where the code went, as it is shown: the address, or the number in its one spelling. */
  sentTo: string;
  /** This browser was sent a code that still works. */
  hasCode: boolean;
  /** Seconds until another code may be requested. */
  waitSeconds: number;
  /** A whole sentence. */
  error: string | null;
  field: FaultyField;
  check: HumanCheck | null;
  /** Whether this site can send mail, and messages to phones. */
  mail: boolean;
  sms: boolean;
  /** Demo mode: codes can be read on a page. */
  mailbox: boolean;
}

interface FormProps {
  form: 'auth.sign-in' | 'auth.sign-up' | 'auth.reset';
  page: CodePageProps;
}

/** Step 1. */
export function AddressForm({ form, page }: FormProps): ReactNode {
  const { t } = useT();
  const { by, carry } = page;
  const works = by === 'email' ? page.mail : page.sms;
  const error = page.field === 'address' ? page.error : null;
  return (
    <>
      {works ? (
        <form
          method="post"
          action={href(form)}
          className="mt-6 grid gap-5"
          data-guard
          data-asks
          {...checkOf(page.check)}
        >
          <input type="hidden" name="step" value="address" />
          <CarriedFields carry={carry} />
          {by === 'email' ? (
            <TextField
              label={t('auth.email.label')}
              error={error}
              name="email"
              type="email"
              defaultValue={page.email}
              autoComplete={form === 'auth.sign-up' ? 'email' : 'username'}
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              maxLength={EMAIL_MAX_CHARS}
              required
              autoFocus={page.error !== null}
            />
          ) : (
            <div className="[&>div]:sm:grid-cols-1 [&>div]:sm:gap-5">
              <PhoneField {...page.phone} error={error} autoFocus={page.error !== null} />
            </div>
          )}
          <CheckFields check={page.check} />
          <Button type="submit" variant="primary" size="lg" wide>
            {t('auth.code.send')}
          </Button>
        </form>
      ) : (
        <Notice tone="warn" className="mt-6">
          {t(by === 'email' ? 'auth.code.off' : 'auth.code.off_phone')}
        </Notice>
      )}
      {page.hasCode ? (
        <p className="-ms-3 mt-3">
          <Button href={signInHref(form, carry, { step: 'code', ...byCode(form) })} variant="plain" size="sm">
            {t('auth.code.have')}
          </Button>
        </p>
      ) : null}
      {page.sms || by === 'phone' ? (
        <p className="-ms-3 mt-3">
          <Button
            href={signInHref(form, carry, { by: by === 'email' ? 'phone' : 'email', ...byCode(form) })}
            variant="plain"
            size="sm"
          >
            {t(by === 'email' ? 'auth.code.by_phone' : 'auth.code.by_email')}
          </Button>
        </p>
      ) : null}
    </>
  );
}

/** On the sign-in page the form for codes is one of several. */
function byCode(form: FormProps['form']): Record<string, string> {
  return form === 'auth.sign-in' ? { way: 'code' } : {};
}

/** Step 2: the code, then what `children` ask. */
export function CodeForm({
  form,
  page,
  submit,
  children,
}: FormProps & { submit: string; children?: ReactNode }): ReactNode {
  const { t } = useT();
  const { by, carry } = page;
  const isPhone = by === 'phone';
  return (
    <>
      <form method="post" action={href(form)} className="mt-6 grid gap-5" data-guard>
        <input type="hidden" name="step" value="code" />
        <CarriedFields carry={carry} />
        <Remembered page={page} />
        {page.verificationToken === '' ? (
          <CodeField
            label={t(isPhone ? 'auth.code.label_phone' : 'auth.code.label')}
            hint={t(isPhone ? 'auth.code.hint_phone' : 'auth.code.hint')}
            error={page.field === 'code' ? page.error : null}
            autoFocus={page.field === '' || page.field === 'code'}
          />
        ) : (
          <input type="hidden" name="verification_token" value={page.verificationToken} />
        )}
        {/* Password managers store the new password under this name. */}
        {children ? (
          <input
            type="text"
            className="hidden"
            name="username"
            value={by === 'email' ? page.email : page.sentTo}
            autoComplete="username"
            readOnly
          />
        ) : null}
        {children}
        <Button type="submit" variant="primary" size="lg" wide>
          {submit}
        </Button>
      </form>
      <div className="-ms-3 mt-4 flex flex-wrap gap-x-2">
        {page.verificationToken === '' ? (
          <form method="post" action={href(form)} data-guard data-asks {...checkOf(page.check)}>
            <input type="hidden" name="step" value="address" />
            <CarriedFields carry={carry} />
            <Remembered page={page} />
            <CheckFields check={page.check} />
            <Button
              type="submit"
              variant="plain"
              size="sm"
              {...(page.waitSeconds > 0 ? { 'data-wait-seconds': page.waitSeconds } : {})}
            >
              {t('auth.code.again')}
            </Button>
          </form>
        ) : null}
        {(isPhone ? page.sms : page.mail) ? (
          <Button href={signInHref(form, carry, { by, ...byCode(form) })} variant="plain" size="sm">
            {t(isPhone ? 'auth.code.elsewhere_phone' : 'auth.code.elsewhere')}
          </Button>
        ) : null}
      </div>
    </>
  );
}

function Remembered({ page }: { page: CodePageProps }): ReactNode {
  return (
    <>
      {page.by === 'email' ? (
        <input type="hidden" name="email" value={page.email} />
      ) : (
        <>
          <input type="hidden" name="phone_country" value={page.phone.country} />
          <input type="hidden" name="phone" value={page.phone.phone} />
        </>
      )}
      <input type="hidden" name="verification_id" value={page.verificationId} />
    </>
  );
}

/** Text above step 2. */
export function CodeNotice({ page }: { page: CodePageProps }): ReactNode {
  const { t } = useT();
  const { sentTo, by } = page;
  if (page.verificationToken !== '')
    return by === 'email'
      ? t('auth.code.confirmed', { email: sentTo })
      : t('auth.code.confirmed_phone', { phone: sentTo });
  return (
    <>
      <p>{t('auth.code.sent', { email: sentTo })}</p>
      {page.mailbox ? <MailboxLink to={by === 'email' ? page.email : sentTo} /> : null}
    </>
  );
}

/** Link to the mails of an address, in demo mode. */
export function MailboxLink({ to }: { to: string }): ReactNode {
  const { t } = useT();
  return (
    <p className="mt-2">
      <a className="link" href={`${href('dev.mailbox')}?to=${encodeURIComponent(to)}`} target="_blank" rel="noreferrer">
        {t('auth.demo.mailbox')}
      </a>
    </p>
  );
}
