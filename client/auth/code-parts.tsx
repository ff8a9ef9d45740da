/** The two halves of every page that asks for a code by mail: where it goes to, and what it says. Plain forms. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/controls.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { EMAIL_MAX_CHARS } from '#shared/auth/rules.ts';
import { href } from '#shared/routes.ts';

/** What such a page knows; the server says which half is shown. */
export interface CodePageProps {
  step: 'address' | 'code';
  /** Path to go to at the end, already checked by the server. */
  next: string;
  email: string;
  /** '' before a code was asked for. */
  verificationId: string;
  /** The code was right already; it need not be typed again. */
  verificationToken: string;
  /** A whole sentence. */
  error: string | null;
  /** Whether this site can send mail. */
  mail: boolean;
  /** Demo mode: codes can be read on a page. */
  mailbox: boolean;
}

interface FormProps {
  action: string;
  page: CodePageProps;
}

/** Step 1. */
export function AddressForm({ action, page }: FormProps): ReactNode {
  const { t } = useT();
  if (!page.mail) {
    return (
      <Notice tone="warn" className="mt-6">
        {t('auth.code.off')}
      </Notice>
    );
  }
  return (
    <form method="post" action={action} className="mt-6 grid gap-5" data-guard>
      <input type="hidden" name="step" value="address" />
      <input type="hidden" name="next" value={page.next} />
      <TextField
        label={t('auth.email.label')}
        name="email"
        type="email"
        defaultValue={page.email}
        autoComplete="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={EMAIL_MAX_CHARS}
        required
        autoFocus={page.error !== null}
      />
      <Button type="submit" variant="primary" size="lg" wide>
        {t('auth.code.send')}
      </Button>
    </form>
  );
}

/** Step 2: the code, then what `children` ask. */
export function CodeForm({
  action,
  page,
  submit,
  children,
}: FormProps & { submit: string; children: ReactNode }): ReactNode {
  const { t } = useT();
  return (
    <>
      <form method="post" action={action} className="mt-6 grid gap-5" data-guard>
        <input type="hidden" name="step" value="code" />
        <Remembered page={page} />
        {page.verificationToken === '' ? (
          <TextField
            label={t('auth.code.label')}
            hint={t('auth.code.hint')}
            name="code"
            className="text-center font-mono text-xl tracking-[0.2em]"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            required
            autoFocus
          />
        ) : (
          <input type="hidden" name="verification_token" value={page.verificationToken} />
        )}
        {/* Password managers store the new password under this name. */}
        <input type="email" className="hidden" name="username" value={page.email} autoComplete="username" readOnly />
        {children}
        <Button type="submit" variant="primary" size="lg" wide>
          {submit}
        </Button>
      </form>
      <div className="mt-4 flex flex-wrap gap-2">
        <form method="post" action={action} data-guard>
          <input type="hidden" name="step" value="address" />
          <Remembered page={page} />
          <Button type="submit" variant="plain" size="sm">
            {t('auth.code.again')}
          </Button>
        </form>
        <Button href={`${action}?next=${encodeURIComponent(page.next)}`} variant="plain" size="sm">
          {t('auth.code.elsewhere')}
        </Button>
      </div>
    </>
  );
}

function Remembered({ page }: { page: CodePageProps }): ReactNode {
  return (
    <>
      <input type="hidden" name="next" value={page.next} />
      <input type="hidden" name="email" value={page.email} />
      <input type="hidden" name="verification_id" value={page.verificationId} />
    </>
  );
}

/** What the page says above step 2. */
export function CodeNotice({ page }: { page: CodePageProps }): ReactNode {
  const { t } = useT();
  if (page.verificationToken !== '') return t('auth.code.confirmed', { email: page.email });
  return (
    <>
      <p>{t('auth.code.sent', { email: page.email })}</p>
      {page.mailbox ? (
        <p className="mt-2">
          <a
            className="link"
            href={`${href('dev.mailbox')}?to=${encodeURIComponent(page.email)}`}
            target="_blank"
            rel="noreferrer"
          >
            {t('auth.demo.mailbox')}
          </a>
        </p>
      ) : null}
    </>
  );
}
