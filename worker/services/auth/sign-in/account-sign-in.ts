/** Ends the first step of a sign-in in AccountObject: a session, or the request for a second factor. */
import { AppError, fail, type Result, succeed } from '#shared/errors.ts';
import { DAY_MS } from '#shared/units.ts';
import type { VerifiedToken } from '#worker/services/shield/index.ts';
import * as attempts from '../attempt/store.ts';
import * as accounts from '../core/account.store.ts';
import { type AccountCore, commandWithRefusal, type Session, spendToken } from '../core/account-core.ts';
import type { DeviceSigns } from '../core/device.ts';
import { openOrAsk, type SecondStep } from '../factor/account-factors.ts';
import { hasAddress } from '../identifier/identifier.ts';

export interface PasswordSession {
  readonly clientId: string;
  readonly deviceId: string;
  readonly device?: DeviceSigns;
  /** The hash that the password was checked with. */
  readonly passwordHash: string;
  /** Replaces an outdated hash; '' for none. */
  readonly betterHash: string;
}

/** A request for a session by a verification token. */
export interface VerifiedRequest {
  readonly token: VerifiedToken;
  readonly clientId: string;
  readonly deviceId: string;
  readonly device?: DeviceSigns;
  readonly nowMs: number;
}

/**
 * Ends an attempt. Right (`session` given): opens a session, or asks for the second factor, and resets the count. Wrong: the count
 * stays.
 * @returns null for a wrong one. Fails with user_blocked, or invalid_account_or_password when the password changed concurrently
 */
export function endAttempt(
  core: AccountCore,
  ask: {
    subject: string;
    attempt: number;
    nowMs: number;
    session: PasswordSession | null;
  },
): Result<Session | SecondStep | null> {
  core.inFlight.end(ask.subject, ask.attempt);
  const { session } = ask;
  if (!session) return succeed(null);
  return commandWithRefusal(core, (clockMs) => {
    const account = accounts.loadAccount(core.sql);
    if (!account || account.password !== session.passwordHash) throw new AppError('invalid_account_or_password');
    if (session.betterHash !== '') accounts.replaceHash(core.sql, session.betterHash);
    // Open attempts stay counted: a right password must not pay for parallel guesses.
    attempts.saveAttempts(core.sql, ask.subject, {
      startedMs: ask.nowMs,
      count: core.inFlight.count(ask.subject, clockMs),
    });
    return openOrAsk(core, { ...session, isAssured: true, nowMs: ask.nowMs }, account.epoch, clockMs);
  });
}

/** Opens a session, or asks for the second factor, after a proof of the address. Fails with user_not_exist, user_blocked, invalid_verification_code. */
export function signInVerified(
  core: AccountCore,
  ask: VerifiedRequest & { subject: string },
): Result<Session | SecondStep> {
  if (!core.exists()) return fail('user_not_exist');
  return commandWithRefusal(core, (clockMs) => {
    const account = spendToken(core, ask.token);
    core.wakeAt(clockMs + DAY_MS);
    // The directory may not have the event of a released address yet.
    if (!hasAddress(account, ask.subject)) throw new AppError('user_not_exist');
    return openOrAsk(core, ask, account.epoch, clockMs);
  });
}
