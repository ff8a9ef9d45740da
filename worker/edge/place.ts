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

export function placeOf(address: string): Place {
  const plain = PLAIN.exec(address);
  if (plain) return { pathname: plain[1] ?? '/', search: plain[2] === '?' ? '' : (plain[2] ?? '') };
  const { pathname, search } = new URL(address);
  return { pathname, search };
}
