/**
 * Shared by the parts of an account: reads and writes for an active session, opening and ending sessions, verification tokens.
 * Functions over one core; the part of each noun (`part.ts`) makes them RPC methods.
 */
import { AppError, fail, type Result, succeed } from '#shared/errors.ts';
import { DEFAULT_LOCALE } from '#shared/locale/tags.ts';
import { DAY_MS } from '#shared/units.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { ObjectCore } from '#worker/platform/stored-object.ts';
import type { VerifiedToken } from '#worker/services/shield/index.ts';
import {
  ACCOUNT_ENDED,
  APP_PASSWORDS_CHANGED,
  ENDED_SESSION_MEMORY_MS,
  IDENTIFIER_LEFT,
  NEW_DEVICE,
  PERSON_BLOCKED,
  PERSON_CHANGED,
  SESSIONS_ENDED,
} from '../keys.ts';
import * as accounts from './account.store.ts';
import { countChange } from './account.store.ts';
import { recordDevice } from './device.store.ts';
import { type DeviceSigns, deviceKeyOf } from './device.ts';
import type { makeInFlight } from './in-flight.ts';
import { selectSessionTree } from './parent.store.ts';
import { requireActive } from './rules.ts';
import * as sessions from './session.store.ts';
import { loadSessionScope, setSessionGrant } from './session.store.ts';

/** The session that makes a call. */
export interface SessionCaller {
  readonly sessionId: string;
  readonly epoch: number;
}

/** A ticket that its purpose uses up. */
export interface TicketRef {
  readonly id: string;
  readonly untilMs: number;
}

/** The object of an account, with its open attempts. */
export interface AccountCore extends ObjectCore {
  readonly inFlight: ReturnType<typeof makeInFlight>;
}

export interface Session {
  readonly sessionId: string;
  readonly epoch: number;
  readonly generation: number;
  /** Epoch ms at which the lifetime of the refresh token begins. */
  readonly issuedMs: number;
  /** Granted scope; '' for all that its client may have. */
  readonly scope: string;
}

/** A session to open. */
export interface SessionRequest {
  readonly deviceId: string;
  readonly clientId: string;
  readonly nowMs: number;
  /** The device's own description (`deviceOf(call)`); absent when unknown. */
  readonly device?: DeviceSigns;
  /** '' or absent: all that the client may have. */
  readonly scope?: string;
  /** The code that opens it; '' or absent for a sign-in. */
  readonly openedBy?: string;
  /** The session that allowed this one, which ends with it; '' or absent for a sign-in. */
  readonly parentId?: string;
  /** The person showed a password, passkey or second factor for this session itself. Default: false. */
  readonly isAssured?: boolean;
}

/**
 * Opens a session, and publishes an event for a new device. Call inside the transaction, after every factor was shown.
 * @throws AppError as requireActive
 */
export function openSession(core: AccountCore, ask: SessionRequest, epoch: number, clockMs: number): Session {
  const { deviceId, clientId, nowMs, scope = '', openedBy = '', parentId = '', isAssured = false } = ask;
  const account = accounts.loadAccount(core.sql);
  if (account) requireActive(account, clockMs);
  accounts.markWhole(core.sql);
  rememberDevice(core, ask, clockMs);
  const sessionId = newHexId();
  sessions.insertSession(core.sql, { sessionId, deviceId, clientId, parentId, isAssured, epoch, nowMs });
  if (scope !== '' || openedBy !== '') setSessionGrant(core.sql, sessionId, scope, openedBy);
  core.wakeAt(clockMs + DAY_MS);
  return { sessionId, epoch, generation: 1, issuedMs: nowMs, scope };
}

/**
 * A command whose refusal undoes nothing: a factor used before `openSession` stays used where the account is locked, closing or
 * blocked.
 */
export function commandWithRefusal<T>(core: AccountCore, work: (clockMs: number) => T): Result<T> {
  const done = core.command((clockMs): Result<T> => {
    try {
      return succeed(work(clockMs));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { ok: false, error: core.failure(error) };
    }
  });
  return done.ok ? done.value : done;
}

/** Stores the device; publishes an event for a new one, unless it is the first. Call inside the transaction. */
export function rememberDevice(
  core: AccountCore,
  { deviceId, clientId, device }: SessionRequest,
  clockMs: number,
): void {
  const { name = '', model = '', agent = '', locale = DEFAULT_LOCALE } = device ?? {};
  const facts = { deviceId: deviceKeyOf(deviceId, clientId), name, model, locale };
  if (recordDevice(core.sql, facts, clockMs))
    core.publishEvent(NEW_DEVICE, { userId: core.name, agent, locale, atMs: clockMs }, clockMs);
}

/** Uses a verification token, once. Call inside the transaction. */
export function spendToken(core: AccountCore, token: VerifiedToken): accounts.AccountRow {
  const account = accounts.loadAccount(core.sql);
  if (!account) throw new AppError('user_not_exist');
  if (accounts.isUsedToken(core.sql, token.id))
    throw new AppError('invalid_verification_code', { reason: 'verification_token_used' });
  accounts.recordUsedToken(core.sql, token.id, token.untilMs);
  return account;
}

/** @throws AppError already_exists, with the reason ACCOUNT_ENDED for an id that gets no account any more */
export function requireNoAccount(account: accounts.AccountRow | null): void {
  if (account)
    throw new AppError('already_exists', {
      reason: account.status === 'CLOSED' ? ACCOUNT_ENDED : 'account_exists',
    });
}

