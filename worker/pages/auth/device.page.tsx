/** Signing in a device: `/auth/device`, and `/auth?user_code=` as the device shows it. Source: RFC 8628. */
import type { Context } from 'hono';
import { type DeviceGrantProps, DeviceGrantView } from '#client/auth/oauth/device-grant.view.tsx';
import { shownMail } from '#shared/intake/mail.ts';
import { MAX_PASTED_CHARS } from '#shared/intake/plain-text.ts';
import { href } from '#shared/routes.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { readForm, refusalOf, refusalStatus, seeOther, sentenceOf } from '../render/form.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { renderAuthPage } from './auth-layout.tsx';

/** The address of sign-in that leads back to this page with the code. */
function signInHref(userCode: string): string {
  const next =
    userCode === '' ? href('auth.device') : `${href('auth.device')}?${new URLSearchParams({ user_code: userCode })}`;
  return `${href('auth.sign-in')}?${new URLSearchParams({ next })}`;
}

function queryOf(props: DeviceGrantProps): string {
  return props.step === 'done' || props.userCode === ''
    ? ''
    : new URLSearchParams({ user_code: props.userCode }).toString();
}

function show(c: Context<AppEnv>, props: DeviceGrantProps, status: 200 | 400 | 429 = 200): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const headers = { 'referrer-policy': 'same-origin' };
  return renderAuthPage(
    c,
    { title: t('auth.oauth.device.title'), status, query: queryOf(props), headers },
    <DeviceGrantView {...props} />,
  );
}

/** Shows the refusal above the field; a user whose session has ended signs in first. */
function refuse(c: Context<AppEnv>, userCode: string, error: unknown): Promise<Response> | Response {
  if (asAppError(error).errorName === 'unauthenticated') return seeOther(signInHref(userCode));
  const refusal = refusalOf(error);
  const translator = translatorOf(c.get('locale'));
  const sentence =
    refusal.errorName === 'expired_token' ? translator.t('auth.oauth.device.unknown') : sentenceOf(refusal, translator);
  return show(c, { step: 'enter', userCode, error: sentence }, refusalStatus(refusal));
}

/** Answers `GET /auth/device`, and `GET /auth` with a `user_code`. Visitors sign in first and come back. */
export async function devicePage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const userCode = (new URL(c.req.url).searchParams.get('user_code') ?? '').slice(0, MAX_PASTED_CHARS);
  const { caller } = c.get('call');
  if (!caller) return seeOther(signInHref(userCode));
  if (userCode === '') return show(c, { step: 'enter', userCode, error: null });
  try {
    return await confirmForm(c, deps, userCode, caller);
  } catch (error) {
    return refuse(c, userCode, error);
  }
}

async function confirmForm(c: Context<AppEnv>, { auth }: PageDeps, typed: string, caller: Caller): Promise<Response> {
  const { userCode, clientName, scopes } = await auth.deviceRequest(typed, caller, c.get('call'));
  const { name, email, phone_number: phone } = await auth.profile(caller);
  const person = { name, address: shownMail(email) || phone };
  const account = caller.userId;
  return show(c, { step: 'confirm', userCode, clientName, scopes, person, account, switchHref: signInHref(userCode) });
}

export async function devicePost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps);
  const userCode = form.field('user_code', MAX_PASTED_CHARS);
  const decision = form.get('decision');
  const call = c.get('call');
  if (!call.caller) return seeOther(signInHref(userCode));
  try {
    // Another tab may have changed the account since the page was made.
    const isSamePerson = call.caller.userId === form.get('account');
    if ((decision !== 'allow' && decision !== 'deny') || !isSamePerson)
      return await confirmForm(c, deps, userCode, call.caller);
    const isAllowed = decision === 'allow';
    await deps.auth.decideDevice({ userCode, isAllowed }, call.caller, call);
    return await show(c, { step: 'done', isAllowed });
  } catch (error) {
    return refuse(c, userCode, error);
  }
}
