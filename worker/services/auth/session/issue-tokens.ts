/** Makes the token object and the cookie of a session that an account has just opened or rotated. */

import type { Client } from '../client/clients.ts';
import { heldScope, storedScope } from '../client/scopes.ts';
import type { Session } from '../core/account-core.ts';
import type { AuthParts } from '../deps.ts';
import { ACCESS_TTL_SECONDS } from '../keys.ts';
import { sessionCookie } from '../token/cookie.ts';
import type { SignedIn } from '../token/model.ts';

/**
 * Without `offline` there is no refresh token and no cookie. Only sessions with all scopes of their client get a cookie: pages check
 * no scope.
 * @param grant  `scopes`: of this access token only; default those of the session
 * @param nowMs  epoch ms the access token counts from; the refresh token counts from the session's own
 */
export async function issueTokens(
  parts: Pick<AuthParts, 'tokens'>,
  grant: { userId: string; client: Client; session: Session; scopes?: readonly string[] },
  nowMs: number,
): Promise<SignedIn> {
  const { userId, client, session } = grant;
  const held = heldScope(session.scope, client.scopes);
  const narrowed = storedScope(held, client.scopes);
  const scope = (grant.scopes ?? held).join(' ');
  const subject = { userId, clientId: client.id, sessionId: session.sessionId, epoch: session.epoch };
  const [accessToken, refreshToken] = await Promise.all([
    parts.tokens.signAccess(subject, scope, nowMs, session.generation),
    held.includes('offline')
      ? parts.tokens.signRefresh(subject, session.generation, session.issuedMs, narrowed)
      : Promise.resolve(''),
  ]);
  return {
    tokens: {
      token_type: 'Bearer',
      access_token: accessToken,
      refresh_token: refreshToken,
      expires_in: ACCESS_TTL_SECONDS,
      sub: userId,
      user_id: userId,
      scope,
      user_group: [],
    },
    setCookie: refreshToken !== '' && narrowed === '' ? sessionCookie(refreshToken) : '',
  };
}
