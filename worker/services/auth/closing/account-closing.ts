/** Freezing, closing and erasure of AccountObject. */
import { AppError, fail, type Result, succeed } from '#shared/errors.ts';
import type { MailEvent } from '#worker/services/mail/index.ts';
import * as accounts from '../core/account.store.ts';
import {
  type AccountCore,
  changeAs,
  endAllWithStatus,
  openSession,
  publishAddressLeft,
  publishPersonChanged,
  type Session,
  type SessionCaller,
  type SessionRequest,
  type TicketRef,
  whenDelivered,
} from '../core/account-core.ts';
import * as claims from '../core/claim.store.ts';
import { isClosing } from '../core/rules.ts';
import { ACCOUNT_CLOSED } from '../keys.ts';
import { roleOf } from '../person/role.store.ts';
import { releaseLinks } from '../provider/link-ends.ts';
import * as closing from './store.ts';

/** Addresses that the caller read before; the account refuses when they have changed since. */
interface SeenAddresses {
  readonly email: string;
  readonly phone: string;
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
    if (roleOf(core.sql) !== '')
      throw new AppError('failed_precondition', { reason: 'is_operator', messageKey: 'auth.account.closing.operator' });
    const endsMs = clockMs + ask.graceMs;
    endAllWithStatus(core, 'CLOSING', endsMs, clockMs);
    accounts.saveClosingDigests(core.sql, ask.digests);
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
    const account = accounts.loadAccount(core.sql);
    const over =
      account?.status !== 'CLOSING' ||
      clockMs >= account.endsMs ||
      account.epoch !== ask.epoch ||
      accounts.isUsedToken(core.sql, ask.ticket.id);
    if (over)
      throw new AppError('invalid_argument', {
        reason: 'unlock_token_over',
        field: 'unlock_token',
        messageKey: 'auth.account.unlock.over',
      });
    accounts.recordUsedToken(core.sql, ask.ticket.id, ask.ticket.untilMs);
    accounts.setStatus(core.sql, 'ACTIVE', 0);
    accounts.saveClosingDigests(core.sql, []);
    publishPersonChanged(core, clockMs);
    return openSession(core, ask, account.epoch, clockMs);
  });
}

/** The epoch of an unlock ticket; null when the account is not closing. */
export function closingEpoch(core: AccountCore): Result<number | null> {
  const account = core.exists() ? accounts.loadAccount(core.sql) : null;
  return succeed(account?.status === 'CLOSING' ? account.epoch : null);
}

/** Step of the alarm: erases a closing account at its end. @returns the end, epoch ms, or null */
export function eraseWhenDue(core: AccountCore, nowMs: number): number | null {
  const account = accounts.loadAccount(core.sql);
  if (!account || !isClosing(account)) return null;
  if (nowMs < account.endsMs) return account.endsMs;
  core.transaction(() => eraseAccount(core, nowMs));
  return null;
}

/** Deletes the personal data, in one write with its events. The id is never given again. Call inside the transaction. */
export function eraseAccount(core: AccountCore, nowMs: number): void {
  for (const digest of accounts.closingDigests(core.sql))
    publishAddressLeft(core, digest, Number.MAX_SAFE_INTEGER, nowMs);
  for (const { digest } of claims.allClaims(core.sql)) publishAddressLeft(core, digest, Number.MAX_SAFE_INTEGER, nowMs);
  releaseLinks(core, nowMs);
  endAllWithStatus(core, 'CLOSED', 0, nowMs);
  core.publishEvent(ACCOUNT_CLOSED, { userId: core.name }, nowMs);
  closing.blankAccount(core.sql);
}
