/**
 * Rules of grants: PKCE, and decisions on codes. Pure: `nowMs` is passed in.
 * Source: RFC 6749, RFC 7636, RFC 8707.
 */

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
  /** '' when the request had none. */
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
  /** The session it opened; '' for none. */
  readonly sessionId: string;
}

/** `replayed`: was exchanged before. `wrong`: another client, redirect or verifier. */
export type CodeDecision = 'right' | 'wrong' | 'late' | 'replayed' | 'unknown';

/** Decides on a code. Both challenges are digests of a secret, so a plain comparison reveals nothing of it. */
export function decideCode(
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
