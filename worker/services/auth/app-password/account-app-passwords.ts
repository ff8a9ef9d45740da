/** App passwords of AccountObject. Each change pushes all of them to the drive, which checks them by itself, before it is acknowledged. */
import { AppError, type Result, succeed } from '#shared/errors.ts';
import { DAY_MS } from '#shared/units.ts';
import type { AppPasswords } from '#worker/platform/session-guard.ts';
import type { MailEvent } from '#worker/services/mail/index.ts';
import { loadAccount } from '../core/account.store.ts';
import {
  type AccountCore,
  askAs,
  changeAs,
  hasWaitingEnds,
  type SessionCaller,
  whenDelivered,
} from '../core/account-core.ts';
import { APP_PASSWORDS_CHANGED, MAX_APP_PASSWORDS } from '../keys.ts';
import {
  type AppPasswordRow,
  type AppPasswordUse,
  deleteAppPassword,
  dropEndedAppPasswords,
  insertAppPassword,
  loadAppPasswords,
  nextProgramsSeq,
  recordAppPasswordUse,
} from './store.ts';

const isLive = (row: AppPasswordRow, epoch: number, nowMs: number): boolean =>
  row.epoch >= epoch && (row.endsMs === 0 || row.endsMs > nowMs);

/**
 * Pushes the passwords of now. Call inside the transaction. The number is the time where it can be: after a return to an earlier
 * moment it is still above those that the drive has seen.
 */
function publishAppPasswords(core: AccountCore, clockMs: number): void {
  const pushed: AppPasswords = {
    seq: nextProgramsSeq(core.sql, clockMs),
    passwords: loadAppPasswords(core.sql).map(({ id, hash, scope, folderId, epoch, endsMs }) => ({
      id,
      hash,
      scope,
      folderId,
      epoch,
      endsMs,
    })),
  };
  core.publishEvent(APP_PASSWORDS_CHANGED, { userId: core.name, ...pushed }, clockMs);
}

/** Newest first. */
export function listAppPasswords(core: AccountCore, caller: SessionCaller): Result<readonly AppPasswordRow[]> {
  return askAs(core, caller, ({ epoch }) =>
    loadAppPasswords(core.sql).filter((row) => isLive(row, epoch, core.nowMs())),
  );
}

/** Notifies the owner, and returns once the drive accepts it. Fails with failed_precondition past the limit, and as whenDelivered. */
export async function addAppPassword(
  core: AccountCore,
  caller: SessionCaller,
  ask: { password: Omit<AppPasswordRow, 'epoch' | 'createdMs' | 'endsMs'>; lifeMs: number; letter: MailEvent },
): Promise<Result<AppPasswordRow>> {
  const done = changeAs(core, caller, ({ epoch }, clockMs) => {
    dropEndedAppPasswords(core.sql, epoch, clockMs);
    if (loadAppPasswords(core.sql).length >= MAX_APP_PASSWORDS)
      throw new AppError('failed_precondition', {
        reason: 'too_many_app_passwords',
        messageKey: 'programs.account.too_many',
        messageParams: { count: MAX_APP_PASSWORDS },
      });
    const endsMs = ask.lifeMs === 0 ? 0 : clockMs + ask.lifeMs;
    const row = { ...ask.password, epoch, createdMs: clockMs, endsMs };
    insertAppPassword(core.sql, row);
    publishAppPasswords(core, clockMs);
    core.publishEvent(ask.letter.event, ask.letter.payload, clockMs);
    if (endsMs !== 0) core.wakeAt(endsMs);
    return row;
  });
  return whenDelivered(core, done);
}

/** Returns once the drive refuses it. Fails with not_found, and as whenDelivered. */
export async function endAppPassword(
  core: AccountCore,
  caller: SessionCaller,
  id: string,
): Promise<Result<{ ended: true }>> {
  const done = changeAs(core, caller, (_account, clockMs) => {
    if (deleteAppPassword(core.sql, id)) publishAppPasswords(core, clockMs);
    // A repeat while the push of the first call waits gets the same answer, once it is delivered.
    else if (!hasWaitingEnds(core)) throw new AppError('not_found', { reason: 'no_such_app_password' });
    return { ended: true as const };
  });
  return whenDelivered(core, done);
}

/**
 * A program ends the password that it signs in with, as phone apps do when a person signs out there. Returns once the drive refuses it. A wrong
 * secret changes nothing. Fails as whenDelivered.
 */
export async function endOwnAppPassword(
  core: AccountCore,
  { id, hash }: Pick<AppPasswordUse, 'id' | 'hash'>,
): Promise<Result<{ ended: true }>> {
  if (!core.exists()) return succeed({ ended: true });
  const done = core.command((clockMs) => {
    const isOwn = loadAppPasswords(core.sql).some((row) => row.id === id && row.hash === hash);
    if (isOwn && deleteAppPassword(core.sql, id)) publishAppPasswords(core, clockMs);
    return { ended: true as const };
  });
  return whenDelivered(core, done);
}

/** Records a use, at most once a day (UTC). A wrong secret changes nothing. */
export function noteAppPasswordUse(core: AccountCore, use: AppPasswordUse): Result<null> {
  if (!core.exists()) return succeed(null);
  return core.command((clockMs) => {
    recordAppPasswordUse(core.sql, use, clockMs, clockMs - (clockMs % DAY_MS));
    return null;
  });
}

/** Step of the alarm: deletes those that have ended. @returns when the next one ends, epoch ms, or null */
export function endAppPasswords(core: AccountCore, nowMs: number): number | null {
  const account = loadAccount(core.sql);
  if (!account) return null;
  core.transaction(() => {
    if (dropEndedAppPasswords(core.sql, account.epoch, nowMs)) publishAppPasswords(core, nowMs);
  });
  const ends = loadAppPasswords(core.sql).flatMap(({ endsMs }) => (endsMs === 0 ? [] : [endsMs]));
  return ends.length === 0 ? null : Math.min(...ends);
}
