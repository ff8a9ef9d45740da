/** Stores where a visit came from, for the order that may follow. Called only after the visitor allowed usage counts. */
import { type CookiePage, parseCookies, readCookie, writePageCookie } from '#shared/cookies.ts';
import {
  ATTRIBUTION_COOKIES,
  ATTRIBUTION_SECONDS,
  attributionIn,
  REFERERS_COOKIE,
  readReferers,
  withReferer,
} from '#shared/membership/attribution.ts';
import { parsedUrl } from '#shared/parsed-url.ts';

export interface VisitPage extends CookiePage {
  readonly referrer: string;
}

export function storeAttribution(page: VisitPage, place: Pick<Location, 'search' | 'host'>, nowMs: number): void {
  const write = (name: string, value: unknown): void =>
    writePageCookie(page, name, value, { maxAgeSeconds: ATTRIBUTION_SECONDS });
  const attribution = attributionIn(new URLSearchParams(place.search));
  // The parameters of one address belong together: the last source replaces an earlier one as a whole.
  if (attribution.source !== '')
    for (const name of ['source', 'medium', 'name'] as const) write(ATTRIBUTION_COOKIES[name], attribution[name]);
  const host = parsedUrl(page.referrer)?.host ?? '';
  if (host === '' || host === place.host) return;
  const list = readReferers(readCookie(parseCookies(page.cookie), REFERERS_COOKIE), nowMs);
  write(REFERERS_COOKIE, withReferer(list, host, nowMs));
}

/** The visitor takes the yes back: nothing of it stays. */
export function forgetAttribution(page: VisitPage): void {
  for (const name of [...Object.values(ATTRIBUTION_COOKIES), REFERERS_COOKIE])
    writePageCookie(page, name, '', { maxAgeSeconds: 0 });
}
