/**
 * The sign-in page: a password, or a code. Forms that post, with or without script. The error is one line,
 * never which half.
 */
import type { ReactNode } from 'react';
import { AccountCard } from '#client/shell/account-card.view.tsx';
import { CheckFields, checkOf } from '#client/shield/index.ts';
import { Button } from '#client/ui/button.tsx';
import { CurrentPasswordField } from '#client/ui/current-password-field.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { href } from '#shared/routes.ts';
import { ProviderButtons } from '../provider/provider-buttons.view.tsx';
import type { ShownProvider } from '../provider/shown-links.ts';
import { CarriedFields, type Carry, signInHref } from './carry.view.tsx';
import { AddressForm, CodeForm, CodeNotice, type CodePageProps } from './code-parts.view.tsx';

export interface DemoPeople {
  /** Sign-in names. */
  usernames: readonly string[];
  password: string;
}

export interface SignInViewProps {
  carry: Carry;
  /** `drive`: the same in the drive's own target. */
  target: 'site' | 'drive';
  /** Username of the last try; never the password. */
  username: string;
  /** The catalogue's sentence after a refused try. */
  error: string | null;
  check: CodePageProps['check'];
  /** A user is signed in already. */
  person: { name: string } | null;
  /** The session of this browser has ended elsewhere: on another device, by a new password, or by its age. */
  isEnded: boolean;
  /** Whether this site can send codes. */
  codes: boolean;
  /** Between the form and its end: the button of a passkey; null where passkeys do not work. */
  passkey?: ReactNode;
  /** Sign-in providers of this installation. */
  providers: readonly ShownProvider[];
  /** Demo mode only: accounts to sign in with one press. */
  demo: DemoPeople | null;
}

/** Links below every form of this page. */
function OtherWays({ carry }: { carry: Carry }): ReactNode {
  const { t } = useT();
  return (
    <>
      <a className="link" href={signInHref('auth.sign-up', carry)}>
        {t('auth.sign_in.create')}
      </a>
      <a className="link" href={signInHref('auth.reset', carry)}>
        {t('auth.sign_in.forgot')}
      </a>
    </>
  );
}

