/**
 * Addresses of AccountObject. A change goes in three steps, each of which may be the last before a crash: the account notes
 * the claim, the directory gives the address, the account writes it. A claim that was never written is dropped by the alarm.
 */
import { AppError, fail, type Result, succeed } from '#shared/errors.ts';
import { DAY_MS } from '#shared/units.ts';
import type { MailNews } from '#worker/services/mail/index.ts';
import type { VerifiedToken } from '#worker/services/shield/index.ts';
import * as settings from './account/store.ts';
import type { Session } from './account-base.ts';
import * as undo from './address/undo.store.ts';
import { GrantAccount } from './grant-account.ts';
import { CLAIM_LIFE_MS, ENDED_FAMILY_MEMORY_MS, IDENTIFIER_LEFT, SESSIONS_ENDED, UNDO_TTL_MS } from './keys.ts';
import { loadFamilyScope } from './oauth/store.ts';
import type { SessionCaller, UsedOnce } from './passkey-account.ts';
import * as store from './session/store.ts';

export type AddressKind = 'email' | 'phone';

/** What a change of address must know before the directory is asked. */
export interface BegunClaim {
  readonly version: number;
  readonly email: string;
  readonly phone: string;
}

/** Claims of one account that are under way; each has proven its address. */
const MAX_CLAIMS = 10;

export abstract class AddressAccount extends GrantAccount {
  /** Step 1 of a change. */
  beginClaim(caller: SessionCaller, digest: string): Result<BegunClaim> {
    return this.change(caller, (account, clockMs) => this.#note(account, digest, clockMs));
  }

  #note(account: store.AccountRow, digest: string, clockMs: number): BegunClaim {
    if (settings.allClaims(this.sql).length >= MAX_CLAIMS)
      throw new AppError('too_many_requests', { retryInSeconds: CLAIM_LIFE_MS / 1_000 });
    const version = settings.insertClaim(this.sql, digest, clockMs);
    this.wakeAt(clockMs + CLAIM_LIFE_MS);
    return { version, email: account.email, phone: account.phone };
  }

  /** Instead of step 3: somebody else has the address, or the claim is not wanted any more. */
  async dropClaim(digest: string, version: number): Promise<Result<null>> {
    if (!this.exists()) return succeed(null);
    const done = this.command((clockMs) => {
      if (settings.dropClaim(this.sql, digest, version)) this.tellLeft(digest, version, clockMs);
      return null;
    });
    await this.drain();
    return done;
  }

  /**
   * Step 3: writes the address, uses its token up, and lets the old one go. A repeat after success changes nothing.
   * Fails with unauthenticated, invalid_verification_code for a used token, aborted when the account changed beside it.
   */
  async writeAddress(
    caller: SessionCaller,
    ask: {
      kind: AddressKind;
      token: VerifiedToken;
      digest: string;
      version: number;
      address: string;
      /** As `beginClaim` gave it. */
      old: string;
      /** '' when there was none. */
      oldDigest: string;
      letter: MailNews | null;
    },
  ): Promise<Result<null>> {
    const done = this.change(caller, (account, clockMs) => {
      const { kind, token, digest, version, address, oldDigest } = ask;
      if (store.isUsedToken(this.sql, token.id)) {
        settings.dropClaim(this.sql, digest, version);
        if (account[kind] === address) return null;
        throw new AppError('invalid_verification_code', { reason: 'verification_token_used' });
      }
      if (account[kind] !== ask.old || !settings.dropClaim(this.sql, digest, version))
        throw new AppError('aborted', { reason: 'address_changed' });
      store.recordUsedToken(this.sql, token.id, token.untilMs);
      this.#set(kind, address, clockMs);
      if (oldDigest !== '' && oldDigest !== digest) this.tellLeft(oldDigest, version, clockMs);
      if (ask.letter) this.publishEvent(ask.letter.event, ask.letter.payload, clockMs);
      this.wakeAt(clockMs + DAY_MS);
      return null;
    });
    // The old address is free when this answers, unless the directory cannot be reached just now.
    await this.drain();
    return done;
  }

  /** Lets a number go. Fails with failed_precondition when it is the only address; aborted when it is another by now. */
  async removePhone(
    caller: SessionCaller,
    ask: { phone: string; digest: string; letter: MailNews | null },
  ): Promise<Result<null>> {
    const done = this.change(caller, (account, clockMs) => {
      if (account.phone === '') return null;
      if (account.phone !== ask.phone) throw new AppError('aborted', { reason: 'address_changed' });
      if (account.email === '')
        throw new AppError('failed_precondition', { reason: 'last_address', messageKey: 'account.phone.only' });
      this.#set('phone', '', clockMs);
      this.tellLeft(ask.digest, settings.nextVersion(this.sql), clockMs);
      if (ask.letter) this.publishEvent(ask.letter.event, ask.letter.payload, clockMs);
      return null;
    });
    await this.drain();
    return done;
  }

  /** Step 1 of taking a change of e-mail back; the ticket came to the old mailbox. Null when it was done before. */
  beginUndo(ask: { ticket: UsedOnce; version: number; email: string; digest: string }): Result<BegunClaim | null> {
    if (!this.exists()) return fail('invalid_argument', { reason: 'undo_token_over', field: 'undo_token' });
    return this.command((clockMs) => {
      const account = this.#undoable(ask);
      return account && this.#note(account, ask.digest, clockMs);
    });
  }

