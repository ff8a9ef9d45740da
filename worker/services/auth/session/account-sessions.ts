/**
 * Sessions and attempts of AccountObject: sign-in, sign-up, reset, refresh, cookie, sign-out. Decisions: rules.ts. SQL: store.ts.
 */

import { AppError, fail, type Result, succeed } from '#shared/errors.ts';
import { DAY_MS } from '#shared/units.ts';
import type { MailEvent } from '#worker/services/mail/index.ts';
import type { VerifiedToken } from '#worker/services/shield/index.ts';
import { markWhole, setStatus } from '../core/account.store.ts';
import {
  type AccountCore,
  commandWithRefusal,
  deliverEnds,
  endSessionTree,
  hasWaitingEnds,
  openSession,
  publishPersonChanged,
  requireNoAccount,
  type Session,
  spendToken,
} from '../core/account-core.ts';
import type { DeviceSigns } from '../core/device.ts';
import { requireResettable } from '../core/rules.ts';
import * as store from '../core/session.store.ts';
import type { SecondStep } from '../factor/account-factors.ts';
import { openOrAsk } from '../factor/account-factors.ts';
import { deletePasskeys } from '../factor/store.ts';
import { ATTEMPT_WAIT_MS, ENDED_SESSION_MEMORY_MS, SESSIONS_ENDED } from '../keys.ts';
import { loadSessionScope } from '../oauth/store.ts';
import { dropAllLinks } from '../oidc/account-links.ts';
import { type CookieDecision, hasAddress, judgeArrival, judgeCookie, judgeRotation, takeAttempt } from './rules.ts';

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

/** Facts of the account that a reset checks before it hashes. */
export interface ResetState {
  readonly name: string;
  /** '' when the account has none. */
  readonly email: string;
  readonly phone: string;
  readonly status: string;
  readonly passwordHash: string;
  /** The token was used before. */
  readonly used: boolean;
  /** Events of ended sessions still wait. */
  readonly untold: boolean;
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
    store.dropAttempts(core.sql, ask.nowMs - ask.windowMs);
    const row = store.loadAttempts(core.sql, ask.subject);
    const free = takeAttempt(row, { ...ask, checked: false });
    const next = free ?? takeAttempt(row, { ...ask, checked: ask.captchaOffered });
    if (!next) return null;
    store.saveAttempts(core.sql, ask.subject, next);
    return { passwordHash: store.loadAccount(core.sql)?.password ?? '', mustCheck: free === null };
  });
  if (!taken.ok || !taken.value) return taken as Result<null>;
  return succeed({ attempt: core.inFlight.begin(ask.subject, core.nowMs()), ...taken.value });
}

/** Whether the attempts without a human check are used up. Takes none and writes nothing. */
export function isCheckDue(core: AccountCore, ask: Omit<AttemptRequest, 'captchaOffered'>): Result<boolean> {
  if (!core.exists()) return succeed(false);
  return succeed(takeAttempt(store.loadAttempts(core.sql, ask.subject), { ...ask, checked: false }) === null);
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
    const account = store.loadAccount(core.sql);
    if (!account || account.password !== session.passwordHash) throw new AppError('invalid_account_or_password');
    if (session.betterHash !== '') store.replaceHash(core.sql, session.betterHash);
    // Open attempts stay counted: a right password must not pay for parallel guesses.
    store.saveAttempts(core.sql, ask.subject, {
      startedMs: ask.nowMs,
      count: core.inFlight.count(ask.subject, clockMs),
    });
    return openOrAsk(core, { ...session, isAssured: true, nowMs: ask.nowMs }, account.epoch, clockMs);
  });
}

/** Returns an attempt whose password was not checked. */
export function returnAttempt(
  core: AccountCore,
  { subject, attempt }: { subject: string; attempt: number },
): Result<null> {
  core.inFlight.end(subject, attempt);
  return core.command(() => {
    const row = store.loadAttempts(core.sql, subject);
    if (row && row.count > 0) store.saveAttempts(core.sql, subject, { ...row, count: row.count - 1 });
    return null;
  });
}

