/** Demo mode: simulates the native app around the site. The route exists in demo mode only. */
import type { Context, MiddlewareHandler } from 'hono';
import { ShellView } from '#client/bridge/shell.view.tsx';
import { PublicShell } from '#client/shell/public-shell.view.tsx';
import { SHELL_COOKIE, type ShellChoice, shellChoiceOf, shellKindOf, shellMannerOf } from '#shared/bridge/shell.ts';
import { writeCookie } from '#shared/cookies.ts';
import { productName } from '#shared/locale/messages.ts';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { readForm, seeOther } from '../render/form.ts';
import { homeHref, languageHrefs, renderPage, translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

const PEOPLE: readonly string[] = ['alice@example.com', 'bob@example.com', 'carla@example.com'];
const PASSWORD = 'magpie-demo';
/** The client id of the simulated app: it may sign in by password and hand its user over to our pages. */
const SHELL_CLIENT = 'web';
/** Lifetime of the simulated app's token. */
const SHELL_SECONDS = 7_200;

/** Marks every request of a visitor who simulates the app, so that documents load its test double. */
export const wearShell: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (shellChoiceOf(c.req.header('cookie') ?? null)) c.set('wearsShell', true);
  await next();
};

export function shellPage(c: Context<AppEnv>): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  return renderPage(
    c,
    { head: { title: `${t('auth.app_test.title')} · ${productName(c.get('locale'))}`, noindex: true } },
    <PublicShell homeHref={homeHref(c)} languageHrefs={languageHrefs(c)} entrance="sign-in">
      <ShellView people={PEOPLE} worn={shellChoiceOf(c.req.header('cookie') ?? null)?.kind ?? null} />
    </PublicShell>,
  );
}

export async function shellPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps);
  const [kind, manner] = [shellKindOf(form.get('kind')), shellMannerOf(form.get('manner'))];
  if (!kind || !manner) return seeOther(href('dev.shell'), writeCookie(SHELL_COOKIE, '', { maxAgeSeconds: 0 }));
  const choice: ShellChoice = { kind, manner, ...(await signInApp(c, deps, form.get('person') ?? '')) };
  return seeOther(
    `${href('auth.sign-in')}?bridge_auth=1`,
    writeCookie(SHELL_COOKIE, choice, { maxAgeSeconds: SHELL_SECONDS }),
  );
}

async function signInApp(c: Context<AppEnv>, deps: PageDeps, person: string): Promise<{ sub: string; token: string }> {
  if (!PEOPLE.includes(person)) return { sub: '', token: '' };
  const { tokens } = await deps.auth.signIn(
    { clientId: SHELL_CLIENT, username: person, password: PASSWORD, captchaToken: '' },
    c.get('call'),
  );
  return { sub: tokens.sub, token: tokens.access_token };
}
