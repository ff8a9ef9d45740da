/** Ends sessions; returns when every serving object knows. */
import { unwrap } from '#shared/errors.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { AuthParts } from '../deps.ts';
import { clearedCookie, readSessionCookie } from './cookie.ts';

/** @throws AppError unavailable while the news could not be delivered; the session is over all the same */
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
  for (const [sessionId, userId] of sessions) unwrap(await parts.accounts.getByName(userId).endSession(sessionId));
  return { setCookie: clearedCookie() };
}