/** Creates the account and opens its first session; already_exists when there is one. */
export function signUp(
  core: AccountCore,
  ask: VerifiedRequest & { account: store.NewAccount; letter: MailEvent | null },
): Result<Session> {
  return core.command((clockMs) => {
    requireNoAccount(store.loadAccount(core.sql));
    store.insertAccount(core.sql, ask.account);
    publishPersonChanged(core, clockMs);
    store.recordUsedToken(core.sql, ask.token.id, ask.token.untilMs);
    if (ask.letter) core.publishEvent(ask.letter.event, ask.letter.payload, clockMs);
    return openSession(core, { ...ask, isAssured: true }, 1, clockMs);
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

/** Null without an account; a read creates nothing. Fails as requireResettable. */
export function resetState(core: AccountCore, tokenId: string): Result<ResetState | null> {
  const account = core.exists() ? store.loadAccount(core.sql) : null;
  if (!account) return succeed(null);
  return core.command((clockMs) => {
    requireResettable(account, clockMs);
    const { name, email, phone, status, password: passwordHash } = account;
    const used = store.isUsedToken(core.sql, tokenId);
    return { name, email, phone, status, passwordHash, used, untold: hasWaitingEnds(core) };
  });
}

/**
 * Sets another password, ends every session and notifies the owner, in one write. A locked account loses its passkeys and links to
 * providers too: a thief of the password may have added them. Returns once every serving object has the event,
 * or `unavailable` while it still waits.
 */
export async function resetPassword(
  core: AccountCore,
  ask: {
    token: VerifiedToken;
    /** The proven address, in the directory's spelling. */
    subject: string;
    passwordHash: string;
    nowMs: number;
    letter: MailEvent;
  },
): Promise<Result<{ ended: true }>> {
  const done = core.command((clockMs) => {
    const account = spendToken(core, ask.token);
    requireResettable(account, clockMs);
    if (!hasAddress(account, ask.subject)) throw new AppError('user_not_exist');
    if (account.status === 'FROZEN') {
      setStatus(core.sql, 'ACTIVE', 0);
      publishPersonChanged(core, clockMs);
      dropAllLinks(core, clockMs);
      deletePasskeys(core.sql);
    }
    markWhole(core.sql);
    const minEpoch = store.changePassword(core.sql, ask.passwordHash, ask.nowMs);
    // Resets a count that guesses of others filled. Open attempts stay counted: they hold the old password.
    const count = core.inFlight.count('account', clockMs);
    store.saveAttempts(core.sql, 'account', { startedMs: ask.nowMs, count });
    const untilMs = clockMs + ENDED_SESSION_MEMORY_MS;
    core.publishEvent(SESSIONS_ENDED, { userId: core.name, familyId: null, minEpoch, untilMs }, clockMs);
    core.publishEvent(ask.letter.event, ask.letter.payload, clockMs);
    core.wakeAt(clockMs + DAY_MS);
  });
  return done.ok ? deliverEnds(core) : done;
}

/** Contents of a refresh token or a session cookie, and the time of its use. */
export interface TokenClaims {
  readonly sessionId: string;
  readonly generation: number;
  readonly epoch: number;
  readonly clientId: string;
  readonly nowMs: number;
}

/** Rotates a refresh token. Reuse of an old one ends the token family before this returns. */
export async function rotateToken(core: AccountCore, ask: TokenClaims): Promise<Result<Session>> {
  if (!core.exists()) return fail('invalid_grant', { reason: 'session_ended' });
  const done = core.command((clockMs) => {
    const account = store.loadAccount(core.sql);
    const session = store.loadSession(core.sql, ask.sessionId);
    // An account that is not active has no session, whatever its epoch.
    const epoch = account?.status === 'ACTIVE' ? account.epoch : Number.MAX_SAFE_INTEGER;
    const decision = judgeRotation(session, { ...ask, accountEpoch: epoch });
    if (decision === 'rotate' || decision === 'renew')
      store.advanceSession(core.sql, ask.sessionId, ask.nowMs, ask.generation);
    if (decision === 'reused') endSessionTree(core, ask.sessionId, epoch, clockMs);
    const now = store.loadSession(core.sql, ask.sessionId);
    return {
      decision,
      epoch,
      generation: now?.generation ?? 0,
      rotatedMs: now?.rotatedMs ?? 0,
      scope: loadSessionScope(core.sql, ask.sessionId),
    };
  });
  if (!done.ok) return done;
  const { decision, epoch, generation, rotatedMs, scope } = done.value;
  if (decision === 'over')
    return fail('invalid_grant', { reason: 'session_ended', message: 'the session of this refresh token is over' });
  if (decision === 'reused') {
    await core.drain();
    const refreshedAt = new Date(rotatedMs).toISOString();
    return fail('invalid_grant', {
      reason: 'refresh_token_reused',
      message: `refresh token has been refreshed at ${refreshedAt}`,
    });
  }
  return succeed({ sessionId: ask.sessionId, epoch, generation, issuedMs: rotatedMs, scope });
}

/** Records that the client holds a generation. A void one ends the session: another client holds its tokens. */
export async function noteArrival(
  core: AccountCore,
  { sessionId, generation }: { sessionId: string; generation: number },
): Promise<Result<null>> {
  if (!core.exists()) return succeed(null);
  const done = core.command((clockMs) => {
    const account = store.loadAccount(core.sql);
    const decision = judgeArrival(store.loadSession(core.sql, sessionId), generation);
    if (decision === 'arrived') store.markShown(core.sql, sessionId);
    if (decision === 'void' && account) endSessionTree(core, sessionId, account.epoch, clockMs);
    return decision;
  });
  if (!done.ok) return done;
  if (done.value === 'void') await core.drain();
  return succeed(null);
}

/**
 * Decides on a session cookie. `current`: valid for all of a page. `late`: superseded a moment ago, opens pages only. `none`: not
 * valid. A cookie superseded longer ago than the grace is reuse, and ends its session before this returns.
 */
export async function judgeSessionCookie(core: AccountCore, ask: TokenClaims): Promise<Result<CookieDecision>> {
  const account = core.exists() ? store.loadAccount(core.sql) : null;
  if (account?.status !== 'ACTIVE') return succeed('none');
  const session = store.loadSession(core.sql, ask.sessionId);
  const decision = judgeCookie(session, { ...ask, accountEpoch: account.epoch });
  if (decision === 'current' && session?.isShown === false && ask.generation === session.generation)
    core.command(() => store.markShown(core.sql, ask.sessionId));
  if (decision !== 'reused') return succeed(decision);
  const done = core.command((clockMs) => endSessionTree(core, ask.sessionId, account.epoch, clockMs));
  if (!done.ok) return done;
  await core.drain();
  return succeed('none');
}

/** Ends a session; returns once every serving object has the event, or `unavailable` while it still waits. */
export async function endSession(core: AccountCore, sessionId: string): Promise<Result<{ ended: true }>> {
  if (!core.exists()) return succeed({ ended: true });
  const done = core.command((clockMs) => {
    const account = store.loadAccount(core.sql);
    if (account) endSessionTree(core, sessionId, account.epoch, clockMs);
  });
  return done.ok ? deliverEnds(core) : done;
}
