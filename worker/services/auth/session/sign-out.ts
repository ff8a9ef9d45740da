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
  const families = new Map<string, string>();
  if (input.token !== '') {
    const named = await parts.tokens.readFamily(input.token);
    if (named) families.set(named.familyId, named.userId);
  } else {
    if (call.caller) families.set(call.caller.familyId, call.caller.userId);
    const kept = await parts.tokens.readFamily(readSessionCookie(input.cookieHeader ?? null));
    if (kept) families.set(kept.familyId, kept.userId);
  }
  for (const [familyId, userId] of families) unwrap(await parts.accounts.getByName(userId).endFamily(familyId));
  return { setCookie: clearedCookie() };
}
