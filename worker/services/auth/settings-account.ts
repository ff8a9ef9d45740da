/** What a person changes about the account: password, name, picture, devices, freezing, closing and its end. */
import { MAX_SETTINGS } from '#shared/auth/preferences.contract.ts';
import { AppError, fail, type Result, succeed } from '#shared/errors.ts';
import { DAY_MS } from '#shared/units.ts';
import type { MailNews } from '#worker/services/mail/index.ts';
import * as preferences from './account/preferences.store.ts';
import { requireActive } from './account/rules.ts';
import * as settings from './account/store.ts';
import type { FamilyAsk, Session } from './account-base.ts';
import { dropUndone } from './address/undo.store.ts';
import { AddressAccount } from './address-account.ts';
import { ACCOUNT_CLOSED, REFRESH_TTL_SECONDS, UNDO_TTL_MS } from './keys.ts';
import type { SessionCaller, UsedOnce } from './passkey-account.ts';
import { detachSession } from './session/parent.store.ts';
import * as store from './session/store.ts';

export interface ListedDevice extends settings.DeviceRow {
  readonly isCurrent: boolean;
}

/** Addresses as whoever prepared the call saw them: the account refuses when they are others by now. */
interface SeenAddresses {
  readonly email: string;
  readonly phone: string;
}

export abstract class SettingsAccount extends AddressAccount {
  /**
   * Ends an attempt that opens no session. Right (`passwordHash` given): the wrong ones are forgotten.
   * @returns false for a wrong one. Fails with unauthenticated; aborted when the password changed meanwhile
   */
  confirmPassword(
    caller: SessionCaller,
    ask: { attempt: number; passwordHash: string | null; nowMs: number },
  ): Result<boolean> {
    this.inFlight.end('account', ask.attempt);
    if (ask.passwordHash === null) return succeed(false);
    return this.change(caller, (account, clockMs) => {
      if (account.password !== ask.passwordHash) throw new AppError('aborted', { reason: 'password_changed' });
      const count = this.inFlight.count('account', clockMs);
      store.saveAttempts(this.sql, 'account', { startedMs: ask.nowMs, count });
      return true;
    });
  }

  /**
   * Another password: every other session ends, this one goes on with the tokens of the session that is answered. Answers when
   * every serving object knows, or `unavailable` while that news still waits.
   */
  async changePassword(
    caller: SessionCaller,
    ask: { passwordHash: string; nowMs: number; letter: MailNews | null },
  ): Promise<Result<Session>> {
    const done = this.change(caller, (_account, clockMs) => {
      const epoch = settings.changePasswordKeeping(this.sql, ask.passwordHash, caller.familyId, ask.nowMs);
      store.advanceFamily(this.sql, caller.familyId, ask.nowMs);
      this.tellAllEnded(epoch, clockMs);
      if (ask.letter) this.publishEvent(ask.letter.event, ask.letter.payload, clockMs);
      return this.sessionOf(caller.familyId, epoch);
    });
    return this.whenTold(done);
  }

  rename(caller: SessionCaller, name: string): Result<{ name: string }> {
    return this.change(caller, () => {
      settings.setName(this.sql, name);
      return { name };
    });
  }

  /** @param picture  null takes it away */
  setPicture(caller: SessionCaller, picture: settings.PictureRow | null): Result<{ hash: string }> {
    return this.change(caller, () => {
      settings.savePicture(this.sql, picture);
      return { hash: picture?.hash ?? '' };
    });
  }

  /** Null unless it is the picture of now. Asking creates nothing. */
  picture(hash: string): Result<settings.PictureRow | null> {
    const picture = this.exists() ? settings.loadPicture(this.sql) : null;
    return succeed(picture && picture.hash === hash ? picture : null);
  }

  preferences(caller: SessionCaller): Result<readonly preferences.PreferenceRow[]> {
    return this.ask(caller, () => preferences.loadPreferences(this.sql));
  }

  /** All or none. @param changes  a null value removes. Fails with invalid_argument past MAX_SETTINGS */
  savePreferences(
    caller: SessionCaller,
    changes: readonly { readonly name: string; readonly value: string | null }[],
  ): Result<Record<never, never>> {
    return this.change(caller, () => {
      for (const { name, value } of changes)
        if (value === null) preferences.deletePreference(this.sql, name);
        else preferences.savePreference(this.sql, { name, value });
      if (preferences.countPreferences(this.sql) > MAX_SETTINGS)
        throw new AppError('invalid_argument', { reason: 'too_many', field: 'items' });
      return {};
    });
  }

  devices(caller: SessionCaller): Result<readonly ListedDevice[]> {
    return this.ask(caller, () => {
      const current = settings.deviceOfFamily(this.sql, caller.familyId);
      const rotatedAfterMs = this.clock.nowMs() - REFRESH_TTL_SECONDS * 1_000 - DAY_MS;
      return settings
        .listDevices(this.sql, rotatedAfterMs)
        .map((device) => ({ ...device, isCurrent: device.deviceId === current }));
    });
  }

