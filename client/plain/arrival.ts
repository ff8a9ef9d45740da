/** Keeps what a visit brought along in this browser: campaign names in cookies of 12 hours, hosts in the referer list. */
import { COOKIE, makeCookieJar } from '#client/store/cookies.ts';
import { type KeptTexts, makeLocalStore } from '#client/store/local.ts';
import { LOCAL } from '#client/store/local-keys.ts';
import { campaignOf, refererHost, withReferer } from '#shared/site/arrival.ts';

export interface Arrival {
  readonly search: string;
  readonly host: string;
  readonly referrer: string;
  readonly nowMs: number;
}

/** @param page  `document`, for its cookies */
export function keepArrival(arrival: Arrival, page: { cookie: string }, storage: () => KeptTexts): void {
  const jar = makeCookieJar(page);
  const { source, medium, campaign } = campaignOf(arrival.search);
  if (source !== undefined) jar.set(COOKIE.source, source);
  if (medium !== undefined) jar.set(COOKIE.medium, medium);
  if (campaign !== undefined) jar.set(COOKIE.campaign, campaign);
  const host = refererHost(arrival.referrer, arrival.host);
  if (host === null) return;
  const store = makeLocalStore(storage);
  store.set(LOCAL.refererList, withReferer(store.get(LOCAL.refererList) ?? [], host, arrival.nowMs));
}
