/** Path and query of an address, as URL would parse them, without its cost where the address is plain. Pure. */

export interface Place {
  readonly pathname: string;
  /** With its `?`, or ''. */
  readonly search: string;
}

/**
 * Scheme, host, a path of plain segments and a query without anything that a parser would rewrite. A segment that starts
 * with a dot may be `..`, and `%2e` is one too.
 */
const PLAIN = /^https?:\/\/[^/?#\\]+((?:\/(?!\.)[\w.~-]*)+)(\?[\w.~%&=+/:,-]*)?$/;

/** 2 KB: reverse proxies read about 4 KB of an answer's headers. */
const MAX_LOCATION_CHARS = 2_048;

/** An address that a redirect repeats. A query that is too long is dropped; so is a path. */
export function boundedAddress(pathname: string, search: string): string {
  if (pathname.length + search.length <= MAX_LOCATION_CHARS) return `${pathname}${search}`;
  return pathname.length <= MAX_LOCATION_CHARS ? pathname : '/';
}

export function placeOf(address: string): Place {
  const plain = PLAIN.exec(address);
  if (plain) return { pathname: plain[1] ?? '/', search: plain[2] === '?' ? '' : (plain[2] ?? '') };
  const { pathname, search } = new URL(address);
  return { pathname, search };
}
