/**
 * Codes of an authenticator app (RFC 6238: SHA-1, six digits, 30 s). The only file that imports the library.
 */
import { HOTP, Secret, TOTP } from 'otpauth';
import { productName } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE } from '#shared/locale/tags.ts';
import { equalBytes } from '#worker/platform/crypto.ts';
import { randomBytes } from '#worker/platform/ids.ts';

const STEP_MS = 30_000;
const DIGITS = 6;
/** Steps before and after the current one whose codes are accepted: clocks differ, and typing takes time. */
const WINDOW_STEPS = 1;

const encoder = new TextEncoder();

/** @returns 160 random bits in base32, as RFC 4226 advises */
export function newTotpSecret(): string {
  return new Secret({ buffer: randomBytes(20).buffer }).base32;
}

/** The content of the QR code. @param account  shown in the app beside the issuer */
export function totpUri(secret: string, account: string): string {
  return new TOTP({
    issuer: productName(DEFAULT_LOCALE),
    label: account,
    secret,
    algorithm: 'SHA1',
    digits: DIGITS,
    period: 30,
  }).toString();
}

/** The code of a moment; used by tests only. */
export function totpCode(secret: string, nowMs: number): string {
  return codeOf(Secret.fromBase32(secret), Math.floor(nowMs / STEP_MS));
}

function codeOf(secret: Secret, step: number): string {
  return HOTP.generate({ secret, algorithm: 'SHA1', digits: DIGITS, counter: step });
}

/**
 * Finds the time step that a code belongs to.
 * @param code  as typed; spaces are removed
 * @param afterStep  the newest step used: a code works once
 * @returns null for a code that is wrong, early, late or used
 */
export function matchStep(secret: string, code: string, nowMs: number, afterStep: number): number | null {
  const typed = encoder.encode(code.replace(/\s/g, ''));
  const key = Secret.fromBase32(secret);
  const now = Math.floor(nowMs / STEP_MS);
  let matched: number | null = null;
  // Computes every step, so that the time taken reveals nothing.
  for (let step = now - WINDOW_STEPS; step <= now + WINDOW_STEPS; step += 1)
    if (equalBytes(typed, encoder.encode(codeOf(key, step))) && step > afterStep) matched = step;
  return matched;
}