  /** Ends every session of a device; answers as endFamily. Fails with not_found for a device without one. */
  async revokeDevice(caller: SessionCaller, deviceId: string): Promise<Result<{ ended: true }>> {
    return this.#endSome(caller, () => {
      // '' is no device: it would mean all of them.
      const families = deviceId === '' ? [] : settings.livingFamilies(this.sql, deviceId);
      // Asked again while the news of the first time waits: the same answer, when it has arrived.
      if (families.length === 0 && !this.hasUntoldEnds())
        throw new AppError('not_found', { reason: 'no_such_device', messageKey: 'account.devices.gone' });
      return families;
    });
  }

  /** Ends every session but the caller's; answers as endFamily. */
  async endOthers(caller: SessionCaller): Promise<Result<{ ended: true }>> {
    return this.#endSome(caller, () => {
      // The session that ends its own parent goes on.
      detachSession(this.sql, caller.familyId);
      return settings.livingFamilies(this.sql, '').filter((familyId) => familyId !== caller.familyId);
    });
  }

  async #endSome(caller: SessionCaller, choose: () => readonly string[]): Promise<Result<{ ended: true }>> {
    const done = this.change(caller, (account, clockMs) => {
      for (const familyId of choose()) this.endFamilyNow(familyId, account.epoch, clockMs);
    });
    return done.ok ? this.tellEnds() : done;
  }

  /** Locks the account until its address is proven by a reset; every session ends. Answers as endFamily. */
  async freeze(caller: SessionCaller, letter: MailNews | null): Promise<Result<{ frozen: true }>> {
    const done = this.change(caller, (_account, clockMs) => {
      this.endAllIn('FROZEN', 0, clockMs);
      if (letter) this.publishEvent(letter.event, letter.payload, clockMs);
      return { frozen: true as const };
    });
    return this.whenTold(done);
  }

  /** Begins the closing: every session ends, and the alarm erases unless `unlock` comes first. Answers as endFamily. */
  async close(
    caller: SessionCaller,
    ask: { seen: SeenAddresses; digests: readonly string[]; graceMs: number; letter: MailNews | null },
  ): Promise<Result<{ endsMs: number }>> {
    const done = this.change(caller, (account, clockMs) => {
      if (account.email !== ask.seen.email || account.phone !== ask.seen.phone)
        throw new AppError('aborted', { reason: 'address_changed' });
      const endsMs = clockMs + ask.graceMs;
      this.endAllIn('CLOSING', endsMs, clockMs);
      settings.saveClosingDigests(this.sql, ask.digests);
      if (ask.letter) this.publishEvent(ask.letter.event, ask.letter.payload, clockMs);
      this.wakeAt(endsMs);
      return { endsMs };
    });
    return this.whenTold(done);
  }

  /** Takes a closing back and opens a family. Fails with invalid_argument for a ticket that is over or used. */
  unlock(ask: FamilyAsk & { ticket: UsedOnce; epoch: number }): Result<Session> {
    if (!this.exists()) return fail('invalid_argument', { reason: 'unlock_token_over', field: 'unlock_token' });
    return this.command((clockMs) => {
      const account = store.loadAccount(this.sql);
      const over =
        account?.status !== 'CLOSING' ||
        clockMs >= account.endsMs ||
        account.epoch !== ask.epoch ||
        store.isUsedToken(this.sql, ask.ticket.id);
      if (over)
        throw new AppError('invalid_argument', {
          reason: 'unlock_token_over',
          field: 'unlock_token',
          messageKey: 'account.unlock.over',
        });
      store.recordUsedToken(this.sql, ask.ticket.id, ask.ticket.untilMs);
      settings.setStatus(this.sql, 'ACTIVE', 0);
      settings.saveClosingDigests(this.sql, []);
      return this.openFamily(ask, account.epoch, clockMs);
    });
  }

  /** Epoch that an unlock ticket is bound to; null when the account is not closing. */
  closingEpoch(): Result<number | null> {
    const account = this.exists() ? store.loadAccount(this.sql) : null;
    return succeed(account?.status === 'CLOSING' ? account.epoch : null);
  }

  /** Part of the alarm: erases a closing account whose time has come, drops claims that broke off. @returns when it is due next */
  protected settingsAlarm(nowMs: number): number | null {
    const account = store.loadAccount(this.sql);
    if (account?.status === 'CLOSING' && nowMs >= account.endsMs)
      this.ctx.storage.transactionSync(() => this.#erase(nowMs));
    dropUndone(this.sql, nowMs - UNDO_TTL_MS);
    const claimsDue = this.dropStaleClaims(nowMs);
    const closing = store.loadAccount(this.sql);
    const endsMs = closing?.status === 'CLOSING' ? closing.endsMs : null;
    return claimsDue === null || endsMs === null ? (claimsDue ?? endsMs) : Math.min(claimsDue, endsMs);
  }

  /** What names the person goes, in one write with the news of it; the id stays taken for ever. */
  #erase(nowMs: number): void {
    for (const digest of settings.closingDigests(this.sql)) this.tellLeft(digest, Number.MAX_SAFE_INTEGER, nowMs);
    for (const { digest } of settings.allClaims(this.sql)) this.tellLeft(digest, Number.MAX_SAFE_INTEGER, nowMs);
    this.endAllIn('CLOSED', 0, nowMs);
    this.publishEvent(ACCOUNT_CLOSED, { userId: this.name }, nowMs);
    settings.blankAccount(this.sql);
  }

  /** Refuses what no active account would. @throws AppError as requireActive */
  protected requireActiveNow(clockMs: number): store.AccountRow {
    const account = store.loadAccount(this.sql);
    if (!account) throw new AppError('user_not_exist');
    requireActive(account, clockMs);
    return account;
  }
}
