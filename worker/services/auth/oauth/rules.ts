/**
 * Rules of grants: scopes, PKCE, and what a code means to its account now. Pure: `nowMs` is passed in.
 * Source: RFC 6749, RFC 7636, RFC 8707; contract.md section 1 (`user+pan+offline`).
 */

/** The words of a scope, each once; separated by spaces or, as some clients send it, by `+`. */
export function scopeWords(text: string): readonly string[] {
  return [...new Set(text.split(/[\s+]+/).filter((word) => word !== ''))];
}

/**
 * What is given of an asked scope.
 * @param asked  '' asks for everything
 * @param bounds  lists that each must hold every word; the first says the order
 * @returns null when a word is in none of them, or when nothing is left
 */
export function grantScope(asked: string, ...bounds: (readonly string[])[]): readonly string[] | null {
  const [first = [], ...others] = bounds;
  const most = first.filter((word) => others.every((bound) => bound.includes(word)));
  const words = scopeWords(asked);
  if (words.length === 0) return most.length > 0 ? most : null;
  return words.every((word) => most.includes(word)) ? most.filter((word) => words.includes(word)) : null;
}

/** How a family keeps its scope: '' for everything its client may have. */
export function storedScope(granted: readonly string[], clientScopes: readonly string[]): string {
  return clientScopes.every((word) => granted.includes(word)) ? '' : granted.join(' ');
}

/** What a family holds now: its client may have been given less since. */
export function heldScope(stored: string, clientScopes: readonly string[]): readonly string[] {
  return stored === '' ? clientScopes : clientScopes.filter((word) => stored.split(' ').includes(word));
}

/** S256 of a verifier: 43 characters of base64url. */
export function isChallenge(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/** @source RFC 7636 section 4.1 */
export function isVerifier(text: string): boolean {
  return /^[A-Za-z0-9._~-]{43,128}$/.test(text);
}

export interface CodeRow {
  readonly clientId: string;
  /** '' when the code was asked for without one. */
  readonly redirectUri: string;
  /** As `storedScope`. */
  readonly scope: string;
  readonly challenge: string;
  /** Of the account when the code was made. */
  readonly epoch: number;
  /** The session that asked for it. */
  readonly bySession: string;
  readonly untilMs: number;
  readonly usedMs: number | null;
  /** The family it opened; '' for none. */
  readonly sessionId: string;
}

/** `replayed`: was shown before, whoever shows it now. `wrong`: not by whom or how it was made for. */
export type CodeDecision = 'right' | 'wrong' | 'late' | 'replayed' | 'unknown';

/** What a code means now. Both challenges are digests of a secret: comparing them in plain tells nothing of it. */
export function judgeCode(
  row: CodeRow | null,
  ask: {
    clientId: string;
    redirectUri: string;
    challenge: string;
    epoch: number;
    askerIsActive: boolean;
    nowMs: number;
  },
): CodeDecision {
  if (!row) return 'unknown';
  if (row.usedMs !== null) return 'replayed';
  if (row.untilMs <= ask.nowMs || row.epoch !== ask.epoch || !ask.askerIsActive) return 'late';
  const isRight =
    row.clientId === ask.clientId && row.redirectUri === ask.redirectUri && row.challenge === ask.challenge;
  return isRight ? 'right' : 'wrong';
}
