/** `/auth/oidc/{provider}`: leads to a sign-in provider, takes its answer, and makes the account of a new person. Works without script. */
import type { Context } from 'hono';
import type { ReactElement } from 'react';
import { GoingView, NewAccountView, ProviderRefusedView } from '#client/auth/provider/provider-pages.view.tsx';
import { type Carry, signInHref } from '#client/auth/sign-in/carry.view.tsx';
import { AppError } from '#shared/errors.ts';
import { href } from '#shared/routes.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { clearedFlowCookie, isOwnAnswer, type ProviderFlow } from '#worker/services/auth/index.ts';
import { readForm, refusalOf, refusalStatus, seeOther, sentenceOf } from '../render/form.ts';
import { translatorOf } from '../render/render.tsx';
import { type PageDeps, WEB_CLIENT } from '../services.ts';
import { renderAuthPage } from './auth-layout.tsx';
import { enteredNew, invitationCodeOf } from './made-account.ts';
import { readCarry, safeNext } from './next.ts';
import { entered, statePage } from './sign-in-states.tsx';

/** In the query once this page has led to itself. */
const RETURNED = 'returned';
/** Longest answer of a provider, characters. */
const MAX_ANSWER_CHARS = 8_192;

interface Provider {
  readonly id: string;
  readonly name: string;
}

/** @throws AppError not_found */
function providerOf(c: Context<AppEnv>, { auth }: PageDeps): Provider {
  const found = auth.signInProviders().find(({ id }) => id === c.req.param('provider'));
  if (!found) throw new AppError('not_found', { reason: 'no_such_provider' });
  return found;
}

function show(
  c: Context<AppEnv>,
  title: string,
  view: ReactElement,
  { status = 200, headers = {} }: { status?: 200 | 400 | 403 | 429; headers?: Record<string, string> } = {},
): Promise<Response> {
  return renderAuthPage(c, { title, status, query: '', scripts: 'sign-in', headers }, view);
}

/** A page that leads on by itself: a redirect would be the other site's still, and come without our strict cookies. */
function leadOn(c: Context<AppEnv>, title: string, address: string, setCookie?: string): Promise<Response> {
  const headers = {
    refresh: `0;url=${address}`,
    'referrer-policy': 'no-referrer',
    ...(setCookie ? { 'set-cookie': setCookie } : {}),
  };
  return show(c, title, <GoingView title={title} address={address} />, { headers });
}

/** A GET without an answer leads to the sign-in page, which has the buttons. */
export async function providerPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const provider = providerOf(c, deps);
  const url = new URL(c.req.url);
  const answer = url.searchParams;
  if (!answer.has('state') || url.search.length > MAX_ANSWER_CHARS)
    return c.redirect(signInHref('auth.sign-in', readCarry(answer, deps.config.appOrigin)), 303);
  const { t } = translatorOf(c.get('locale'));
  if (!answer.has(RETURNED)) {
    const again = new URLSearchParams([...answer, [RETURNED, '1']]);
    const here = `${href('auth.provider', { provider: provider.id })}?${again}`;
    return leadOn(c, t('auth.provider.back.title', { provider: provider.name }), here);
  }
  const flow = await deps.auth.readProviderFlow(c.get('cookies'), c.get('call').nowMs);
  const response = await finish(c, deps, { provider, answer, flow });
  // A link that another site made, with a state of its own, ends no sign-in under way.
  if (flow && isOwnAnswer(flow, provider, answer)) response.headers.append('set-cookie', clearedFlowCookie());
  return response;
}

interface Answered {
  readonly provider: Provider;
  readonly answer: URLSearchParams;
  readonly flow: ProviderFlow | null;
}

function carryOf(flow: ProviderFlow | null, appOrigin: string): Carry {
  const next = safeNext(flow?.content.next ?? '', appOrigin);
  return { next, purpose: flow?.content.purpose ?? '', dialog: false };
}

