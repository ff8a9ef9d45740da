/**
 * Names, lifetimes and limits of second factors and passkeys.
 */
import { MINUTE_MS } from '#shared/units.ts';

/** Time between the first step of a sign-in and the second. */
export const TWO_FACTOR_TTL_SECONDS = 300;
/** Time to scan a QR code and type what the app shows. */
export const SETUP_TTL_SECONDS = 600;
/** Time to touch a key or look into a camera. */
export const CHALLENGE_TTL_SECONDS = 300;

/** Wrong second factors of one account in any `FACTOR_WINDOW_MS`: 720 a day leave a guesser a chance of 1 in 460 (three codes are right at a time). */
export const FACTOR_TRIES = 5;
export const FACTOR_WINDOW_MS = 10 * MINUTE_MS;

export const RECOVERY_CODES = 10;

/** Passkeys of one account: more than a person has devices, few enough for one list. */
export const MAX_PASSKEYS = 20;

export const TWO_FACTOR_PURPOSE = 'auth.two-factor';
export const SETUP_PURPOSE = 'auth.two-factor-setup';
export const TOTP_PURPOSE = 'auth.totp-secret';
export const RECOVERY_PURPOSE = 'auth.recovery-code';
export const PASSKEY_ADD_PURPOSE = 'auth.passkey-add';
export const PASSKEY_SIGN_IN_PURPOSE = 'auth.passkey-sign-in';
