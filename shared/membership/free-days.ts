/** The free days that were given in this browser, from a cookie of the server. Shown alone: the ledger decides. */
import { FREE_DAYS_COOKIE, parseCookies, readCookie } from '#shared/cookies.ts';

/** @returns 0 for none */
export function freeDaysOf({ cookie }: { readonly cookie: string }): number {
  const days = readCookie(parseCookies(cookie), FREE_DAYS_COOKIE);
  return typeof days === 'number' && Number.isSafeInteger(days) && days > 0 ? days : 0;
}
