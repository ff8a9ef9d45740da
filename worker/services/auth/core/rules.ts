/**
 * Rules of the account's status: whether it may open a session, and whether its password may be reset. Pure: `nowMs` is passed in.
 */
import { AppError } from '#shared/errors.ts';
import { wireTime } from '#shared/units.ts';

/** ACTIVE; BLOCKED by an operator; FROZEN by the owner until a reset; CLOSING until `endsMs`; CLOSED: erased. */
export interface AccountState {
  readonly status: string;
  /** Epoch ms at which a CLOSING account is erased; 0 for any other. */
  readonly endsMs: number;
}

/** Whether the account is deleted at `endsMs`; a block does not stop that. */
export function isClosing({ status, held }: Pick<AccountState, 'status'> & { readonly held: string }): boolean {
  return status === 'CLOSING' || (status === 'BLOCKED' && held === 'CLOSING');
}

/**
 * Every path that opens a session calls this, after every factor was shown.
 * @throws AppError user_blocked, cannot_unlock (FROZEN), account_freeze (CLOSING, with `ends_at`), user_not_exist (CLOSED, and
 * CLOSING past its time)
 */
export function requireActive({ status, endsMs }: AccountState, nowMs: number): void {
  if (status === 'ACTIVE') return;
  if (status === 'FROZEN') throw new AppError('cannot_unlock', { reason: 'frozen_by_owner' });
  if (status === 'CLOSING' && nowMs < endsMs)
    throw new AppError('account_freeze', { reason: 'account_closing', metadata: { ends_at: wireTime(endsMs) } });
  if (status === 'CLOSING' || status === 'CLOSED') throw new AppError('user_not_exist');
  throw new AppError('user_blocked', { reason: 'blocked_by_operators', messageKey: 'auth.account.blocked' });
}

/**
 * Whether a proof of the address may set a new password. FROZEN: a reset unlocks the account. CLOSING: the new password cancels
 * the closing.
 * @throws AppError user_blocked, user_not_exist
 */
export function requireResettable({ status, endsMs }: AccountState, nowMs: number): void {
  if (status !== 'FROZEN' && (status !== 'CLOSING' || nowMs >= endsMs)) requireActive({ status, endsMs }, nowMs);
}
