/** The end of a sign-in that began elsewhere: another window, an app, a device. Exists in each language (spec 2.3). */
import type { Context } from 'hono';
import { AuthSuccessView, type ReturnTo } from '#client/auth/sign-in/auth-success.view.tsx';
import { PublicShell } from '#client/shell/public-shell.view.tsx';
import type { AppEnv } from '#worker/platform/http.ts';
import { homeHref, languageHrefs, renderPage, translatorOf } from '../render/render.tsx';
import { signedInPerson } from '../render/signed-in-person.ts';
import type { PageDeps } from '../services.ts';
import { safeNext } from './next.ts';

/** Values of `app` in the address: what the person came from. Anything else is another window of this browser. */
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
  return renderPage(
    c,
    { head: { title: `${title} · Magpie`, noindex: true }, scripts: 'sign-in' },
    <PublicShell homeHref={homeHref(c)} languageHrefs={languageHrefs(c)} entrance="none">
      <AuthSuccessView
        person={person}
        returnTo={(Object.hasOwn(APPS, app) ? APPS[app] : undefined) ?? 'window'}
        next={next === '' ? '' : safeNext(next, deps.config.appOrigin)}
      />
    </PublicShell>,
  );
}