  /**
   * Step 3 of it: the old address is back, every session ends, and the account stays locked until that mailbox chooses a new
   * password. A closing is taken back with it, as is every later change: the links those sent are void. A second factor that
   * came since goes; a number and passkeys also when they came in the days before, from where they would open what is locked.
   * Answers as endFamily.
   */
  async writeUndo(ask: {
    ticket: UsedOnce;
    /** Of the change. */
    version: number;
    email: string;
    digest: string;
    /** When the change was made, epoch ms, and the number of that time. */
    changedMs: number;
    phone: string;
    /** As `beginUndo` gave them. */
    current: BegunClaim;
    emailDigest: string;
    phoneDigest: string;
  }): Promise<Result<null>> {
    const done = this.command((clockMs) => {
      const account = this.#undoable(ask);
      if (!account) return null;
      const { current } = ask;
      const isSeen = account.email === current.email && account.phone === current.phone;
      if (!isSeen || !settings.dropClaim(this.sql, ask.digest, current.version))
        throw new AppError('aborted', { reason: 'address_changed' });
      store.recordUsedToken(this.sql, ask.ticket.id, ask.ticket.untilMs);
      undo.recordUndone(this.sql, {
        above: ask.version,
        upTo: settings.nextVersion(this.sql),
        nowMs: clockMs,
      });
      this.#set('email', ask.email, clockMs);
      settings.saveClosingDigests(this.sql, []);
      if (ask.emailDigest !== '' && ask.emailDigest !== ask.digest)
        this.tellLeft(ask.emailDigest, current.version, clockMs);
      const beforeMs = ask.changedMs - UNDO_TTL_MS;
      const isNewPhone = current.phone !== ask.phone || undo.isPhoneSetSince(this.sql, beforeMs);
      if (current.phone !== '' && isNewPhone) {
        this.#set('phone', '', clockMs);
        this.tellLeft(ask.phoneDigest, current.version, clockMs);
      }
      settings.dropWaysInSince(this.sql, { passkeysMs: beforeMs, twoFactorMs: ask.changedMs });
      this.endAllIn('FROZEN', 0, clockMs);
      return null;
    });
    return this.whenTold(done);
  }

  /** Null when this ticket was acted on and its effect stands. The earliest mailbox has the last word. */
  #undoable({ ticket, version, email }: { ticket: UsedOnce; version: number; email: string }): store.AccountRow | null {
    const account = store.loadAccount(this.sql);
    const used = store.isUsedToken(this.sql, ticket.id);
    if (account && used && account.email === email) return null;
    if (!account || used || account.status === 'CLOSED' || undo.isUndone(this.sql, version))
      throw new AppError('invalid_argument', {
        reason: 'undo_token_over',
        field: 'undo_token',
        messageKey: 'account.undo.over',
      });
    if (account.status === 'BLOCKED') throw new AppError('user_blocked');
    return account;
  }

  #set(kind: AddressKind, address: string, clockMs: number): void {
    if (kind === 'email') settings.setEmail(this.sql, address);
    else settings.setPhone(this.sql, address, clockMs);
  }

  /** Drops claims that broke off. @returns when the next one is due, epoch ms */
  protected dropStaleClaims(nowMs: number): number | null {
    this.ctx.storage.transactionSync(() => {
      for (const { digest, version } of settings.staleClaims(this.sql, nowMs - CLAIM_LIFE_MS)) {
        settings.dropClaim(this.sql, digest, version);
        this.tellLeft(digest, version, nowMs);
      }
    });
    return settings.allClaims(this.sql).length > 0 ? nowMs + CLAIM_LIFE_MS : null;
  }

  /** The directory is to forget the digest, unless a claim later than `version` took it. Call inside the transaction. */
  protected tellLeft(digest: string, version: number, clockMs: number): void {
    this.publishEvent(IDENTIFIER_LEFT, { userId: this.name, digest, version }, clockMs);
  }

  /** Every token below the epoch is over. Call inside the transaction. */
  protected tellAllEnded(minEpoch: number, clockMs: number): void {
    const untilMs = clockMs + ENDED_FAMILY_MEMORY_MS;
    this.publishEvent(SESSIONS_ENDED, { userId: this.name, familyId: null, minEpoch, untilMs }, clockMs);
  }

  /** Another state of the account in which nobody is signed in. Call inside the transaction. */
  protected endAllIn(status: string, endsMs: number, clockMs: number): void {
    settings.setStatus(this.sql, status, endsMs);
    this.tellAllEnded(settings.raiseEpoch(this.sql, clockMs), clockMs);
  }

  /** A living family as a session, with the tokens of its generation. Call inside the transaction. */
  protected sessionOf(familyId: string, epoch: number): Session {
    const family = store.loadFamily(this.sql, familyId);
    if (!family) throw new AppError('unauthenticated', { reason: 'session_ended' });
    const scope = loadFamilyScope(this.sql, familyId);
    return { familyId, epoch, generation: family.generation, issuedMs: family.rotatedMs, scope };
  }

  /** The answer of a change that ended sessions: when every serving object knows, or `unavailable`. */
  protected async whenTold<T>(done: Result<T>): Promise<Result<T>> {
    if (!done.ok) return done;
    const told = await this.tellEnds();
    return told.ok ? done : told;
  }
}
