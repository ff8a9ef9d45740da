/** Ends sessions; returns once every serving object has the event. */

import { unwrap } from '#shared/errors.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { accountOf } from '../core/account-part.ts';
import type { AuthParts } from '../deps.ts';
import { clearedCookie, readSessionCookie } from '../token/cookie.ts';
import type { sessionPart } from './part.ts';

/**
 * Ends the session of a token. With an empty token: the sessions of the caller and of the cookie in `cookieHeader`; a caller that
 * passes a cookie has checked where the call came from. Unknown tokens are no error.
 * @throws AppError unavailable while the event is not delivered; the session has ended all the same, and a repeat delivers again
 */
export async function signOut(
  parts: AuthParts,
  input: { token: string; cookieHeader?: string | null },
  call: CallContext,
): Promise<{ setCookie: string }> {
  const sessions = new Map<string, string>();
  if (input.token !== '') {
    const named = await parts.tokens.readSessionOf(input.token);
    if (named) sessions.set(named.sessionId, named.userId);
  } else {
    if (call.caller) sessions.set(call.caller.sessionId, call.caller.userId);
    const cookie = await parts.tokens.readSessionOf(readSessionCookie(input.cookieHeader ?? null));
    if (cookie) sessions.set(cookie.sessionId, cookie.userId);
  }
  for (const [sessionId, userId] of sessions)
    unwrap(await accountOf<typeof sessionPart>(parts, userId).endSession(sessionId));
  return { setCookie: clearedCookie() };
}
