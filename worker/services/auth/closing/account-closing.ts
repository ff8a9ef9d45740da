/** Changes of an account by its person: password, name, picture, devices, freezing, closing and its end. */

import { MAX_SETTINGS } from '#shared/auth/preferences.contract.ts';
import { AppError, fail, type Result, succeed } from '#shared/errors.ts';
import { DAY_MS } from '#shared/units.ts';
import type { MailEvent } from '#worker/services/mail/index.ts';
import { dropStaleClaims } from '../address/account-addresses.ts';
import { dropUndone } from '../address/store.ts';
import * as settings from '../core/account.store.ts';
import {
  type AccountCore,
  askAs,
  changeAs,
  deliverEnds,
  endAllWithStatus,
  endSessionTree,
  hasWaitingEnds,
  openSession,
  publishAddressLeft,
  publishAllEnded,
  publishPersonChanged,
  type Session,
  type SessionCaller,
  type SessionRequest,
  sessionRow,
  type TicketRef,
  whenDelivered,
} from '../core/account-core.ts';
import { detachSession } from '../core/parent.store.ts';
import { isClosing } from '../core/rules.ts';
import * as store from '../core/session.store.ts';
import { ACCOUNT_CLOSED, REFRESH_TTL_SECONDS, UNDO_TTL_MS } from '../keys.ts';
import { releaseLinks } from '../oidc/account-links.ts';
import * as preferences from '../person/preferences.store.ts';
import { roleOf } from '../person/role.store.ts';

export interface ListedDevice extends settings.DeviceRow {
  readonly isCurrent: boolean;
}

/** Addresses that the caller read before; the account refuses when they have changed since. */
interface SeenAddresses {
  readonly email: string;
  readonly phone: string;
}

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
    store.saveAttempts(core.sql, 'account', { startedMs: ask.nowMs, count });
    return true;
  });
}

/**
 * Sets another password. Every other session ends; this one continues with the tokens of the returned session. Returns once every
 * serving object has the event, or `unavailable` while it still waits.
 */
export async function changePassword(
  core: AccountCore,
  caller: SessionCaller,
  ask: { passwordHash: string; nowMs: number; letter: MailEvent | null },
): Promise<Result<Session>> {
  const done = changeAs(core, caller, (_account, clockMs) => {
    const epoch = settings.changePasswordOf(core.sql, ask.passwordHash, caller.sessionId, ask.nowMs);
    store.advanceSession(core.sql, caller.sessionId, ask.nowMs);
    publishAllEnded(core, epoch, clockMs);
    if (ask.letter) core.publishEvent(ask.letter.event, ask.letter.payload, clockMs);
    return sessionRow(core, caller.sessionId, epoch);
  });
  return whenDelivered(core, done);
}

export function renamePerson(core: AccountCore, caller: SessionCaller, name: string): Result<{ name: string }> {
  return changeAs(core, caller, (_account, clockMs) => {
    settings.setName(core.sql, name);
    publishPersonChanged(core, clockMs);
    return { name };
  });
}

/** @param picture  null removes it */
export function setPicture(
  core: AccountCore,
  caller: SessionCaller,
  picture: settings.PictureRow | null,
): Result<{ hash: string }> {
  return changeAs(core, caller, () => {
    settings.savePicture(core.sql, picture);
    return { hash: picture?.hash ?? '' };
  });
}

/** Null unless it is the current picture. */
export function loadPicture(core: AccountCore, hash: string): Result<settings.PictureRow | null> {
  const picture = core.exists() ? settings.loadPicture(core.sql) : null;
  return succeed(picture && picture.hash === hash ? picture : null);
}

export function listPreferences(
  core: AccountCore,
  caller: SessionCaller,
): Result<readonly preferences.PreferenceRow[]> {
  return askAs(core, caller, () => preferences.loadPreferences(core.sql));
}

/** All or none. @param changes  a null value removes. Fails with invalid_argument past MAX_SETTINGS */
export function savePreferences(
  core: AccountCore,
  caller: SessionCaller,
  changes: readonly { readonly name: string; readonly value: string | null }[],
): Result<Record<never, never>> {
  return changeAs(core, caller, () => {
    for (const { name, value } of changes)
      if (value === null) preferences.deletePreference(core.sql, name);
      else preferences.savePreference(core.sql, { name, value });
    if (preferences.countPreferences(core.sql) > MAX_SETTINGS)
      throw new AppError('invalid_argument', { reason: 'too_many', field: 'items' });
    return {};
  });
}

export function listDevices(core: AccountCore, caller: SessionCaller): Result<readonly ListedDevice[]> {
  return askAs(core, caller, () => {
    const current = settings.deviceOfSession(core.sql, caller.sessionId);
    const rotatedAfterMs = core.nowMs() - REFRESH_TTL_SECONDS * 1_000 - DAY_MS;
    return settings
      .listDevices(core.sql, rotatedAfterMs)
      .map((device) => ({ ...device, isCurrent: device.deviceId === current }));
  });
}

/** Whether a session of this account was ever opened on the device. A read creates nothing. */
export function usesDevice(core: AccountCore, deviceId: string): Result<boolean> {
  if (!core.exists()) return succeed(false);
  return core.command(() => settings.isKnownDevice(core.sql, deviceId));
}

/** Ends every session of a device; returns as endSession. Fails with not_found for a device without one. */
export async function revokeDevice(
  core: AccountCore,
  caller: SessionCaller,
  deviceId: string,
): Promise<Result<{ ended: true }>> {
  return endSome(core, caller, () => {
    // '' is no device: the store would take it for all of them.
    const sessionIds = deviceId === '' ? [] : settings.activeSessionIds(core.sql, deviceId);
    // A repeat while the event of the first call waits gets the same answer, once it is delivered.
    if (sessionIds.length === 0 && !hasWaitingEnds(core))
      throw new AppError('not_found', { reason: 'no_such_device', messageKey: 'auth.account.devices.gone' });
    return sessionIds;
  });
}

