/** Signing in and out by plain forms; scripts add nothing that is needed. */
import type { Context } from 'hono';
import { SignInView } from '#client/auth/sign-in.view.tsx';
import { PublicShell } from '#client/shell/public-shell.view.tsx';
import { AppError, chooseMessage, ERRORS } from '#shared/errors.ts';
import { href } from '#shared/routes.ts';
import { asAppError } from '#worker/edge/errors.ts';
import { isOwnWrite } from '#worker/edge/security.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { readLimited } from '#worker/platform/http.ts';
import { safeNext } from './next.ts';
import { homeHref, languageHrefs, renderPage, translatorOf } from './render.tsx';
import type { PageDeps } from './services.ts';

/** The client that our own pages are. */
export const WEB_CLIENT = 'web';

interface Shown {
  readonly next: string;
  readonly username?: string;
  readonly error?: string;
  readonly status?: 200 | 400 | 403 | 429;
  readonly notice?: string;
}

function signInForm(c: Context<AppEnv>, { config }: PageDeps, shown: Shown): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  return renderPage(
    c,
    { head: { title: `${t('auth.sign_in.title')} · Magpie`, noindex: true }, status: shown.status ?? 200 },
    <PublicShell homeHref={homeHref(c)} languageHrefs={languageHrefs(c)} entrance="none">
      <SignInView
        next={shown.next}
        username={shown.username ?? ''}
        error={shown.error ?? null}
        notice={shown.notice ?? null}
        demo={
          config.demo
            ? { usernames: ['alice@example.com', 'bob@example.com', 'carla@example.com'], password: 'magpie-demo' }
            : null
        }
      />
    </PublicShell>,
  );
}

export async function signInPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const next = safeNext(c.req.query('next') ?? '', deps.config.appOrigin);
  return signInForm(c, deps, { next });
}

export async function signInPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  if (!isOwnWrite(c.req.raw.headers, deps.config.appOrigin))
    throw new AppError('permission_denied', { reason: 'cross_site' });
  const form = new URLSearchParams(await readLimited(c.req.raw, c.get('bodyBytes')));
  const next = safeNext(form.get('next') ?? '', deps.config.appOrigin);
  const username = (form.get('username') ?? '').slice(0, 320);
  const password = (form.get('password') ?? '').slice(0, 1024);
  const call = c.get('call');
  try {
    if (!username || !password) throw new AppError('invalid_account_or_password');
    const signedIn = await deps.auth.signIn({ clientId: WEB_CLIENT, username, password, captchaToken: '' }, call);
    return new Response(null, {
      status: 303,
      headers: { location: next, 'set-cookie': signedIn.setCookie, 'cache-control': 'no-store' },
    });
  } catch (error) {
    const appError = asAppError(error);
    if (ERRORS[appError.errorName].httpStatus >= 500) throw error;
    const { text } = translatorOf(c.get('locale'));
    return signInForm(c, deps, {
      next,
      username,
      error: messageOf(appError, text),
      status: appError.errorName === 'too_many_requests' ? 429 : 400,
    });
  }
}

function messageOf(error: AppError, translate: (key: string) => string): string {
  return chooseMessage({ error: error.errorName, error_code: ERRORS[error.errorName].code }, translate);
}

export async function signOutPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  if (!isOwnWrite(c.req.raw.headers, deps.config.appOrigin))
    throw new AppError('permission_denied', { reason: 'cross_site' });
  const token = c.get('cookies').get(deps.auth.sessionCookieName) ?? '';
  const { setCookie } = await deps.auth.signOut({ token }, c.get('call'));
  return new Response(null, {
    status: 303,
    headers: {
      location: href('auth.sign-in'),
      'set-cookie': setCookie,
      'cache-control': 'no-store',
      'clear-site-data': '"storage"',
    },
  });
}
