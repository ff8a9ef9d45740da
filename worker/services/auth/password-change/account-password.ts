/** Another password of AccountObject. */
import { AppError, type Result, succeed } from '#shared/errors.ts';
import { DAY_MS } from '#shared/units.ts';
import type { MailEvent } from '#worker/services/mail/index.ts';
import type { VerifiedToken } from '#worker/services/shield/index.ts';
import * as attempts from '../attempt/store.ts';
import * as accounts from '../core/account.store.ts';
import { markWhole, setStatus } from '../core/account.store.ts';
import {
  type AccountCore,
  changeAs,
  deliverEnds,
  hasWaitingEnds,
  publishAllEnded,
  publishPersonChanged,
  type Session,
  type SessionCaller,
  sessionRow,
  spendToken,
  whenDelivered,
} from '../core/account-core.ts';
import { requireResettable } from '../core/rules.ts';
import * as sessions from '../core/session.store.ts';
import { deletePasskeys } from '../factor/store.ts';
import { hasAddress } from '../identifier/identifier.ts';
import { ENDED_SESSION_MEMORY_MS, SESSIONS_ENDED } from '../keys.ts';
import { dropAllLinks } from '../provider/link-ends.ts';

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
    const epoch = accounts.changePasswordOf(core.sql, ask.passwordHash, caller.sessionId, ask.nowMs);
    sessions.advanceSession(core.sql, caller.sessionId, ask.nowMs);
    publishAllEnded(core, epoch, clockMs);
    if (ask.letter) core.publishEvent(ask.letter.event, ask.letter.payload, clockMs);
    return sessionRow(core, caller.sessionId, epoch);
  });
  return whenDelivered(core, done);
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

/** Null without an account; a read creates nothing. Fails as requireResettable. */
export function resetState(core: AccountCore, tokenId: string): Result<ResetState | null> {
  const account = core.exists() ? accounts.loadAccount(core.sql) : null;
  if (!account) return succeed(null);
  return core.command((clockMs) => {
    requireResettable(account, clockMs);
    const { name, email, phone, status, password: passwordHash } = account;
    const used = accounts.isUsedToken(core.sql, tokenId);
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
    const minEpoch = accounts.changePassword(core.sql, ask.passwordHash, ask.nowMs);
    // Resets a count that guesses of others filled. Open attempts stay counted: they hold the old password.
    const count = core.inFlight.count('account', clockMs);
    attempts.saveAttempts(core.sql, 'account', { startedMs: ask.nowMs, count });
    const untilMs = clockMs + ENDED_SESSION_MEMORY_MS;
    core.publishEvent(SESSIONS_ENDED, { userId: core.name, familyId: null, minEpoch, untilMs }, clockMs);
    core.publishEvent(ask.letter.event, ask.letter.payload, clockMs);
    core.wakeAt(clockMs + DAY_MS);
  });
  return done.ok ? deliverEnds(core) : done;
}
