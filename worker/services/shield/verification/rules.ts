/**
 * Rules of verifications: pure verdicts on mails to one address, codes and the tokens they give. No I/O, no clock.
 */
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

/** @returns null when signed data is no such token of ours */
export function readVerifiedClaims(value: unknown): VerifiedClaims | null {
  const parsed = v.safeParse(verifiedClaims, value);
  return parsed.success ? parsed.output : null;
}

export type MailVerdict = { readonly ok: true } | { readonly ok: false; readonly retryInSeconds: number };

/**
 * Whether one more mail may go to an address.
 * @param sentMs  when the mails of the last window were sent, ascending
 */
export function judgeMail(
  sentMs: readonly number[],
  ask: { nowMs: number; gapMs: number; windowMs: number; limit: number },
): MailVerdict {
  const { nowMs, gapMs, windowMs, limit } = ask;
  const last = sentMs.at(-1);
  const afterGapMs = last === undefined ? nowMs : last + gapMs;
  // The mail that must leave the window before there is room for one more.
  const inTheWay = sentMs.at(-limit);
  const afterWindowMs = sentMs.length < limit || inTheWay === undefined ? nowMs : inTheWay + windowMs;
  const freeMs = Math.max(afterGapMs, afterWindowMs);
  return freeMs <= nowMs
    ? { ok: true }
    : { ok: false, retryInSeconds: Math.max(1, Math.ceil((freeMs - nowMs) / 1_000)) };
}

/** Of ten codes a day to one address, three stay for devices that its account knows. */
const KNOWN_DEVICE_SHARE = 0.3;

/** Codes that a caller may have sent to one address in a day: a stranger cannot use up all of them. */
export function mailLimit(mailsPerDay: number, isKnownDevice: boolean): number {
  return isKnownDevice ? mailsPerDay : mailsPerDay - Math.floor(mailsPerDay * KNOWN_DEVICE_SHARE);
}

/**
 * Whose budget a code of this purpose counts in. Resets have one of their own, so that no other call keeps the owner of an
 * account from a new password.
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

export type CodeVerdict = 'right' | 'wrong' | 'over';

/** What a code means to its verification now. One that is over is not even compared. */
export function judgeCode(
  row: VerificationRow | null,
  ask: { codeHash: string; nowMs: number; maxTries: number },
): CodeVerdict {
  if (!row || row.untilMs <= ask.nowMs || row.tries >= ask.maxTries) return 'over';
  return row.codeHash === ask.codeHash ? 'right' : 'wrong';
}

/** The digits somebody typed, spaces and full-width forms allowed; '' when they cannot be a code. */
export function readCode(typed: string, digits: number): string {
  const code = typed.normalize('NFKC').replace(/[\s-]/g, '');
  return code.length === digits && /^\d+$/.test(code) ? code : '';
}
