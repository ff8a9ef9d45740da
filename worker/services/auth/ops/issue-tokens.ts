/** Makes the token object and the cookie of a session that an account has just opened or rotated. */
import type { Session } from '../account-base.ts';
import type { Client } from '../clients.ts';
import { sessionCookie } from '../cookie.ts';
import type { AuthParts } from '../deps.ts';
import type { SignedIn } from '../face.ts';
import { ACCESS_TTL_SECONDS } from '../keys.ts';

/** @param nowMs  epoch ms the access token counts from; the refresh token counts from the session's own */
export async function issueTokens(
  parts: Pick<AuthParts, 'tokens'>,
  grant: { userId: string; client: Client; session: Session },
  nowMs: number,
): Promise<SignedIn> {
  const { userId, client, session } = grant;
  const scope = client.scopes.join(' ');
  const subject = { userId, clientId: client.id, familyId: session.familyId, epoch: session.epoch };
  const [accessToken, refreshToken] = await Promise.all([
    parts.tokens.signAccess(subject, scope, nowMs),
    parts.tokens.signRefresh(subject, session.generation, session.issuedMs),
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
    setCookie: sessionCookie(refreshToken),
  };
}
