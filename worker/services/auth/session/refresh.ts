/** Exchanges a refresh token for new tokens; the old one ends after a short grace. */

import { AppError, unwrap } from '#shared/errors.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { type ClientInput, clientFor } from '../client/clients.ts';
import { grantScope, heldScope } from '../client/scopes.ts';
import { accountOf } from '../core/account-part.ts';
import type { AuthParts } from '../deps.ts';
import type { SignedIn } from '../token/model.ts';
import { issueTokens } from './issue-tokens.ts';
import type { sessionPart } from './part.ts';

/**
 * @param input  `scope` narrows this access token only; '' or absent takes all scopes of the session
 * @throws AppError invalid_argument, unauthorized_client, invalid_scope, invalid_grant; reuse of an old token ends its session first
 */
export async function refresh(
  parts: AuthParts,
  input: ClientInput & { refreshToken: string; scope?: string },
  call: CallContext,
): Promise<SignedIn> {
  const client = await clientFor(input, 'refresh_token', parts.clients);
  const claims = await parts.tokens.readRefresh(input.refreshToken, call.nowMs);
  if (!claims || claims.client !== client.id) throw new AppError('invalid_grant', { reason: 'refresh_token_invalid' });
  // Before the token is spent: a refusal must not cost the session.
  const scopes = grantScope(input.scope ?? '', heldScope(claims.scope ?? '', client.scopes));
  if (scopes === null) throw new AppError('invalid_scope', { field: 'scope' });
  const session = unwrap(
    await accountOf<typeof sessionPart>(parts, claims.sub).rotate({
      sessionId: claims.fam,
      generation: claims.gen,
      epoch: claims.epoch,
      clientId: client.id,
      nowMs: call.nowMs,
    }),
  );
  return issueTokens(parts, { userId: claims.sub, client, session, scopes }, call.nowMs);
}
