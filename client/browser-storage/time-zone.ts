/** Sends the browser's time zone to the server by a cookie, so that the next page shows local times from its first byte. */
import { DEFAULT_TIME_ZONE } from '#shared/locale/time-zone.ts';
import { COOKIE, type CookieJar } from './cookies.ts';

/** @param timeZone  undefined where the browser hides it */
export function storeTimeZone(
  cookies: Pick<CookieJar, 'get' | 'set'>,
  timeZone: string | undefined = DEFAULT_TIME_ZONE,
): void {
  if (cookies.get(COOKIE.timeZone) !== timeZone) cookies.set(COOKIE.timeZone, timeZone);
}
