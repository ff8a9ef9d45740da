/**
 * The consent page of the code grant, one plain form. A wrong client or redirect address is shown to the user; every other
 * error goes to the client's address. Source: RFC 6749 section 4.1, RFC 9207.
 */
import type { Context } from 'hono';
import { ConsentRefusedView, ConsentView } from '#client/auth/oauth/consent.view.tsx';
import { isAppError } from '#shared/errors.ts';
import { shownMail } from '#shared/intake/mail.ts';
import { href } from '#shared/routes.ts';
import { asAppError } from '#worker/edge/errors.ts';
import { contentSecurityPolicy } from '#worker/edge/security.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { type AuthorizationInput, type BrowserAuthorization, formTarget } from '#worker/services/auth/index.ts';
import { readForm } from '../render/form.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { renderAuthPage } from './auth-layout.tsx';

/** Parameters of a request; none may be repeated. */
const NAMES = [
  'client_id',
  'response_type',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const;

interface Fields {
  get(name: string): string | null;
}

function inputOf(fields: Fields): AuthorizationInput {
  const field = (name: (typeof NAMES)[number]) => (fields.get(name) ?? '').slice(0, 2_000);
  return {
    clientId: field('client_id'),
    responseType: field('response_type'),
    redirectUri: field('redirect_uri'),
    scope: field('scope'),
    state: field('state'),
    codeChallenge: field('code_challenge'),
    codeChallengeMethod: field('code_challenge_method'),
  };
}

/** The request as form fields and as the query of the address to return to. */
function fieldsOf(input: AuthorizationInput): Record<string, string> {
  const all: Record<(typeof NAMES)[number], string> = {
    client_id: input.clientId,
    response_type: input.responseType,
    redirect_uri: input.redirectUri,
    scope: input.scope,
    state: input.state,
    code_challenge: input.codeChallenge,
    code_challenge_method: input.codeChallengeMethod,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

function signInHref(input: AuthorizationInput): string {
  const here = `${href('auth.authorize')}?${new URLSearchParams(fieldsOf(input))}`;
  return `${href('auth.sign-in')}?${new URLSearchParams({ next: here })}`;
}

/** Leads to the client; 303 makes the browser send a GET after a post. */
function goTo(location: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  });
}

function refused(c: Context<AppEnv>, problem: 'address' | 'client' | 'request'): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  return renderAuthPage(
    c,
    { title: t('auth.oauth.refused.title'), status: 400 },
    <ConsentRefusedView problem={problem} />,
  );
}

/** The problem that is shown to the user. @throws every error that goes to the client */
function problemOf(error: unknown): 'address' | 'client' | 'request' {
  if (!isAppError(error)) throw error;
  if (error.errorName === 'unauthorized_client') return 'client';
  if (error.errorName !== 'invalid_request') throw error;
  return error.detail?.field === 'redirect_uri' ? 'address' : 'request';
}

function placeOf({ redirectUri }: BrowserAuthorization): string {
  const url = new URL(redirectUri);
  const isLocal = url.hostname === '127.0.0.1' || url.hostname === '[::1]';
  return /^https?:$/.test(url.protocol) && !isLocal ? url.host : '';
}

export async function authorizePage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const query = new URL(c.req.url).searchParams;
  const names = [...query.keys()];
  if (names.some((name, index) => names.indexOf(name) !== index)) return refused(c, 'request');
  return ask(c, deps, inputOf(query), query.get('prompt') ?? '');
}

/** @param prompt  `none`: answer without asking; `consent`: ask even if the user allowed this client before */
async function ask(c: Context<AppEnv>, deps: PageDeps, input: AuthorizationInput, prompt: string): Promise<Response> {
  const { auth } = deps;
  const call = c.get('call');
  let asked: BrowserAuthorization;
  try {
    asked = auth.readAuthorization(input);
  } catch (error) {
    return refused(c, problemOf(error));
  }
  const answer = (decision: Parameters<typeof auth.answerAuthorization>[1], caller: Caller | null) =>
    auth.answerAuthorization(input, decision, caller, call).then(goTo);
  if (asked.refusal !== null) return answer({ error: asked.refusal }, null);
  const toSignIn = () => (prompt === 'none' ? answer({ error: 'login_required' }, null) : goTo(signInHref(input)));
  const { caller } = call;
  if (!caller) return toSignIn();
  try {
    const person = await auth.consentAccount(asked, caller);
    if (person.isKnown && prompt !== 'consent') return await answer({ isAllowed: true }, caller);
    if (prompt === 'none') return await answer({ error: 'consent_required' }, null);
    return await consentForm(c, deps, { input, asked, caller, person });
  } catch (error) {
    if (asAppError(error).errorName === 'unauthenticated') return toSignIn();
    throw error;
  }
}

interface Shown {
  readonly input: AuthorizationInput;
  readonly asked: BrowserAuthorization;
  readonly caller: Caller;
  readonly person: { readonly name: string; readonly address: string };
}

function consentForm(c: Context<AppEnv>, { config }: PageDeps, shown: Shown): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const { asked, input, caller, person } = shown;
  return renderAuthPage(
    c,
    {
      title: t('auth.oauth.consent.title', { client: asked.clientName }),
      query: new URLSearchParams(fieldsOf(input)).toString(),
      headers: {
        // Only this page's form may lead to the client's address.
        'content-security-policy': contentSecurityPolicy('public', config, undefined, formTarget(asked.redirectUri)),
        // With `no-referrer` the browser sends the form without an origin, and the server refuses it as cross-site.
        'referrer-policy': 'same-origin',
      },
    },
    <ConsentView
      clientName={asked.clientName}
      scopes={asked.scopes}
      person={{ ...person, address: shownMail(person.address) }}
      place={placeOf(asked)}
      fields={{ ...fieldsOf(input), account: caller.userId }}
      switchHref={signInHref(input)}
    />,
  );
}

export async function authorizePost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps);
  const input = inputOf(form);
  const call = c.get('call');
  try {
    deps.auth.readAuthorization(input);
  } catch (error) {
    return refused(c, problemOf(error));
  }
  const decision = form.get('decision');
  // Another tab may have changed the account since the page was made.
  const isSamePerson = call.caller !== null && call.caller.userId === form.get('account');
  if (decision !== 'deny' && (decision !== 'allow' || !isSamePerson)) return ask(c, deps, input, 'consent');
  try {
    return goTo(await deps.auth.answerAuthorization(input, { isAllowed: decision === 'allow' }, call.caller, call));
  } catch (error) {
    if (asAppError(error).errorName === 'unauthenticated') return goTo(signInHref(input));
    throw error;
  }
}
