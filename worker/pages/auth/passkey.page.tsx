/** `/auth/passkey`: answers the form of client/auth/factor/passkey-button.view.tsx; shows the refusal of a passkey. */
import type { Context } from 'hono';
import { PasskeyRefusedView } from '#client/auth/factor/passkey-refused.view.tsx';
import { type Carry, signInHref } from '#client/auth/sign-in/carry.view.tsx';
import { hasPasskeys } from '#shared/auth/passkey-origin.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { credentialOf } from '../account/factor-forms.ts';
import { readForm, refusalOf, refusalStatus, sentenceOf } from '../render/form.ts';
import { translatorOf } from '../render/render.tsx';
import { type PageDeps, WEB_CLIENT } from '../services.ts';
import { renderAuthPage } from './auth-layout.tsx';
import { readCarry } from './next.ts';
import { entered, statePage } from './sign-in-states.tsx';

/** A GET leads to the sign-in page, which has the button. */
export function passkeyPage(c: Context<AppEnv>, { config }: PageDeps): Response {
  return c.redirect(signInHref('auth.sign-in', readCarry(new URL(c.req.url).searchParams, config.appOrigin)), 303);
}

export async function passkeyPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps);
  const carry = readCarry(form, deps.config.appOrigin);
  if (!hasPasskeys(deps.config.appOrigin)) return c.redirect(signInHref('auth.sign-in', carry), 303);
  const challengeToken = form.field('challenge_token', 4_096);
  try {
    const input = { clientId: WEB_CLIENT, challengeToken, credential: credentialOf(form) };
    return entered(c, carry, await deps.auth.signInByPasskey(input, c.get('call')));
  } catch (error) {
    const state = await statePage(c, carry, error);
    if (state !== null) return state;
    const refusal = refusalOf(error);
    return refused(c, carry, sentenceOf(refusal, translatorOf(c.get('locale'))), refusalStatus(refusal));
  }
}

function refused(c: Context<AppEnv>, carry: Carry, sentence: string, status: 400 | 429): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  return renderAuthPage(
    c,
    { title: t('auth.factor.passkey.sign_in'), status, scripts: 'sign-in' },
    <PasskeyRefusedView carry={carry} error={sentence} />,
  );
}
