/** `/auth/passkey`: where the form of client/auth/factor/passkey-button.view.tsx goes, and the page of a passkey that opens nothing. */
import type { Context } from 'hono';
import { PasskeyRefusedView } from '#client/auth/factor/passkey-refused.view.tsx';
import { type Carry, signInHref } from '#client/auth/sign-in/carry.view.tsx';
import { PublicShell } from '#client/shell/public-shell.view.tsx';
import type { AppEnv } from '#worker/platform/http.ts';
import { credentialOf } from '../account/factor-forms.ts';
import { homeHref, languageHrefs, renderPage, translatorOf } from '../render/render.tsx';
import { type PageDeps, WEB_CLIENT } from '../services.ts';
import { readForm, refusalOf, refusalStatus, sentenceOf } from './code-form.ts';
import { readCarry } from './next.ts';
import { entered, statePage } from './sign-in-states.tsx';

/** Nothing is shown here by itself: the button stands on the sign-in page. */
export function passkeyPage(c: Context<AppEnv>, { config }: PageDeps): Response {
  return c.redirect(signInHref('auth.sign-in', readCarry(new URL(c.req.url).searchParams, config.appOrigin)), 303);
}

export async function passkeyPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps);
  const carry = readCarry(form, deps.config.appOrigin);
  const challengeToken = form.field('challenge_token', 4_096);
  try {
    const input = { clientId: WEB_CLIENT, challengeToken, credential: credentialOf(form) };
    return entered(carry, await deps.auth.signInByPasskey(input, c.get('call')));
  } catch (error) {
    const state = await statePage(c, carry, error);
    if (state !== null) return state;
    const refusal = refusalOf(error);
    return refused(c, carry, sentenceOf(refusal, translatorOf(c.get('locale'))), refusalStatus(refusal));
  }
}

function refused(c: Context<AppEnv>, carry: Carry, sentence: string, status: 400 | 429): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  return renderPage(
    c,
    { head: { title: `${t('auth.factor.passkey.sign_in')} · Magpie`, noindex: true }, status, scripts: 'sign-in' },
    <PublicShell homeHref={homeHref(c)} languageHrefs={languageHrefs(c)} entrance="none">
      <PasskeyRefusedView carry={carry} error={sentence} />
    </PublicShell>,
  );
}
