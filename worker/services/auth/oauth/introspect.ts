/** The state of a token; asks its account whether the session is active. Source: RFC 7662. */

import type { Introspection } from '#shared/auth/oauth.contract.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import type { ClientSigns } from '../client/client-of.ts';
import { knownClient } from '../client/client-of.ts';
import { heldScope } from '../client/scopes.ts';
import { accountOf } from '../core/account-part.ts';
import type { AuthParts } from '../deps.ts';
import type { TokenQuery } from './account-grants.ts';
import type { oauthPart } from './part.ts';

const INACTIVE: Introspection = Object.freeze({ active: false });

interface ReadToken {
  readonly userId: string;
  readonly ask: Omit<TokenQuery, 'nowMs'>;
  /** '' for all that the client may have. */
  readonly scope: string;
  readonly iat: number;
  readonly exp: number;
}

async function read(parts: AuthParts, token: string, nowMs: number): Promise<ReadToken | null> {
  const access = await parts.tokens.readAccess(token, nowMs);
  if (access) {
    const { sub: userId, fam: sessionId, epoch, aud: clientId, scope, iat, exp } = access;
    return { userId, ask: { sessionId, epoch, clientId, generation: null }, scope, iat, exp };
  }
  const refresh = await parts.tokens.readRefresh(token, nowMs);
  if (!refresh) return null;
  const { sub: userId, fam: sessionId, epoch, client: clientId, gen: generation, scope = '', iat, exp } = refresh;
  return { userId, ask: { sessionId, epoch, clientId, generation }, scope, iat, exp };
}

async function isActive(parts: AuthParts, userId: string, query: TokenQuery): Promise<boolean> {
  return unwrap(await accountOf<typeof oauthPart>(parts, userId).isTokenActive(query));
}

/** @throws AppError unauthenticated when the session of the bearer has ended */
async function requireActiveSession(parts: AuthParts, caller: Caller, nowMs: number): Promise<void> {
  const { userId, sessionId, epoch, clientId } = caller;
  if (!(await isActive(parts, userId, { sessionId, epoch, clientId, generation: null, nowMs })))
    throw new AppError('unauthenticated', { reason: 'session_ended' });
}

/**
 * Inactive for any token that belongs neither to the caller's person nor to the client that asks.
 * @throws AppError unauthenticated without a caller or with an ended session, invalid_request, unauthorized_client, invalid_client
 */
export async function introspect(
  parts: AuthParts,
  input: ClientSigns & { token: string },
  call: CallContext,
): Promise<Introspection> {
  const { caller, nowMs } = call;
  if (caller) await requireActiveSession(parts, caller, nowMs);
  else if (input.clientId === '') throw new AppError('unauthenticated');
  // A public client's name proves nothing: it learns only about its own tokens, which it could also try out.
  const client = caller ? null : await knownClient(parts, input);
  if (input.token === '') throw new AppError('invalid_request', { reason: 'missing', field: 'token' });
  const named = await read(parts, input.token, nowMs);
  if (!named) return INACTIVE;
  const { userId, ask } = named;
  const holder = parts.clients.find(({ id }) => id === ask.clientId);
  const isOwn = caller ? caller.userId === userId : client?.id === ask.clientId;
  if (!holder || !isOwn || !(await isActive(parts, userId, { ...ask, nowMs }))) return INACTIVE;
  return {
    active: true,
    scope: heldScope(named.scope, holder.scopes).join(' '),
    client_id: ask.clientId,
    sub: userId,
    ...(ask.generation === null ? { token_type: 'Bearer' } : {}),
    exp: named.exp,
    iat: named.iat,
    iss: parts.appOrigin,
    aud: ask.clientId,
  };
}