async function finish(c: Context<AppEnv>, deps: PageDeps, { provider, answer, flow }: Answered): Promise<Response> {
  const carry = carryOf(flow, deps.config.appOrigin);
  const isLink = flow !== null && flow.content.link !== null;
  try {
    const ask = { providerId: provider.id, answer, flow, invitationCode: invitationCodeOf(c), clientId: WEB_CLIENT };
    const end = await deps.auth.finishProviderFlow(ask, c.get('call'));
    if (end.kind === 'signed-in') return entered(c, carry, end.signedIn);
    if (end.kind === 'linked') return seeOther(`${href('account.security')}?linked=${provider.id}`);
    const title = translatorOf(c.get('locale')).t('auth.provider.new.title');
    return await show(c, title, <NewAccountView provider={provider} carry={carry} {...end} />);
  } catch (error) {
    return (await statePage(c, carry, error)) ?? refused(c, { provider, carry, isLink, error });
  }
}

interface Refused {
  readonly provider: Provider;
  readonly carry: Carry;
  readonly isLink: boolean;
  readonly error: unknown;
}

function refused(c: Context<AppEnv>, { provider, carry, isLink, error }: Refused): Promise<Response> {
  const refusal = refusalOf(error);
  const translator = translatorOf(c.get('locale'));
  const { name } = provider;
  const title = translator.t(isLink ? 'auth.provider.link_failed' : 'auth.provider.failed', { provider: name });
  const view = (
    <ProviderRefusedView
      title={title}
      provider={provider}
      carry={carry}
      isLink={isLink}
      reason={refusal.detail?.reason ?? refusal.errorName}
      sentence={sentenceOf(refusal, translator)}
    />
  );
  return show(c, title, view, { status: refusal.errorName === 'permission_denied' ? 403 : refusalStatus(refusal) });
}

/** Where a sign-in in the login dialog leads: the page that the dialog is on. */
function dialogNext(c: Context<AppEnv>, appOrigin: string): string {
  const referrer = URL.parse((c.req.header('referer') ?? '').slice(0, 2_000));
  return safeNext(referrer?.origin === appOrigin ? `${referrer.pathname}${referrer.search}` : '', appOrigin);
}

/** Answers the button of a provider and the form of a new account. */
export async function providerPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps);
  const provider = providerOf(c, deps);
  const { appOrigin } = deps.config;
  const sent = readCarry(form, appOrigin);
  const carry: Carry = { ...sent, next: sent.dialog ? dialogNext(c, appOrigin) : sent.next, dialog: false };
  const call = c.get('call');
  try {
    if (form.get('step') === 'create') {
      await c.get('requireDiskSpace')(0);
      const accountToken = form.field('account_token', 4_096);
      const ask = { providerId: provider.id, accountToken, invitationCode: invitationCodeOf(c), clientId: WEB_CLIENT };
      return await enteredNew(c, deps, carry.next, await deps.auth.makeProviderAccount(ask, call));
    }
    const request = { providerId: provider.id, next: carry.next, purpose: carry.purpose };
    return await leadToProvider(c, await deps.auth.beginProviderSignIn(request, call));
  } catch (error) {
    return (await statePage(c, carry, error)) ?? refused(c, { provider, carry, isLink: false, error });
  }
}

/** @param begun  of beginProviderSignIn or beginProviderLink */
export function leadToProvider(
  c: Context<AppEnv>,
  begun: { readonly providerName: string; readonly address: string; readonly setCookie: string },
): Promise<Response> {
  const title = translatorOf(c.get('locale')).t('auth.provider.going.title', { provider: begun.providerName });
  return leadOn(c, title, begun.address, begun.setCookie);
}

/** The refusal of a link that could not begin. @throws the error itself when the server failed */
export function linkRefused(c: Context<AppEnv>, provider: Provider, error: unknown): Promise<Response> {
  const carry: Carry = { next: href('account.security'), purpose: '', dialog: false };
  const isFault = asAppError(error).errorName !== 'provider_error';
  if (isFault) throw error;
  return refused(c, { provider, carry, isLink: true, error });
}
