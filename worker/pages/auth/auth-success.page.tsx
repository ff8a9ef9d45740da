/** The last page of a sign-in started by another window, an app or a device. One address per language (spec 2.3). */
import type { Context } from 'hono';
import { AuthSuccessView, type ReturnTo } from '#client/auth/sign-in/auth-success.view.tsx';
import type { AppEnv } from '#worker/platform/http.ts';
import { seeOther } from '../render/form.ts';
import { translatorOf } from '../render/render.tsx';
import { signedInPerson } from '../render/signed-in-person.ts';
import type { PageDeps } from '../services.ts';
import { COOKIE_QUERY } from './after-sign-in.ts';
import { renderAuthPage } from './auth-layout.tsx';
import { safeNext } from './next.ts';

/** Values of `app` in the address: what started the sign-in. Any other value means another window of this browser. */
const APPS: Readonly<Record<string, ReturnTo>> = {
  desktop: 'desktop',
  extension: 'extension',
  app: 'app',
  device: 'device',
};

function titleOf(isSignedIn: boolean, isCookieLost: boolean) {
  if (isSignedIn) return 'auth.success.title';
  return isCookieLost ? 'auth.success.lost.title' : 'auth.success.none.title';
}

export async function authSuccessPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const { appOrigin } = deps.config;
  const next = c.req.query('next') ?? '';
  const app = c.req.query('app') ?? '';
  const isCookieAsked = c.req.query(COOKIE_QUERY) !== undefined;
  const person = await signedInPerson(c, deps);
  if (isCookieAsked && person !== null) return seeOther(safeNext(next, appOrigin));
  const lost = isCookieAsked ? { host: new URL(appOrigin).host } : null;
  const title = t(titleOf(person !== null, lost !== null));
  return renderAuthPage(
    c,
    { title, scripts: 'sign-in' },
    <AuthSuccessView
      person={person}
      returnTo={(Object.hasOwn(APPS, app) ? APPS[app] : undefined) ?? 'window'}
      next={next === '' ? '' : safeNext(next, appOrigin)}
      lostCookie={lost}
    />,
  );
}
