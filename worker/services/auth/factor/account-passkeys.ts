/** Passkeys of AccountObject: the checks that need the account. The caller has checked the signature. */

import { AppError, type Result, succeed } from '#shared/errors.ts';
import { DAY_MS } from '#shared/units.ts';
import type { MailEvent } from '#worker/services/mail/index.ts';
import * as accounts from '../core/account.store.ts';
import {
  type AccountCore,
  askAs,
  changeAs,
  commandWithRefusal,
  openSession,
  type Session,
  type SessionCaller,
  type SessionRequest,
  type TicketRef,
} from '../core/account-core.ts';
import { MAX_PASSKEYS } from './keys.ts';
import * as factors from './store.ts';

export function listPasskeys(core: AccountCore, caller: SessionCaller): Result<readonly factors.PasskeyRow[]> {
  return askAs(core, caller, () => factors.loadPasskeys(core.sql));
}

/**
 * Stores a passkey and notifies the owner. A repeat with the same ticket and credential returns the stored passkey.
 * Fails with already_exists, failed_precondition past the limit, invalid_argument for a used ticket.
 */
export function addPasskey(
  core: AccountCore,
  caller: SessionCaller,
  ask: { ticket: TicketRef; passkey: factors.PasskeyRow; letter: MailEvent | null },
): Result<factors.PasskeyRow> {
  const { ticket, passkey, letter } = ask;
  return changeAs(core, caller, (_account, clockMs) => {
    const known = factors.loadPasskey(core.sql, passkey.credentialId);
    if (accounts.isUsedToken(core.sql, ticket.id)) {
      if (known && known.publicKey === passkey.publicKey) return known;
      throw new AppError('invalid_argument', { reason: 'challenge_used', field: 'challenge_token' });
    }
    if (known)
      throw new AppError('already_exists', { reason: 'passkey_exists', messageKey: 'auth.factor.passkey.exists' });
    if (factors.loadPasskeys(core.sql).length >= MAX_PASSKEYS)
      throw new AppError('failed_precondition', {
        reason: 'too_many_passkeys',
        messageKey: 'auth.factor.passkey.too_many',
        messageParams: { count: MAX_PASSKEYS },
      });
    accounts.recordUsedToken(core.sql, ticket.id, ticket.untilMs);
    factors.insertPasskey(core.sql, passkey);
    if (letter) core.publishEvent(letter.event, letter.payload, clockMs);
    core.wakeAt(clockMs + DAY_MS);
    return passkey;
  });
}

export function renamePasskey(
  core: AccountCore,
  caller: SessionCaller,
  passkeyId: string,
  name: string,
): Result<factors.PasskeyRow> {
  return changeAs(core, caller, () => {
    factors.renamePasskey(core.sql, passkeyId, name);
    const row = factors.loadPasskeys(core.sql).find((each) => each.passkeyId === passkeyId);
    if (!row) throw new AppError('not_found', { reason: 'no_such_passkey' });
    return row;
  });
}

/** Deletes a passkey and notifies the owner. Fails with not_found. */
export function removePasskey(
  core: AccountCore,
  caller: SessionCaller,
  passkeyId: string,
  letter: MailEvent | null,
): Result<{ removed: true }> {
  return changeAs(core, caller, (_account, clockMs) => {
    if (!factors.deletePasskey(core.sql, passkeyId)) throw new AppError('not_found', { reason: 'no_such_passkey' });
    if (letter) core.publishEvent(letter.event, letter.payload, clockMs);
    return { removed: true };
  });
}

/** The key that checks a signature; null for an unknown credential. A read creates nothing. */
export function passkeyOf(core: AccountCore, credentialId: string): Result<factors.PasskeyRow | null> {
  return succeed(core.exists() ? factors.loadPasskey(core.sql, credentialId) : null);
}

/**
 * Opens a session for a right signature. Null when the credential was deleted, its challenge was used, or its counter did not
 * grow: a copy of the key signed. Fails as openSession; the challenge is used.
 */
export function signInByPasskey(
  core: AccountCore,
  ask: SessionRequest & { ticket: TicketRef; credentialId: string; publicKey: string; counter: number },
): Result<Session | null> {
  if (!core.exists()) return succeed(null);
  return commandWithRefusal(core, (clockMs) => {
    const account = accounts.loadAccount(core.sql);
    const passkey = factors.loadPasskey(core.sql, ask.credentialId);
    if (!account || !passkey || passkey.publicKey !== ask.publicKey) return null;
    // Many authenticators have no counter and always send 0.
    if ((ask.counter > 0 || passkey.counter > 0) && ask.counter <= passkey.counter) return null;
    if (accounts.isUsedToken(core.sql, ask.ticket.id)) return null;
    accounts.recordUsedToken(core.sql, ask.ticket.id, ask.ticket.untilMs);
    factors.recordPasskeyUse(core.sql, ask.credentialId, ask.counter, ask.nowMs);
    core.wakeAt(clockMs + DAY_MS);
    return openSession(core, { ...ask, isAssured: true }, account.epoch, clockMs);
  });
}
