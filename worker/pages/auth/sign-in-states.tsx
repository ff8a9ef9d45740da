/** What a right password or code may still lead to instead of the drive: a second step, a locked account, one that is leaving. */
import type { Context } from 'hono';
import type { ReactNode } from 'react';
import { SecondStepPageView } from '#client/auth/factor/second-step-page.view.tsx';
import type { Carry } from '#client/auth/sign-in/carry.view.tsx';
import { ClosingView, LockedView } from '#client/auth/sign-in/sign-in.view.tsx';
import { PublicShell } from '#client/shell/public-shell.view.tsx';
import { makeFormat } from '#shared/locale/format.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { homeHref, languageHrefs, renderPage, timeZoneOf, translatorOf } from '../render/render.tsx';
import { type PageDeps, WEB_CLIENT } from '../services.ts';
import { refusalOf, refusalStatus, type SentForm, sentenceOf } from './code-form.ts';

/** Signed in: on to where the person was going. */
export function entered(carry: Carry, { setCookie }: { setCookie: string }): Response {
  return new Response(null, {
    status: 303,
    headers: { location: carry.next, 'set-cookie': setCookie, 'cache-control': 'no-store' },
  });
}

function show(c: Context<AppEnv>, title: string, view: ReactNode, status: 200 | 400 | 429 = 200): Promise<Response> {
  return renderPage(
    c,
    { head: { title: `${title} · Magpie`, noindex: true }, status, scripts: 'sign-in' },
    <PublicShell homeHref={homeHref(c)} languageHrefs={languageHrefs(c)} entrance="none">
      {view}
    </PublicShell>,
  );
}

/** @returns the page for a refusal that has a page of its own; null for every other */
export async function statePage(c: Context<AppEnv>, carry: Carry, error: unknown): Promise<Response | null> {
  const { errorName, detail } = asAppError(error);
  const { t } = translatorOf(c.get('locale'));
  const told = (name: string) => detail?.metadata?.[name] ?? '';
  switch (errorName) {
    case 'two_factor_required':
      return secondStepPage(c, carry, { token: told('two_factor_token'), methods: told('methods'), mode: 'code' });
    case 'cannot_unlock':
      return show(c, t('auth.locked.title'), <LockedView carry={carry} />);
    case 'account_freeze':
      return closingPage(c, carry, told('unlock_token'), told('ends_at'));
    default:
      return null;
  }
}

interface SecondStep {
  readonly token: string;
  /** Separated by commas, as the service tells them. */
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

/** The second step, or the wish for its other field. @returns null when the first step has to be made again */
export async function secondStepPost(
  c: Context<AppEnv>,
  deps: PageDeps,
  carry: Carry,
  form: SentForm,
): Promise<Response | null> {
  const token = form.field('two_factor_token', 4_096);
  const methods = form.field('methods', 100);
  const wish = form.get('switch');
  if (wish !== null) return secondStepPage(c, carry, { token, methods, mode: wish === 'recovery' ? wish : 'code' });
  const recoveryCode = form.field('recovery_code', 60);
  try {
    const signedIn = await deps.auth.signIn(
      {
        clientId: WEB_CLIENT,
        username: '',
        password: '',
        captchaToken: '',
        twoFactorToken: token,
        twoFactorCode: form.field('two_factor_code', 40),
        recoveryCode,
      },
      c.get('call'),
    );
    return entered(carry, signedIn);
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

/** "Keep my account". @returns null when the offer is over: the first step has to be made again */
export async function unlockPost(
  c: Context<AppEnv>,
  deps: PageDeps,
  carry: Carry,
  form: SentForm,
): Promise<Response | null> {
  const unlockToken = form.field('unlock_token', 4_096);
  try {
    return entered(carry, await deps.auth.unlock({ clientId: WEB_CLIENT, unlockToken }, c.get('call')));
  } catch (error) {
    const state = await statePage(c, carry, error);
    if (state !== null) return state;
    refusalOf(error);
    return null;
  }
}
