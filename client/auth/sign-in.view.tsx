/**
 * The sign-in page: one form that posts, with or without script. What was wrong is said in one line, never which half.
 */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card, Notice } from '#client/ui/controls.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { Mark } from '#client/ui/logo.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { href } from '#shared/routes.ts';

export interface DemoPeople {
  /** Sign-in names. */
  usernames: readonly string[];
  password: string;
}

export interface SignInViewProps {
  /** Path to return to, already checked by the server. */
  next: string;
  /** What was typed last time; never the password. */
  username?: string;
  /** The catalogue's sentence after a refused try. */
  error?: string | null;
  /** A plain message above the form: signed out, sign in to save a share. */
  notice?: string | null;
  /** Demo mode only: people one press away. */
  demo?: DemoPeople | null;
}

export function SignInView({ next, username = '', error, notice, demo }: SignInViewProps): ReactNode {
  const { t } = useT();
  return (
    <div className="mx-auto my-auto w-full max-w-md px-4 py-8">
      <Card className="relative overflow-hidden p-6 shadow-md sm:p-9">
        <div className="iridescent absolute inset-x-0 top-0 h-1" />
        <Mark size={52} />
        <h1 className="mt-4 text-2xl">{t('auth.sign_in.title')}</h1>
        <p className="mt-2 text-muted">{t('auth.sign_in.lead')}</p>
        {notice ? <Notice className="mt-5">{notice}</Notice> : null}
        {error ? (
          <Notice tone="danger" className="mt-5">
            {error}
          </Notice>
        ) : null}
        <form method="post" action={href('auth.sign-in')} className="mt-6 grid gap-5" data-guard>
          <input type="hidden" name="next" value={next} />
          <TextField
            label={t('auth.username.label')}
            hint={t('auth.username.hint')}
            name="username"
            defaultValue={username}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={254}
            required
          />
          <TextField
            label={t('auth.password.label')}
            name="password"
            type="password"
            autoComplete="current-password"
            maxLength={1024}
            required
            reveal
            autoFocus={Boolean(error && username)}
          />
          <Button type="submit" variant="primary" size="lg" wide>
            {t('auth.sign_in.submit')}
          </Button>
        </form>
        <div className="mt-6 flex flex-wrap gap-x-6 gap-y-2 border-t border-line pt-5 text-sm">
          <a className="link" href={`${href('auth.sign-up')}?next=${encodeURIComponent(next)}`}>
            {t('auth.sign_in.create')}
          </a>
          <a className="link" href={`${href('auth.reset')}?next=${encodeURIComponent(next)}`}>
            {t('auth.sign_in.forgot')}
          </a>
        </div>
      </Card>
      {demo ? <DemoHint demo={demo} next={next} /> : null}
    </div>
  );
}

function DemoHint({ demo, next }: { demo: DemoPeople; next: string }): ReactNode {
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
            <input type="hidden" name="next" value={next} />
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
