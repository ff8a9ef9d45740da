/**
 * Names and lifetimes auth uses: objects, keyring purposes, token types, the session cookie.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/units.ts';

export const ACCESS_TTL_SECONDS = 7_200;
export const REFRESH_TTL_SECONDS = 30 * 86_400;
/** 30 s: a lost answer is asked for again, and tabs that wake together refresh together. */
export const REFRESH_GRACE_MS = 30_000;
/** Serving objects remember an ended family until its last access token is over, with an hour for clocks that differ. */
export const ENDED_SESSION_MEMORY_MS = ACCESS_TTL_SECONDS * 1_000 + HOUR_MS;
/** How long this isolate believes what it read of a person (premium, public name). */
export const PERSON_CACHE_MS = MINUTE_MS;
/** Longest a sign-in waits for other attempts on the same account to end. */
export const ATTEMPT_WAIT_MS = 5_000;
/** An attempt older than this was left by its caller and is waited for no more. */
export const ATTEMPT_LIFETIME_MS = 10_000;

export { SESSION_COOKIE } from '#shared/cookies.ts';
export const ACCESS_TYPE = 'at+jwt';
export const REFRESH_TYPE = 'refresh';

export const IDENTIFIER_PURPOSE = 'auth.identifier';
export const PASSWORD_PURPOSE = 'auth.password';
/** Spreads callers over the objects that hash. */
export const HASHER_PURPOSE = 'auth.hasher';
export const DEMO_PURPOSE = 'auth.demo-user';

/** A notice that could not be sent for a day is old news. */
export const NOTICE_LIFETIME_MS = DAY_MS;

export const SESSIONS_ENDED = 'auth.sessions-ended';
/** The account is erased; whoever keeps things of the person drops them. */
export const ACCOUNT_CLOSED = 'auth.account-closed';
/** A family was opened on a device that the person has not used before. */
export const NEW_DEVICE = 'auth.new-device';
/** The directory is to forget an identifier. */
export const IDENTIFIER_LEFT = 'auth.identifier-left';

export const SUDO_PURPOSE = 'auth.sudo';
/** 600 s: long enough for a form with a code by mail in it. */
export const SUDO_TTL_SECONDS = 600;
export const UNLOCK_PURPOSE = 'auth.unlock';
export const UNLOCK_TTL_SECONDS = 600;
export const UNDO_PURPOSE = 'auth.undo-email';
/** How long the mailbox that was left can take a change of address back. */
export const UNDO_TTL_MS = 7 * DAY_MS;
/** A claim of an address that was not written within this time broke off. */
export const CLAIM_LIFETIME_MS = 10 * MINUTE_MS;
/** Days a closing account can be taken back, seconds. */
export const CLOSE_GRACE_SECONDS = 7 * 86_400;

/** @param digestHex  keyed digest of an identifier */
export function directoryObjectName(digestHex: string): string {
  return `directory-${digestHex.slice(0, 2)}`;
}

/** The account that counts attempts on identifiers nobody has, so that they cost and lock as real ones do. */
export function unknownUserObjectName(digestHex: string): string {
  return `nobody-${digestHex.slice(0, 2)}`;
}
