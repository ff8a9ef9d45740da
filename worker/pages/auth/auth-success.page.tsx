/** The last page of a sign-in started by another window, an app or a device. One address per language (spec 2.3). */
import type { Context } from 'hono';
import { AuthSuccessView, type ReturnTo } from '#client/auth/sign-in/auth-success.view.tsx';
import type { AppEnv } from '#worker/platform/http.ts';
import { translatorOf } from '../render/render.tsx';
import { signedInPerson } from '../render/signed-in-person.ts';
import type { PageDeps } from '../services.ts';
import { renderAuthPage } from './auth-layout.tsx';
import { safeNext } from './next.ts';

/** Values of `app` in the address: what started the sign-in. Any other value means another window of this browser. */
const APPS: Readonly<Record<string, ReturnTo>> = {
  desktop: 'desktop',
  extension: 'extension',
  app: 'app',
  device: 'device',
};

export async function authSuccessPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const next = c.req.query('next') ?? '';
  const app = c.req.query('app') ?? '';
  const person = await signedInPerson(c, deps);
  const title = t(person === null ? 'auth.success.none.title' : 'auth.success.title');
  return renderAuthPage(
    c,
    { title, scripts: 'sign-in' },
    <AuthSuccessView
      person={person}
      returnTo={(Object.hasOwn(APPS, app) ? APPS[app] : undefined) ?? 'window'}
      next={next === '' ? '' : safeNext(next, deps.config.appOrigin)}
    />,
  );
}
