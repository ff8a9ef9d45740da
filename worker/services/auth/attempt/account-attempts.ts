/** Tries of a password, counted by AccountObject. */
import { AppError, fail, type Result, succeed } from '#shared/errors.ts';
import * as accounts from '../core/account.store.ts';
import { type AccountCore, changeAs, type SessionCaller } from '../core/account-core.ts';
import { ATTEMPT_WAIT_MS } from '../keys.ts';
import { takeAttempt } from './rules.ts';
import * as attempts from './store.ts';

/**
 * Ends an attempt that opens no session. A right one (`passwordHash` given) resets the count.
 * @returns false for a wrong one. Fails with unauthenticated; aborted when the password changed concurrently
 */
export function confirmPassword(
  core: AccountCore,
  caller: SessionCaller,
  ask: { attempt: number; passwordHash: string | null; nowMs: number },
): Result<boolean> {
  core.inFlight.end('account', ask.attempt);
  if (ask.passwordHash === null) return succeed(false);
  return changeAs(core, caller, (account, clockMs) => {
    if (account.password !== ask.passwordHash) throw new AppError('aborted', { reason: 'password_changed' });
    const count = core.inFlight.count('account', clockMs);
    attempts.saveAttempts(core.sql, 'account', { startedMs: ask.nowMs, count });
    return true;
  });
}

export interface AttemptRequest {
  /** The counter: 'account', or the digest of an unknown identifier. */
  readonly subject: string;
  readonly nowMs: number;
  readonly limit: number;
  readonly windowMs: number;
  /** The call has a captcha token: past the limit the attempt is granted, and the token must then be spent. */
  readonly captchaOffered: boolean;
}

export interface OpenAttempt {
  /** Its id. */
  readonly attempt: number;
  /** The hash of the account's password; '' without an account. */
  readonly passwordHash: string;
  /** The caller must spend a captcha token before it checks the password. */
  readonly mustCheck: boolean;
}

/**
 * Takes one of the attempts of the window; it counts as wrong until `endAttempt` reports a right password. While open attempts fill
 * the window, waits for them (at most 5 s).
 */
export async function beginAttempt(core: AccountCore, ask: AttemptRequest): Promise<Result<OpenAttempt>> {
  const giveUpMs = core.nowMs() + ATTEMPT_WAIT_MS;
  for (;;) {
    const taken = takeOne(core, ask);
    if (!taken.ok || taken.value !== null) return taken as Result<OpenAttempt>;
    const leftMs = giveUpMs - core.nowMs();
    if (core.inFlight.count(ask.subject, core.nowMs()) === 0 || leftMs <= 0)
      return fail('captcha_required', { reason: 'too_many_attempts' });
    await core.inFlight.nextEnd(ask.subject, leftMs);
  }
}

function takeOne(core: AccountCore, ask: AttemptRequest): Result<OpenAttempt | null> {
  const taken = core.command(() => {
    attempts.dropAttempts(core.sql, ask.nowMs - ask.windowMs);
    const row = attempts.loadAttempts(core.sql, ask.subject);
    const free = takeAttempt(row, { ...ask, checked: false });
    const next = free ?? takeAttempt(row, { ...ask, checked: ask.captchaOffered });
    if (!next) return null;
    attempts.saveAttempts(core.sql, ask.subject, next);
    return { passwordHash: accounts.loadAccount(core.sql)?.password ?? '', mustCheck: free === null };
  });
  if (!taken.ok || !taken.value) return taken as Result<null>;
  return succeed({ attempt: core.inFlight.begin(ask.subject, core.nowMs()), ...taken.value });
}

/** Whether the attempts without a human check are used up. Takes none and writes nothing. */
export function isCheckDue(core: AccountCore, ask: Omit<AttemptRequest, 'captchaOffered'>): Result<boolean> {
  if (!core.exists()) return succeed(false);
  return succeed(takeAttempt(attempts.loadAttempts(core.sql, ask.subject), { ...ask, checked: false }) === null);
}

/** Returns an attempt whose password was not checked. */
export function returnAttempt(
  core: AccountCore,
  { subject, attempt }: { subject: string; attempt: number },
): Result<null> {
  core.inFlight.end(subject, attempt);
  return core.command(() => {
    const row = attempts.loadAttempts(core.sql, subject);
    if (row && row.count > 0) attempts.saveAttempts(core.sql, subject, { ...row, count: row.count - 1 });
    return null;
  });
}
