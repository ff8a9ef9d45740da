/**
 * Names and lifetimes of auth: objects, keyring purposes, token types, the session cookie.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/units.ts';

export const ACCESS_TTL_SECONDS = 7_200;
export const REFRESH_TTL_SECONDS = 30 * 86_400;
/** 30 s: a client repeats a lost call, and tabs that wake together refresh together. */
export const REFRESH_GRACE_MS = 30_000;
/** Serving objects store an ended session until its last access token has expired, with an hour for clocks that differ. */
export const ENDED_SESSION_MEMORY_MS = ACCESS_TTL_SECONDS * 1_000 + HOUR_MS;
/** How long an isolate caches a person (premium, public name). */
export const PERSON_CACHE_MS = MINUTE_MS;
/** Longest a sign-in waits for other attempts on the same account to end. */
export const ATTEMPT_WAIT_MS = 5_000;
/** The caller of an older attempt is gone: no call waits for it. */
export const ATTEMPT_LIFETIME_MS = 10_000;

export { SESSION_COOKIE } from '#shared/cookies.ts';
export const ACCESS_TYPE = 'at+jwt';
export const REFRESH_TYPE = 'refresh';

export const IDENTIFIER_PURPOSE = 'auth.identifier';
/** Digests of codes of invitations in the directory. */
export const INVITATION_CODE_PURPOSE = 'auth.invitation-code';
export const PASSWORD_PURPOSE = 'auth.password';
/** Spreads callers over the objects that hash. */
export const HASHER_PURPOSE = 'auth.hasher';
export const DEMO_PURPOSE = 'auth.demo-user';

/** A notice that could not be sent for a day is dropped. */
export const NOTICE_LIFETIME_MS = DAY_MS;

export const SESSIONS_ENDED = 'auth.sessions-ended';
/** The app passwords of a person, all of them. */
export const APP_PASSWORDS_CHANGED = 'auth.app-passwords-changed';
/** Operators blocked a person, or ended that. */
export const PERSON_BLOCKED = 'auth.person-blocked';
/** Something changed that the operators' list of people shows. */
export const PERSON_CHANGED = 'auth.person-changed';
/** The account is erased; every service deletes its data of the person. */
export const ACCOUNT_CLOSED = 'auth.account-closed';
/** A session was opened on a device that the person has not used before. */
export const NEW_DEVICE = 'auth.new-device';
/** An operator's removal of the factors began: its person is warned. */
export const FACTORS_LEAVING = 'auth.factors-leaving';
/** The time of an operator's removal of the factors has come. */
export const FACTORS_DUE = 'auth.factors-due';
/** An operator's removal of the factors took effect. */
export const FACTORS_REMOVED = 'auth.factors-removed';
/** The directory must delete an identifier. */
export const IDENTIFIER_LEFT = 'auth.identifier-left';
/** The time has ended in which the account of a reserved identifier must have been made. */
export const IDENTIFIER_RESERVED = 'auth.identifier-reserved';

export const SUDO_PURPOSE = 'auth.sudo';
/** 600 s: long enough for a form with a code by mail in it. */
export const SUDO_TTL_SECONDS = 600;
export const UNLOCK_PURPOSE = 'auth.unlock';
export const UNLOCK_TTL_SECONDS = 600;
export const UNDO_PURPOSE = 'auth.undo-email';
/** Tickets of a letter that keeps the factors, and of a link that removes them. */
export const KEEP_FACTORS_PURPOSE = 'auth.keep-factors';
export const REMOVE_FACTORS_PURPOSE = 'auth.remove-factors';
/** How long the old mailbox can undo a change of address. */
export const UNDO_TTL_MS = 7 * DAY_MS;
/** A claim of an address that is not written within this time is dropped. */
export const CLAIM_LIFETIME_MS = 10 * MINUTE_MS;
/** A reserved identifier whose account is not made within this time is free again. */
export const RESERVATION_LIFETIME_MS = MINUTE_MS;
/** Reason of already_exists: the account of this id was erased, or was not made in time. */
export const ACCOUNT_ENDED = 'account_ended';
/** Time in which a closing can be cancelled, seconds. */
export const CLOSE_GRACE_SECONDS = 7 * 86_400;

/** App passwords of one person: more than anyone has programs, and a push of 10 KB. */
export const MAX_APP_PASSWORDS = 50;

/** The DirectoryObject of links that operators gave. */
export const GIVEN_LINKS_NAME = 'given-links';

/** @param digestHex  keyed digest of an identifier */
export function directoryObjectName(digestHex: string): string {
  return `directory-${digestHex.slice(0, 2)}`;
}

/** The account that counts attempts on unknown identifiers, so that they cost and lock as real ones do. */
export function unknownUserObjectName(digestHex: string): string {
  return `nobody-${digestHex.slice(0, 2)}`;
}
