/** Names and lifetimes of the shield: objects, keyring purposes, the captcha token. */
export const CAPTCHA_PURPOSE = 'shield.captcha';
export const SUBJECT_PURPOSE = 'shield.subject';
export const CODE_PURPOSE = 'shield.code';
export const VERIFIED_PURPOSE = 'shield.verified';
export const CHECK_PURPOSE = 'shield.check';
export const CHALLENGE_PURPOSE = 'shield.challenge';

/** Lifetime of a captcha token (wire-contract.md section 2). */
export const CAPTCHA_TTL_SECONDS = 300;

/** Window of the budget of an address. */
export const BUDGET_WINDOW_SECONDS = 60;

/** Lifetime of a code sent by mail. */
export const CODE_TTL_SECONDS = 600;
export { DIGITS_OF_CODE as CODE_DIGITS } from '#shared/intake/shapes.ts';
/** Wrong codes that end a verification. 50 a day and address leave a guesser one chance in 20,000. */
export const CODE_TRIES = 5;
/** Lifetime of a verification token: time to choose a password. */
export const VERIFIED_TTL_SECONDS = 900;
/** Window that counts the mails to one address. */
export const MAIL_WINDOW_SECONDS = 86_400;
/** Window that counts the verifications of one caller. */
export const VERIFICATION_WINDOW_SECONDS = 3_600;

/** A verification is stored in the object of its address: row, mail and budget of the address are one write. */
export const VERIFICATION_ID = /^[0-9a-f]{34}$/;

/** One of 256 objects. @param hex  at least two evenly spread hex digits */
export function shieldObjectName(hex: string): string {
  return `shield-${hex.slice(0, 2)}`;
}

/** Lifetime of the ticket in the address of a human check: time to open it, and to begin again once or twice. */
export const CHECK_TTL_SECONDS = 600;
/** Lifetime of one piece of work of a check. */
export const CHALLENGE_TTL_SECONDS = 240;
/** Pieces of work and solutions of one address in a minute. */
export const CHECKS_PER_MINUTE = 60;
/** Window that counts failures for the risk of a caller. */
export const FAILURE_WINDOW_SECONDS = 900;
/** Failures that an isolate counts before it reports them to the object of the subject. */
export const FAILURES_REPORTED_AT = 8;
/** After a refusal of a token without a check, the next token needs one for this long. */
export const DEMAND_SECONDS = 600;
/** A passed check without an address to return to waits this long for the next `captcha/init`. */
export const PASS_SECONDS = 300;
/** A device seen once is deleted after a day, so that made-up ids leave no rows; one that came back, after 30 days. */
export const SEEN_ONCE_SECONDS = 86_400;
export const SEEN_SECONDS = 30 * 86_400;
/** Two sights closer than this count as one. */
export const SEEN_GAP_SECONDS = 3_600;
/** Longest wait for a provider's answer. */
export const PROVIDER_TIMEOUT_MS = 5_000;
