/**
 * Floor of AccountObject: tables, families, verification tokens, the way news leaves. The layers on it:
 * AccountBase <- FactorAccount <- GrantAccount <- SettingsAccount <- AccountObject.
 */
import { AppError, fail, type Result, succeed } from '#shared/errors.ts';
import { DEFAULT_LOCALE } from '#shared/locale/tags.ts';
import { DAY_MS } from '#shared/units.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { StoredObject } from '#worker/platform/stored-object.ts';
import type { VerifiedToken } from '#worker/services/shield/index.ts';
import { requireActive } from './account/rules.ts';
import { noteDevice } from './account/store.ts';
import { type DeviceSigns, deviceKeyOf } from './device/device.ts';
import { ATTEMPT_LIFE_MS, ENDED_FAMILY_MEMORY_MS, NEW_DEVICE, SESSIONS_ENDED } from './keys.ts';
import { setFamilyGrant } from './oauth/store.ts';
import { makeInFlight } from './session/in-flight.ts';
import { selectSessionTree } from './session/parent.store.ts';
import * as store from './session/store.ts';

export interface Session {
  readonly familyId: string;
  readonly epoch: number;
  readonly generation: number;
  /** Epoch ms from which the refresh token counts its life. */
  readonly issuedMs: number;
  /** What it was given; '' for all that its client may have. */
  readonly scope: string;
}

/** Who a family is opened for. */
export interface FamilyAsk {
  readonly deviceId: string;
  readonly clientId: string;
  readonly nowMs: number;
  /** What the device says of itself (`deviceOf(call)`); absent when nothing is known. */
  readonly device?: DeviceSigns;
  /** '' or absent: all that the client may have. */
  readonly scope?: string;
  /** The code it is opened by; '' or absent for a sign-in. */
  readonly openedBy?: string;
  /** The session that allowed this one, which ends with it; '' or absent for a sign-in. */
  readonly parentId?: string;
  /** The person showed a password, passkey or second factor for this session itself. Default: false. */
  readonly isAssured?: boolean;
}

export abstract class AccountBase extends StoredObject {
  protected readonly inFlight = makeInFlight(ATTEMPT_LIFE_MS);

  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env, 'AccountObject', store.ACCOUNT_MIGRATIONS);
  }

  /**
   * Opens a family; a device that is new to the person is news. Call inside the transaction, after every factor was shown.
   * @throws AppError as requireActive
   */
  protected openFamily(ask: FamilyAsk, epoch: number, clockMs: number): Session {
    const { deviceId, clientId, nowMs, scope = '', openedBy = '', parentId = '', isAssured = false } = ask;
    const account = store.loadAccount(this.sql);
    if (account) requireActive(account, clockMs);
    this.noteDevice(ask, clockMs);
    const familyId = newHexId();
    store.insertFamily(this.sql, { familyId, deviceId, clientId, parentId, isAssured, nowMs });
    if (scope !== '' || openedBy !== '') setFamilyGrant(this.sql, familyId, scope, openedBy);
    this.wakeAt(clockMs + DAY_MS);
    return { familyId, epoch, generation: 1, issuedMs: nowMs, scope };
  }

  /**
   * A command whose refusal undoes nothing: what was right, used once and written before `openFamily` stays used up where the
   * account is locked, closing or blocked.
   */
  protected keeping<T>(work: (clockMs: number) => T): Result<T> {
    const done = this.command((clockMs): Result<T> => {
      try {
        return succeed(work(clockMs));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { ok: false, error: this.failure(error) };
      }
    });
    return done.ok ? done.value : done;
  }

  /** Remembers the device; tells of one that was never seen, unless it is the first. Call inside the transaction. */
  protected noteDevice({ deviceId, clientId, device }: FamilyAsk, clockMs: number): void {
    const { name = '', model = '', agent = '', locale = DEFAULT_LOCALE } = device ?? {};
    const facts = { deviceId: deviceKeyOf(deviceId, clientId), name, model };
    if (noteDevice(this.sql, facts, clockMs))
      this.publishEvent(NEW_DEVICE, { userId: this.name, agent, locale, atMs: clockMs }, clockMs);
  }

  /** Takes a verification token: each opens one thing once. Call inside the transaction. */
  protected useToken(token: VerifiedToken): store.AccountRow {
    const account = store.loadAccount(this.sql);
    if (!account) throw new AppError('user_not_exist');
    if (store.isUsedToken(this.sql, token.id))
      throw new AppError('invalid_verification_code', { reason: 'verification_token_used' });
    store.recordUsedToken(this.sql, token.id, token.untilMs);
    return account;
  }

  /** Delivers the news of ended sessions that still waits; `unavailable` while some does. */
  async tellEnds(): Promise<Result<{ ended: true }>> {
    if (!this.exists()) return succeed({ ended: true });
    await this.drain();
    return this.hasUntoldEnds() ? fail('unavailable', { reason: 'sign_out_pending' }) : succeed({ ended: true });
  }

  protected hasUntoldEnds(): boolean {
    return this.sql.exec('SELECT 1 FROM _outbox WHERE event = ? LIMIT 1', SESSIONS_ENDED).toArray().length > 0;
  }

  /** Ends a session and every session opened from it. Call inside the transaction. */
  protected endFamilyNow(familyId: string, minEpoch: number, clockMs: number): void {
    const untilMs = clockMs + ENDED_FAMILY_MEMORY_MS;
    for (const each of selectSessionTree(this.sql, familyId))
      if (store.revokeFamily(this.sql, each, clockMs))
        this.publishEvent(SESSIONS_ENDED, { userId: this.name, familyId: each, minEpoch, untilMs }, clockMs);
  }
}