/** Ends every session but the caller's; returns as endSession. */
export async function endOthers(core: AccountCore, caller: SessionCaller): Promise<Result<{ ended: true }>> {
  return endSome(core, caller, () => {
    // A session that ends its own parent continues.
    detachSession(core.sql, caller.sessionId);
    return settings.activeSessionIds(core.sql, '').filter((sessionId) => sessionId !== caller.sessionId);
  });
}

async function endSome(
  core: AccountCore,
  caller: SessionCaller,
  choose: () => readonly string[],
): Promise<Result<{ ended: true }>> {
  const done = changeAs(core, caller, (account, clockMs) => {
    for (const sessionId of choose()) endSessionTree(core, sessionId, account.epoch, clockMs);
  });
  return done.ok ? deliverEnds(core) : done;
}

/** Locks the account until a reset proves its address; every session ends. Returns as endSession. */
export async function freezeAccount(
  core: AccountCore,
  caller: SessionCaller,
  letter: MailEvent | null,
): Promise<Result<{ frozen: true }>> {
  const done = changeAs(core, caller, (_account, clockMs) => {
    endAllWithStatus(core, 'FROZEN', 0, clockMs);
    if (letter) core.publishEvent(letter.event, letter.payload, clockMs);
    return { frozen: true as const };
  });
  return whenDelivered(core, done);
}

/** Begins the closing: every session ends, and the alarm erases the account unless `unlock` comes first. Returns as endSession. */
export async function closeAccount(
  core: AccountCore,
  caller: SessionCaller,
  ask: { seen: SeenAddresses; digests: readonly string[]; graceMs: number; letter: MailEvent | null },
): Promise<Result<{ endsMs: number }>> {
  const done = changeAs(core, caller, (account, clockMs) => {
    if (account.email !== ask.seen.email || account.phone !== ask.seen.phone)
      throw new AppError('aborted', { reason: 'address_changed' });
    if (roleOf(core.sql) === 'operator')
      throw new AppError('failed_precondition', { reason: 'is_operator', messageKey: 'auth.account.closing.operator' });
    const endsMs = clockMs + ask.graceMs;
    endAllWithStatus(core, 'CLOSING', endsMs, clockMs);
    settings.saveClosingDigests(core.sql, ask.digests);
    if (ask.letter) core.publishEvent(ask.letter.event, ask.letter.payload, clockMs);
    core.wakeAt(endsMs);
    return { endsMs };
  });
  return whenDelivered(core, done);
}

/** Cancels a closing and opens a session. Fails with invalid_argument for an expired or used ticket. */
export function unlockAccount(
  core: AccountCore,
  ask: SessionRequest & { ticket: TicketRef; epoch: number },
): Result<Session> {
  if (!core.exists()) return fail('invalid_argument', { reason: 'unlock_token_over', field: 'unlock_token' });
  return core.command((clockMs) => {
    const account = store.loadAccount(core.sql);
    const over =
      account?.status !== 'CLOSING' ||
      clockMs >= account.endsMs ||
      account.epoch !== ask.epoch ||
      store.isUsedToken(core.sql, ask.ticket.id);
    if (over)
      throw new AppError('invalid_argument', {
        reason: 'unlock_token_over',
        field: 'unlock_token',
        messageKey: 'auth.account.unlock.over',
      });
    store.recordUsedToken(core.sql, ask.ticket.id, ask.ticket.untilMs);
    settings.setStatus(core.sql, 'ACTIVE', 0);
    settings.saveClosingDigests(core.sql, []);
    publishPersonChanged(core, clockMs);
    return openSession(core, ask, account.epoch, clockMs);
  });
}

/** The epoch of an unlock ticket; null when the account is not closing. */
export function closingEpoch(core: AccountCore): Result<number | null> {
  const account = core.exists() ? store.loadAccount(core.sql) : null;
  return succeed(account?.status === 'CLOSING' ? account.epoch : null);
}

/** Alarm step: erases a closing account at its end, and drops unfinished claims. @returns when it is due next, or null */
export function settingsAlarm(core: AccountCore, nowMs: number): number | null {
  const account = store.loadAccount(core.sql);
  if (account && isClosing(account) && nowMs >= account.endsMs) core.transaction(() => eraseAccount(core, nowMs));
  dropUndone(core.sql, nowMs - UNDO_TTL_MS);
  const claimsDue = dropStaleClaims(core, nowMs);
  const closing = store.loadAccount(core.sql);
  const endsMs = closing && isClosing(closing) ? closing.endsMs : null;
  return claimsDue === null || endsMs === null ? (claimsDue ?? endsMs) : Math.min(claimsDue, endsMs);
}

/** Deletes the personal data, in one write with its events. The id is never given again. Call inside the transaction. */
export function eraseAccount(core: AccountCore, nowMs: number): void {
  for (const digest of settings.closingDigests(core.sql))
    publishAddressLeft(core, digest, Number.MAX_SAFE_INTEGER, nowMs);
  for (const { digest } of settings.allClaims(core.sql))
    publishAddressLeft(core, digest, Number.MAX_SAFE_INTEGER, nowMs);
  releaseLinks(core, nowMs);
  endAllWithStatus(core, 'CLOSED', 0, nowMs);
  core.publishEvent(ACCOUNT_CLOSED, { userId: core.name }, nowMs);
  settings.blankAccount(core.sql);
}
