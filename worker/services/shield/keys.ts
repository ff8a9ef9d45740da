/**
 * Names and lifetimes the shield uses: objects, keyring purposes, the captcha token.
 */
export const CAPTCHA_PURPOSE = 'shield.captcha';
export const SUBJECT_PURPOSE = 'shield.subject';
export const CODE_PURPOSE = 'shield.code';
export const VERIFIED_PURPOSE = 'shield.verified';
export const CHECK_PURPOSE = 'shield.check';
export const CHALLENGE_PURPOSE = 'shield.challenge';

/** Life of a captcha token (contract.md section 2). */
export const CAPTCHA_TTL_SECONDS = 300;

/** Length of the window the budget of an address is counted in. */
export const BUDGET_WINDOW_SECONDS = 60;

/** Life of a code sent by mail. */
export const CODE_TTL_SECONDS = 600;
export const CODE_DIGITS = 6;
/** Wrong codes of one verification; after them it is dead. 50 a day and address leave a guesser one chance in 20,000. */
export const CODE_TRIES = 5;
/** Life of the token that a right code gives: time to choose a password. */
export const VERIFIED_TTL_SECONDS = 900;
/** Window in which the mails to one address are counted. */
export const MAIL_WINDOW_SECONDS = 86_400;
/** Window in which the verifications one caller asks for are counted. */
export const VERIFICATION_WINDOW_SECONDS = 3_600;

/** A verification lives in the object of its address, so that its row, its mail and the budget of the address are one write. */
export const VERIFICATION_ID = /^[0-9a-f]{34}$/;

/** One of 256 objects. @param hex  at least two hex digits that are spread evenly */
export function shieldObjectName(hex: string): string {
  return `shield-${hex.slice(0, 2)}`;
}

/** Life of the ticket in the address of a human check: time to open it, and to begin again once or twice. */
export const CHECK_TTL_SECONDS = 600;
/** Life of one piece of work inside it. */
export const CHALLENGE_TTL_SECONDS = 240;
/** Pieces of work, and solutions, that one address may ask for in a minute. */
export const CHECKS_PER_MINUTE = 60;
/** Window in which failures are counted for the risk of a caller. */
export const FAILURE_WINDOW_SECONDS = 900;
/** Failures an isolate keeps to itself before it tells the object of the subject. */
export const FAILURES_TOLD_AT = 8;
/** For this long after a token without a human check was refused, the next one needs one. */
export const DEMAND_SECONDS = 600;
/** A check that was passed without an address to return to waits this long for the next `captcha/init`. */
export const PASS_SECONDS = 300;
/** A device seen once is forgotten after a day, so that made-up ids leave no rows; one that came back, after 30 days. */
export const SEEN_ONCE_SECONDS = 86_400;
export const SEEN_SECONDS = 30 * 86_400;
/** Two sights closer than this are one. */
export const SEEN_GAP_SECONDS = 3_600;
/** Longest wait for a provider's answer. */
export const PROVIDER_TIMEOUT_MS = 5_000;
