/**
 * What a visit brings along: where it came from and which campaign its link names. Untrusted and capped, whoever wrote it
 * (trust.md hazard 9): it may feed statistics and rewards, never a decision about rights. Pure; `nowMs` is passed in.
 * @source spec sections 3 and 9
 */
import { parsedUrl } from '#shared/parsed-url.ts';
import { HOUR_MS } from '#shared/units.ts';

/** Youngest hosts that are remembered. */
export const MAX_REFERERS = 10;
/** Each is forgotten after this long. */
const REFERER_LIFE_MS = 12 * HOUR_MS;
/** Longest value of a campaign; longer is no name somebody gave. */
const MAX_CAMPAIGN = 64;
/** RFC 1035. */
const MAX_HOST = 253;

export interface Referer {
  readonly host: string;
  /** Epoch ms; over from then on. */
  readonly expiredMs: number;
}

export interface Campaign {
  readonly source?: string;
  readonly medium?: string;
  readonly campaign?: string;
}

/** Letters, digits and a few signs; anything else is not taken, and not mended. */
function campaignWord(value: string | null): string | null {
  const isName = value !== null && value.length <= MAX_CAMPAIGN && /^[\p{L}\p{N}][\p{L}\p{N} ._~+-]*$/u.test(value);
  return isName ? value : null;
}

/** `__source`, `__medium` and `__campaign` of an address; what is absent or refused is left out. @param search  with or without `?` */
export function campaignOf(search: string): Campaign {
  const query = new URLSearchParams(search);
  const found: Record<string, string> = {};
  for (const name of ['source', 'medium', 'campaign']) {
    const word = campaignWord(query.get(`__${name}`));
    if (word !== null) found[name] = word;
  }
  return found;
}

/**
 * The host a visit came from.
 * @param referrer  as the browser gives it; '' for none
 * @returns null for none, for our own, and for what is no address of the web
 */
export function refererHost(referrer: string, ownHost: string): string | null {
  const { protocol, host } = parsedUrl(referrer) ?? { protocol: '', host: '' };
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && host !== '' && host !== ownHost && host.length <= MAX_HOST ? host : null;
}

/** The list without what is over, and with `host` as its youngest; a host stands in it once. */
export function withReferer(list: readonly Referer[], host: string, nowMs: number): readonly Referer[] {
  const living = liveReferers(list, nowMs).filter((entry) => entry.host !== host);
  return [...living, { host, expiredMs: nowMs + REFERER_LIFE_MS }].slice(-MAX_REFERERS);
}

/** Those that are not over. An end further away than any we write was written by somebody else. */
export function liveReferers(list: readonly Referer[], nowMs: number): readonly Referer[] {
  return list.filter(({ expiredMs }) => expiredMs > nowMs && expiredMs <= nowMs + REFERER_LIFE_MS).slice(-MAX_REFERERS);
}
