/** Makes a code: for a session of the person (API), or by a decision on the consent page. */

import { AppError, type ErrorName, unwrap } from '#shared/errors.ts';
import { named } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE } from '#shared/locale/tags.ts';
import { SECOND_MS } from '#shared/units.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { type Client, findClient } from '../client/clients.ts';
import { isAssured, isRegistered, withAnswer } from '../client/redirects.ts';
import { grantScope, scopeWords, storedScope } from '../client/scopes.ts';
import { accountOf } from '../core/account-part.ts';
import type { AuthParts } from '../deps.ts';
import { maskEmail, maskPhone } from '../identifier/mask.ts';
import { COOKIE_CLIENT } from '../token/cookie.ts';
import { CODE_PURPOSE, CODE_TTL_SECONDS } from './keys.ts';
import type { oauthPart } from './part.ts';
import { isChallenge } from './rules.ts';

/** An authorization request of a client, as sent. */
export interface AuthorizationInput {
  readonly clientId: string;
  readonly responseType: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly state: string;
  readonly codeChallenge: string;
  readonly codeChallengeMethod: string;
}

export interface AuthorizationAnswer {
  readonly code: string;
  readonly state: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly expiresInSeconds: number;
}

/** A request of a browser that may be answered at its redirect address. */
export interface BrowserAuthorization {
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectUri: string;
  /** Scopes to grant; empty when the request is refused. */
  readonly scopes: readonly string[];
  /** Sent to the client at its address; null when the person may be asked. */
  readonly refusal: ErrorName | null;
}

/** The account on the consent page. */
export interface ConsentAccount {
  readonly name: string;
  /** Masked e-mail, else phone. */
  readonly address: string;
  /** The person allowed all of it before, and the answer reaches only the client. */
  readonly isKnown: boolean;
}

type Parts = Pick<AuthParts, 'clients' | 'accounts' | 'keyring' | 'appOrigin'>;

/** @throws AppError invalid_request, unauthorized_client: the address is not trusted, so it gets no answer */
function addressedClient(parts: Parts, input: AuthorizationInput): Client {
  if (input.clientId === '') throw new AppError('invalid_request', { reason: 'missing', field: 'client_id' });
  const client = findClient(input.clientId, parts.clients);
  if (!client) throw new AppError('unauthorized_client', { reason: 'unknown_client', field: 'client_id' });
  if (input.redirectUri !== '' && !isRegistered(client.redirectUris, input.redirectUri, parts.appOrigin))
    throw new AppError('invalid_request', { reason: 'redirect_uri_mismatch', field: 'redirect_uri' });
  return client;
}

/** @throws AppError unauthorized_client, unsupported_response_type, invalid_request, invalid_scope */
function grantedScopes(client: Client, input: AuthorizationInput, callerScopes: readonly string[]): readonly string[] {
  if (!client.grants.includes('authorization_code'))
    throw new AppError('unauthorized_client', { reason: 'grant_not_allowed', field: 'response_type' });
  if (input.responseType === '') throw new AppError('invalid_request', { reason: 'missing', field: 'response_type' });
  if (input.responseType !== 'code') throw new AppError('unsupported_response_type', { field: 'response_type' });
  if (!isChallenge(input.codeChallenge))
    throw new AppError('invalid_request', { reason: 'pkce_required', field: 'code_challenge' });
  // Absent means `plain` (RFC 7636 section 4.3), which shows the verifier to any reader of the request.
  if (input.codeChallengeMethod !== 'S256')
    throw new AppError('invalid_request', { reason: 'pkce_s256_required', field: 'code_challenge_method' });
  const scopes = grantScope(input.scope, client.scopes, callerScopes);
  if (scopes === null) throw new AppError('invalid_scope', { field: 'scope' });
  return scopes;
}

async function makeCode(
  parts: Parts,
  ask: { client: Client; scopes: readonly string[]; input: AuthorizationInput; isRemembered: boolean },
  caller: Caller,
  call: CallContext,
): Promise<AuthorizationAnswer> {
  const { client, scopes, input } = ask;
  const codeId = newHexId();
  unwrap(
    await accountOf<typeof oauthPart>(parts, caller.userId).openCode(caller, {
      codeId,
      clientId: client.id,
      redirectUri: input.redirectUri,
      scope: storedScope(scopes, client.scopes),
      challenge: input.codeChallenge,
      untilMs: call.nowMs + CODE_TTL_SECONDS * SECOND_MS,
      consent: ask.isRemembered ? scopes.join(' ') : '',
    }),
  );
  return {
    code: await parts.keyring.seal(CODE_PURPOSE, `${caller.userId}${codeId}`),
    state: input.state,
    redirectUri: input.redirectUri,
    scope: scopes.join(' '),
    expiresInSeconds: CODE_TTL_SECONDS,
  };
}