export function SignInView(props: SignInViewProps): ReactNode {
  const { carry, target, username, error, check, person, isEnded, codes, passkey, providers, demo } = props;
  const { t } = useT();
  return (
    <AccountCard
      title={t(target === 'drive' ? 'auth.sign_in.drive.title' : 'auth.sign_in.title')}
      lead={t(target === 'drive' ? 'auth.sign_in.drive.lead' : 'auth.sign_in.lead')}
      notice={person ? <SignedIn person={person} carry={carry} /> : isEnded ? t('auth.sign_in.ended') : null}
      dialog={carry.dialog}
      other={<OtherWays carry={carry} />}
      below={demo ? <DemoHint demo={demo} carry={carry} /> : null}
    >
      <form
        method="post"
        action={href('auth.sign-in')}
        className="mt-6 grid gap-5"
        data-guard
        data-asks
        {...checkOf(check)}
      >
        <CarriedFields carry={carry} />
        <TextField
          label={t('auth.username.label')}
          hint={t('auth.username.hint')}
          name="username"
          defaultValue={username}
          autoComplete={passkey ? 'username webauthn' : 'username'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={254}
          required
        />
        <CurrentPasswordField
          label={t('auth.password.label')}
          error={error}
          autoFocus={Boolean((error || check) && username)}
          capsHint={t('auth.caps')}
        />
        <CheckFields check={check} />
        <div className="grid gap-2">
          {/* The first one is what the Enter key presses. */}
          <Button type="submit" name="step" value="password" variant="primary" size="lg" wide>
            {t('auth.sign_in.submit')}
          </Button>
          {codes ? (
            <Button
              type="submit"
              name="step"
              value="by-code"
              variant="plain"
              size="sm"
              className="justify-self-center"
              formNoValidate
            >
              {t('auth.sign_in.by_code')}
            </Button>
          ) : null}
        </div>
      </form>
      {passkey ? <div className="mt-2">{passkey}</div> : null}
      <ProviderButtons providers={providers} carry={carry} />
    </AccountCard>
  );
}

function SignedIn({ person, carry }: { person: { name: string }; carry: Carry }): ReactNode {
  const { t } = useT();
  return (
    <>
      <p>{t('auth.sign_in.as', { name: person.name })}</p>
      <p className="mt-2">
        <a className="link" href={carry.next}>
          {t('auth.sign_in.go_on')}
        </a>
      </p>
    </>
  );
}

/** The same page with a code: the address, then the code. */
export function CodeSignInView({ page }: { page: CodePageProps }): ReactNode {
  const { t } = useT();
  const { carry, step } = page;
  const other = (
    <>
      <a className="link" href={signInHref('auth.sign-in', carry)}>
        {t('auth.sign_in.by_password')}
      </a>
      <a className="link" href={signInHref('auth.sign-up', carry)}>
        {t('auth.sign_in.create')}
      </a>
    </>
  );
  return (
    <AccountCard
      title={t('auth.sign_in.code.title')}
      lead={t(step === 'address' ? 'auth.sign_in.code.lead' : 'auth.sign_in.code.lead_code')}
      notice={step === 'code' ? <CodeNotice page={page} /> : null}
      error={page.field === '' ? page.error : null}
      dialog={carry.dialog}
      other={other}
    >
      {step === 'address' ? (
        <AddressForm form="auth.sign-in" page={page} />
      ) : (
        <CodeForm form="auth.sign-in" page={page} submit={t('auth.sign_in.submit')} />
      )}
    </AccountCard>
  );
}

export interface ClosingViewProps {
  carry: Carry;
  unlockToken: string;
  /** The day on which everything is erased, as the language writes it. */
  endsOn: string;
}

/** The owner closed the account and can still restore it. */
export function ClosingView({ carry, unlockToken, endsOn }: ClosingViewProps): ReactNode {
  const { t } = useT();
  return (
    <AccountCard
      title={t('auth.closing.title')}
      lead={t('auth.closing.text', { date: endsOn })}
      dialog={carry.dialog}
      other={
        <a className="link" href={signInHref('auth.sign-in', carry)}>
          {t('auth.closing.leave')}
        </a>
      }
    >
      <form method="post" action={href('auth.sign-in')} className="mt-6 grid gap-5" data-guard>
        <input type="hidden" name="step" value="unlock" />
        <input type="hidden" name="unlock_token" value={unlockToken} />
        <CarriedFields carry={carry} />
        <Button type="submit" variant="primary" size="lg" wide>
          {t('auth.closing.keep')}
        </Button>
      </form>
    </AccountCard>
  );
}

/** The owner locked the account; a code by mail unlocks it. */
export function LockedView({ carry }: { carry: Carry }): ReactNode {
  const { t } = useT();
  return (
    <AccountCard
      title={t('auth.locked.title')}
      lead={t('auth.locked.text')}
      dialog={carry.dialog}
      other={
        <a className="link" href={signInHref('auth.sign-in', carry)}>
          {t('auth.reset.sign_in')}
        </a>
      }
    >
      <Button href={signInHref('auth.reset', carry)} variant="primary" size="lg" wide className="mt-6">
        {t('auth.locked.action')}
      </Button>
    </AccountCard>
  );
}

function DemoHint({ demo, carry }: { demo: DemoPeople; carry: Carry }): ReactNode {
  const { t } = useT();
  return (
    <section className="mt-6 px-2 text-sm" aria-labelledby="demo-title">
      <h2 id="demo-title" className="font-semibold">
        {t('auth.demo.title')}
      </h2>
      <p className="mt-1 text-muted">{t('auth.demo.text', { password: demo.password })}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {demo.usernames.map((name) => (
          <form key={name} method="post" action={href('auth.sign-in')} data-guard>
            <CarriedFields carry={carry} />
            <input type="hidden" name="username" value={name} />
            <input type="hidden" name="password" value={demo.password} />
            <Button type="submit" size="sm">
              {name}
            </Button>
          </form>
        ))}
      </div>
    </section>
  );
}