/** Notes that what operators see of the person has changed. Call inside the transaction. */
export function publishPersonChanged(core: AccountCore, clockMs: number): void {
  countChange(core.sql);
  core.publishEvent(PERSON_CHANGED, { userId: core.name }, clockMs);
}

/** Delivers the waiting events of ended sessions, of app passwords and of a block; `unavailable` while one still waits. */
export async function deliverEnds(core: AccountCore): Promise<Result<{ ended: true }>> {
  if (!core.exists()) return succeed({ ended: true });
  await core.drain();
  return hasWaitingEnds(core) ? fail('unavailable', { reason: 'sign_out_pending' }) : succeed({ ended: true });
}

export function hasWaitingEnds(core: AccountCore): boolean {
  const waiting = 'SELECT 1 FROM _outbox WHERE event IN (?, ?, ?) LIMIT 1';
  return core.sql.exec(waiting, SESSIONS_ENDED, PERSON_BLOCKED, APP_PASSWORDS_CHANGED).toArray().length > 0;
}

/** Ends a session and every session opened from it. Call inside the transaction. */
export function endSessionTree(core: AccountCore, sessionId: string, minEpoch: number, clockMs: number): void {
  const untilMs = clockMs + ENDED_SESSION_MEMORY_MS;
  for (const each of selectSessionTree(core.sql, sessionId))
    if (sessions.revokeSession(core.sql, each, clockMs))
      core.publishEvent(SESSIONS_ENDED, { userId: core.name, familyId: each, minEpoch, untilMs }, clockMs);
}

/** Deletes sessions that expired; uses of them elsewhere, such as notifications of a device, end by the event. */
export function endExpiredSessions(core: AccountCore, rotatedBeforeMs: number, clockMs: number): void {
  const untilMs = clockMs + ENDED_SESSION_MEMORY_MS;
  core.transaction(() => {
    const minEpoch = accounts.loadAccount(core.sql)?.epoch ?? 0;
    for (const familyId of sessions.dropSessions(core.sql, rotatedBeforeMs))
      core.publishEvent(SESSIONS_ENDED, { userId: core.name, familyId, minEpoch, untilMs }, clockMs);
  });
}

/** The account of an active session. @throws AppError unauthenticated */
export function requireSession(core: AccountCore, caller: SessionCaller): accounts.AccountRow {
  const account = core.exists() ? accounts.loadAccount(core.sql) : null;
  const session = account && sessions.loadSession(core.sql, caller.sessionId);
  if (!account || !session || session.revokedMs !== null || caller.epoch < account.epoch)
    throw new AppError('unauthenticated', { reason: 'session_ended' });
  return account;
}

/** Runs a read of an active session. Writes nothing. */
export function askAs<T>(
  core: AccountCore,
  caller: SessionCaller,
  work: (account: accounts.AccountRow) => T,
): Result<T> {
  try {
    return succeed(work(requireSession(core, caller)));
  } catch (error) {
    return { ok: false, error: core.failure(error) };
  }
}

/** Runs a change of an active session in one write. */
export function changeAs<T>(
  core: AccountCore,
  caller: SessionCaller,
  work: (account: accounts.AccountRow, clockMs: number) => T,
): Result<T> {
  // An object without storage stays without it.
  if (!core.exists()) return fail('unauthenticated', { reason: 'session_ended' });
  return core.command((clockMs) => work(requireSession(core, caller), clockMs));
}

/** Makes the directory delete the digest, unless a claim later than `version` took it. Call inside the transaction. */
export function publishAddressLeft(core: AccountCore, digest: string, version: number, clockMs: number): void {
  core.publishEvent(IDENTIFIER_LEFT, { userId: core.name, digest, version }, clockMs);
}

/**
 * Publishes that every token below the epoch has ended. Call inside the transaction.
 * @param isLocked  the account takes no sign-in either, so its work for the person ends too
 */
export function publishAllEnded(core: AccountCore, minEpoch: number, clockMs: number, isLocked = false): void {
  const untilMs = clockMs + ENDED_SESSION_MEMORY_MS;
  core.publishEvent(SESSIONS_ENDED, { userId: core.name, familyId: null, minEpoch, untilMs, isLocked }, clockMs);
}

/** Sets a status without sessions, and ends every session. Call inside the transaction. */
export function endAllWithStatus(core: AccountCore, status: string, endsMs: number, clockMs: number): void {
  accounts.setStatus(core.sql, status, endsMs);
  publishAllEnded(core, accounts.raiseEpoch(core.sql, clockMs), clockMs, status !== 'ACTIVE');
  publishPersonChanged(core, clockMs);
}

/** The stored session, with its newest generation. Call inside the transaction. */
export function sessionRow(core: AccountCore, sessionId: string, epoch: number): Session {
  const session = sessions.loadSession(core.sql, sessionId);
  if (!session) throw new AppError('unauthenticated', { reason: 'session_ended' });
  const scope = loadSessionScope(core.sql, sessionId);
  return { sessionId, epoch, generation: session.generation, issuedMs: session.rotatedMs, scope };
}

/** The result of a change that ended sessions or changed app passwords, once every serving object has the event; else `unavailable`. */
export async function whenDelivered<T>(core: AccountCore, done: Result<T>): Promise<Result<T>> {
  if (!done.ok) return done;
  const told = await deliverEnds(core);
  return told.ok ? done : told;
}
