/** Passkeys of AccountObject. Signatures were checked before; here is what only the account can judge. */
import { AppError, fail, type Result, succeed } from '#shared/errors.ts';
import { DAY_MS } from '#shared/units.ts';
import type { MailNews } from '#worker/services/mail/index.ts';
import { AccountBase, type FamilyAsk, type Session } from './account-base.ts';
import { MAX_PASSKEYS } from './factor/keys.ts';
import * as factors from './factor/store.ts';
import * as store from './session/store.ts';

/** Whose living session asks. */
export interface SessionCaller {
  readonly familyId: string;
  readonly epoch: number;
}

/** A ticket that is used up by what it is for. */
export interface UsedOnce {
  readonly id: string;
  readonly untilMs: number;
}

export abstract class PasskeyAccount extends AccountBase {
  /** The account of a session that lives. @throws AppError unauthenticated */
  protected requireSession(caller: SessionCaller): store.AccountRow {
    const account = this.exists() ? store.loadAccount(this.sql) : null;
    const family = account && store.loadFamily(this.sql, caller.familyId);
    if (!account || !family || family.revokedMs !== null || caller.epoch < account.epoch)
      throw new AppError('unauthenticated', { reason: 'session_ended' });
    return account;
  }

  /** Runs a question of a living session; nothing is written for anybody else. */
  protected ask<T>(caller: SessionCaller, work: (account: store.AccountRow) => T): Result<T> {
    try {
      return succeed(work(this.requireSession(caller)));
    } catch (error) {
      return { ok: false, error: this.failure(error) };
    }
  }

  /** Runs a change of a living session in one write. */
  protected change<T>(caller: SessionCaller, work: (account: store.AccountRow, clockMs: number) => T): Result<T> {
    // A name nobody has written to stays so.
    if (!this.exists()) return fail('unauthenticated', { reason: 'session_ended' });
    return this.command((clockMs) => work(this.requireSession(caller), clockMs));
  }

  passkeys(caller: SessionCaller): Result<readonly factors.PasskeyRow[]> {
    return this.ask(caller, () => factors.loadPasskeys(this.sql));
  }

  /**
   * Keeps a passkey and has the owner told. The same ticket with the same credential again: the passkey that is there.
   * Fails with already_exists, failed_precondition past the limit, invalid_argument for a used ticket.
   */
  addPasskey(
    caller: SessionCaller,
    ask: { ticket: UsedOnce; passkey: factors.PasskeyRow; letter: MailNews | null },
  ): Result<factors.PasskeyRow> {
    const { ticket, passkey, letter } = ask;
    return this.change(caller, (_account, clockMs) => {
      const known = factors.loadPasskey(this.sql, passkey.credentialId);
      if (store.isUsedToken(this.sql, ticket.id)) {
        if (known && known.publicKey === passkey.publicKey) return known;
        throw new AppError('invalid_argument', { reason: 'challenge_used', field: 'challenge_token' });
      }
      if (known)
        throw new AppError('already_exists', { reason: 'passkey_exists', messageKey: 'factor.passkey.exists' });
      if (factors.loadPasskeys(this.sql).length >= MAX_PASSKEYS)
        throw new AppError('failed_precondition', {
          reason: 'too_many_passkeys',
          messageKey: 'factor.passkey.too_many',
          messageParams: { count: MAX_PASSKEYS },
        });
      store.recordUsedToken(this.sql, ticket.id, ticket.untilMs);
      factors.insertPasskey(this.sql, passkey);
      if (letter) this.publishEvent(letter.event, letter.payload, clockMs);
      this.wakeAt(clockMs + DAY_MS);
      return passkey;
    });
  }

  renamePasskey(caller: SessionCaller, passkeyId: string, name: string): Result<factors.PasskeyRow> {
    return this.change(caller, () => {
      factors.renamePasskey(this.sql, passkeyId, name);
      const row = factors.loadPasskeys(this.sql).find((each) => each.passkeyId === passkeyId);
      if (!row) throw new AppError('not_found', { reason: 'no_such_passkey' });
      return row;
    });
  }

  /** Takes a passkey away and has the owner told. Fails with not_found. */
  removePasskey(caller: SessionCaller, passkeyId: string, letter: MailNews | null): Result<{ removed: true }> {
    return this.change(caller, (_account, clockMs) => {
      if (!factors.deletePasskey(this.sql, passkeyId)) throw new AppError('not_found', { reason: 'no_such_passkey' });
      if (letter) this.publishEvent(letter.event, letter.payload, clockMs);
      return { removed: true };
    });
  }

  /** What a signature is checked with; null when this account has no such credential. Asking creates nothing. */
  passkeyOf(credentialId: string): Result<factors.PasskeyRow | null> {
    return succeed(this.exists() ? factors.loadPasskey(this.sql, credentialId) : null);
  }

  /**
   * Opens a family for a signature that was right. Null when the credential went away, its challenge was used, or its
   * counter did not grow: a copy of the key signed. Fails as openFamily; the challenge is used up.
   */
  signInByPasskey(
    ask: FamilyAsk & { ticket: UsedOnce; credentialId: string; publicKey: string; counter: number },
  ): Result<Session | null> {
    if (!this.exists()) return succeed(null);
    return this.keeping((clockMs) => {
      const account = store.loadAccount(this.sql);
      const passkey = factors.loadPasskey(this.sql, ask.credentialId);
      if (!account || !passkey || passkey.publicKey !== ask.publicKey) return null;
      // Many authenticators keep no counter and say 0 for ever.
      if ((ask.counter > 0 || passkey.counter > 0) && ask.counter <= passkey.counter) return null;
      if (store.isUsedToken(this.sql, ask.ticket.id)) return null;
      store.recordUsedToken(this.sql, ask.ticket.id, ask.ticket.untilMs);
      factors.notePasskeyUse(this.sql, ask.credentialId, ask.counter, ask.nowMs);
      this.wakeAt(clockMs + DAY_MS);
      return this.openFamily({ ...ask, isAssured: true }, account.epoch, clockMs);
    });
  }
}