/**
 * A session makes codes for its own client. Only our own programs hand a person over to another client, and to our pages only at
 * our own address: else a token of any client would become a full session of the browser.
 * @throws AppError unauthorized_client, invalid_request
 */
function requireHandOff(parts: Parts, client: Client, input: AuthorizationInput, caller: Caller): void {
  const mayHandOff = findClient(caller.clientId, parts.clients)?.handsOff ?? false;
  if (client.id !== caller.clientId && !mayHandOff)
    throw new AppError('unauthorized_client', { reason: 'hand_off_not_allowed', field: 'client_id' });
  if (client.id === COOKIE_CLIENT && input.redirectUri === '')
    throw new AppError('invalid_request', { reason: 'missing', field: 'redirect_uri' });
}

/**
 * A code for a client, never for more than the caller's own scopes.
 * @throws AppError invalid_request, unauthorized_client, unsupported_response_type, invalid_scope; unauthenticated when the
 * caller's session has ended; as requireActive
 * @source wire-contract.md section 1
 */
export async function authorize(
  parts: Parts,
  input: AuthorizationInput,
  caller: Caller,
  call: CallContext,
): Promise<AuthorizationAnswer> {
  const client = addressedClient(parts, input);
  requireHandOff(parts, client, input, caller);
  const scopes = grantedScopes(client, input, caller.scopes);
  return makeCode(parts, { client, scopes, input, isRemembered: false }, caller, call);
}

/** @throws AppError invalid_request, unauthorized_client: the address is not trusted, the page shows the error */
export function readAuthorization(parts: Parts, input: AuthorizationInput): BrowserAuthorization {
  const client = addressedClient(parts, input);
  if (input.redirectUri === '') throw new AppError('invalid_request', { reason: 'missing', field: 'redirect_uri' });
  const about = { clientId: client.id, clientName: named(client.name, DEFAULT_LOCALE), redirectUri: input.redirectUri };
  try {
    return { ...about, scopes: grantedScopes(client, input, client.scopes), refusal: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...about, scopes: [], refusal: error.errorName };
  }
}

/** @throws AppError unauthenticated when the session has ended */
export async function consentAccount(
  parts: Parts,
  asked: BrowserAuthorization,
  caller: Caller,
): Promise<ConsentAccount> {
  const facts = unwrap(await accountOf<typeof oauthPart>(parts, caller.userId).consentFacts(caller, asked.clientId));
  const allowed = scopeWords(facts.allowed);
  const isKnown =
    findClient(asked.clientId, parts.clients)?.consent === 'once' &&
    isAssured(asked.redirectUri, parts.appOrigin) &&
    asked.scopes.every((word) => allowed.includes(word));
  return { name: facts.name, address: maskEmail(facts.email) || maskPhone(facts.phone), isKnown };
}

/** The address that the browser goes to: with a code, or with an error. Stores a consent. Throws as authorize. */
export async function answerAuthorization(
  parts: Parts,
  input: AuthorizationInput,
  answer: { readonly isAllowed: boolean } | { readonly error: ErrorName },
  caller: Caller | null,
  call: CallContext,
): Promise<string> {
  const asked = readAuthorization(parts, input);
  const answerAt = (more: Readonly<Record<string, string>>) =>
    withAnswer(asked.redirectUri, { ...more, state: input.state, iss: parts.appOrigin });
  if (asked.refusal !== null) return answerAt({ error: asked.refusal });
  if ('error' in answer) return answerAt({ error: answer.error });
  if (!answer.isAllowed) return answerAt({ error: 'access_denied' });
  if (!caller) throw new AppError('unauthenticated');
  const client = addressedClient(parts, input);
  const scopes = grantedScopes(client, input, caller.scopes);
  const { code } = await makeCode(parts, { client, scopes, input, isRemembered: true }, caller, call);
  return answerAt({ code });
}
