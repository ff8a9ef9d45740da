/** Rules of verifications: decisions on mails to one address, on codes, and on verification tokens. Pure. */
import * as v from 'valibot';

const verifiedClaims = v.object({
  jti: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
  /** Keyed digest of the address. */
  subject: v.string(),
  purpose: v.string(),
  /** Epoch seconds. */
  exp: v.number(),
});

export type VerifiedClaims = v.InferOutput<typeof verifiedClaims>;

/** @returns null for signed data that is not a verification token */
export function readVerifiedClaims(value: unknown): VerifiedClaims | null {
  const parsed = v.safeParse(verifiedClaims, value);
  return parsed.success ? parsed.output : null;
}

export type MailDecision = { readonly ok: true } | { readonly ok: false; readonly retryInSeconds: number };

/**
 * Whether one more mail may go to an address.
 * @param sentMs  when the mails of the last window were sent, ascending
 */
export function decideMail(
  sentMs: readonly number[],
  ask: { nowMs: number; gapMs: number; windowMs: number; limit: number },
): MailDecision {
  const { nowMs, gapMs, windowMs, limit } = ask;
  const last = sentMs.at(-1);
  const afterGapMs = last === undefined ? nowMs : last + gapMs;
  // The mail that must leave the window before the next one.
  const oldestCounted = sentMs.at(-limit);
  const afterWindowMs = sentMs.length < limit || oldestCounted === undefined ? nowMs : oldestCounted + windowMs;
  const freeMs = Math.max(afterGapMs, afterWindowMs);
  return freeMs <= nowMs
    ? { ok: true }
    : { ok: false, retryInSeconds: Math.max(1, Math.ceil((freeMs - nowMs) / 1_000)) };
}

/** Of ten codes a day to one address, three are reserved for known devices of its account. */
const KNOWN_DEVICE_SHARE = 0.3;

/** Codes that a caller may send to one address in a day: a stranger cannot use all of them. */
export function mailLimit(mailsPerDay: number, isKnownDevice: boolean): number {
  return isKnownDevice ? mailsPerDay : mailsPerDay - Math.floor(mailsPerDay * KNOWN_DEVICE_SHARE);
}

/**
 * Key of the budget that a code of this purpose counts in. Resets have their own budget, so that no other call keeps the
 * owner of an account from a new password.
 * @param subject  keyed digest of the address
 */
export function mailBudget(subject: string, purpose: string): string {
  return purpose === 'reset' ? `${subject}:reset` : subject;
}

export interface VerificationRow {
  readonly subject: string;
  readonly purpose: string;
  readonly codeHash: string;
  /** Wrong codes so far. */
  readonly tries: number;
  readonly untilMs: number;
}

export type CodeDecision = 'right' | 'wrong' | 'expired';

/** Decides on a typed code. The code of an expired verification is not compared. */
export function decideCode(
  row: VerificationRow | null,
  ask: { codeHash: string; nowMs: number; maxTries: number },
): CodeDecision {
  if (!row || row.untilMs <= ask.nowMs || row.tries >= ask.maxTries) return 'expired';
  return row.codeHash === ask.codeHash ? 'right' : 'wrong';
}
