/** Pages after a right password or code that is not enough: the second step, a locked account, an account being closed. */
import type { Context } from 'hono';
import type { ReactElement } from 'react';
import { SecondStepPageView } from '#client/auth/factor/second-step-page.view.tsx';
import type { Carry } from '#client/auth/sign-in/carry.view.tsx';
import { ClosingView, LockedView } from '#client/auth/sign-in/sign-in.view.tsx';
import { MAX_PASTED_CHARS } from '#shared/intake/plain-text.ts';
import { makeFormat } from '#shared/locale/format.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { refusalOf, refusalStatus, type SentForm, seeOther, sentenceOf } from '../render/form.ts';
import { timeZoneOf, translatorOf } from '../render/render.tsx';
import { type PageDeps, WEB_CLIENT } from '../services.ts';
import { afterSignIn } from './after-sign-in.ts';
import { renderAuthPage } from './auth-layout.tsx';

/** The user is signed in: leads to the page that asked for it. */
export function entered(c: Context<AppEnv>, carry: Carry, { setCookie }: { setCookie: string }): Response {
  return seeOther(afterSignIn(c, carry.next), setCookie);
}

function show(c: Context<AppEnv>, title: string, view: ReactElement, status: 200 | 400 | 429 = 200): Promise<Response> {
  return renderAuthPage(c, { title, status, scripts: 'sign-in' }, view);
}

/** @returns the page of a refusal that has its own; null for every other refusal */
export async function statePage(c: Context<AppEnv>, carry: Carry, error: unknown): Promise<Response | null> {
  const { errorName, detail } = asAppError(error);
  const { t } = translatorOf(c.get('locale'));
  const fact = (name: string) => detail?.metadata?.[name] ?? '';
  switch (errorName) {
    case 'two_factor_required':
      return secondStepPage(c, carry, { token: fact('two_factor_token'), methods: fact('methods'), mode: 'code' });
    case 'cannot_unlock':
      return show(c, t('auth.locked.title'), <LockedView carry={carry} />);
    case 'account_freeze':
      return closingPage(c, carry, fact('unlock_token'), fact('ends_at'));
    default:
      return null;
  }
}

interface SecondStep {
  readonly token: string;
  /** Separated by commas, as the service returns them. */
  readonly methods: string;
  readonly mode: 'code' | 'recovery';
  readonly error?: string;
}

function secondStepPage(
  c: Context<AppEnv>,
  carry: Carry,
  { token, methods, mode, error }: SecondStep,
  status: 200 | 400 | 429 = 200,
): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const known = methods.split(',').filter((method) => /^[a-z_]{1,20}$/.test(method));
  const view = <SecondStepPageView carry={carry} token={token} methods={known} mode={mode} error={error ?? null} />;
  return show(c, t('auth.factor.step.title'), view, status);
}

/** Answers the form of the second step, and its switch to the other field. @returns null when the first step must be repeated */
export async function secondStepPost(
  c: Context<AppEnv>,
  deps: PageDeps,
  carry: Carry,
  form: SentForm,
): Promise<Response | null> {
  const token = form.field('two_factor_token', 4_096);
  const methods = form.field('methods', 100);
  const mode = form.get('switch');
  if (mode !== null) return secondStepPage(c, carry, { token, methods, mode: mode === 'recovery' ? mode : 'code' });
  const recoveryCode = form.field('recovery_code', MAX_PASTED_CHARS);
  try {
    const signedIn = await deps.auth.signIn(
      {
        clientId: WEB_CLIENT,
        username: '',
        password: '',
        captchaToken: '',
        twoFactorToken: token,
        twoFactorCode: form.field('two_factor_code', MAX_PASTED_CHARS),
        recoveryCode,
      },
      c.get('call'),
    );
    return entered(c, carry, signedIn);
  } catch (error) {
    const state = await statePage(c, carry, error);
    if (state !== null) return state;
    const refusal = refusalOf(error);
    if (refusal.detail?.reason === 'two_factor_token_over') return null;
    const step: SecondStep = {
      token,
      methods,
      mode: recoveryCode === '' ? 'code' : 'recovery',
      error: sentenceOf(refusal, translatorOf(c.get('locale'))),
    };
    return secondStepPage(c, carry, step, refusalStatus(refusal));
  }
}

function closingPage(c: Context<AppEnv>, carry: Carry, unlockToken: string, endsAt: string): Promise<Response> {
  const { t, locale } = translatorOf(c.get('locale'));
  const endsMs = Date.parse(endsAt);
  const endsOn = Number.isNaN(endsMs) ? endsAt : makeFormat(locale, timeZoneOf(c)).date(endsMs);
  return show(c, t('auth.closing.title'), <ClosingView carry={carry} unlockToken={unlockToken} endsOn={endsOn} />);
}

/** Answers "Keep my account". @returns null when the token has expired and the first step must be repeated */
export async function unlockPost(
  c: Context<AppEnv>,
  deps: PageDeps,
  carry: Carry,
  form: SentForm,
): Promise<Response | null> {
  const unlockToken = form.field('unlock_token', 4_096);
  try {
    return entered(c, carry, await deps.auth.unlock({ clientId: WEB_CLIENT, unlockToken }, c.get('call')));
  } catch (error) {
    const state = await statePage(c, carry, error);
    if (state !== null) return state;
    refusalOf(error);
    return null;
  }
}
