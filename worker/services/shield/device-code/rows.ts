/** Device codes of ShieldObject (RFC 8628): asked for by a machine without keyboard, approved by a person elsewhere. */
import { AppError, fail, type Result, succeed } from '#shared/errors.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/units.ts';
import { StoredObject } from '#worker/platform/stored-object.ts';
import { judgePoll, type PollVerdict, slowerInterval } from './rules.ts';
import * as codes from './store.ts';

/** How long a code that is over is still told from one that never was. */
const KEPT_MS = HOUR_MS;

/** What a device was allowed, by whom. */
export interface AllowedDevice {
  readonly scope: string;
  readonly userId: string;
  readonly familyId: string;
  readonly epoch: number;
}

export interface DeviceDecision {
  readonly userCode: string;
  readonly state: 'allowed' | 'denied';
  readonly userId: string;
  readonly familyId: string;
  readonly epoch: number;
  readonly nowMs: number;
}

export abstract class DeviceCodeShield extends StoredObject {
  /** @returns opened false when the user code is taken: try another */
  openDeviceCode(code: codes.NewDeviceCode): Result<{ opened: boolean }> {
    return this.command((clockMs) => {
      this.wakeAt(clockMs + MINUTE_MS);
      return { opened: codes.insertDeviceCode(this.sql, code) };
    });
  }

  /**
   * One poll. What was allowed is handed out once, in the write that marks it as taken.
   * Fails with authorization_pending, slow_down, access_denied, expired_token, invalid_grant.
   */
  pollDeviceCode(ask: { id: string; clientId: string; nowMs: number }): Result<AllowedDevice> {
    if (!this.exists()) return fail('invalid_grant', { reason: 'device_code_unknown' });
    const done = this.command((): { verdict: PollVerdict; intervalSeconds: number; allowed: AllowedDevice | null } => {
      const row = codes.loadDeviceCode(this.sql, ask.id);
      const verdict = judgePoll(row, ask);
      if (!row) return { verdict, intervalSeconds: 0, allowed: null };
      const intervalSeconds = verdict === 'slow_down' ? slowerInterval(row.intervalSeconds) : row.intervalSeconds;
      if (verdict === 'pending' || verdict === 'slow_down')
        codes.notePoll(this.sql, ask.id, intervalSeconds, ask.nowMs);
      if (verdict !== 'allowed') return { verdict, intervalSeconds, allowed: null };
      codes.setTaken(this.sql, ask.id);
      const { scope, userId, familyId, epoch } = row;
      return { verdict, intervalSeconds, allowed: { scope, userId, familyId, epoch } };
    });
    if (!done.ok) return done;
    const { verdict, intervalSeconds, allowed } = done.value;
    if (allowed) return succeed(allowed);
    switch (verdict) {
      case 'pending':
        return fail('authorization_pending', { metadata: { interval: String(intervalSeconds) } });
      case 'slow_down':
        return fail('slow_down', { metadata: { interval: String(intervalSeconds) } });
      case 'denied':
        return fail('access_denied');
      case 'expired':
        return fail('expired_token', { reason: 'device_code_expired' });
      default:
        return fail('invalid_grant', { reason: 'device_code_unknown' });
    }
  }

  /** Who waits behind a user code. Fails with expired_token for one that is over, decided or unknown. */
  deviceRequest(ask: { userCode: string; nowMs: number }): Result<{ clientId: string; scope: string }> {
    const row = this.exists() ? codes.loadByUserCode(this.sql, ask.userCode) : null;
    if (!row || row.untilMs <= ask.nowMs || row.state !== 'pending')
      return fail('expired_token', { reason: 'user_code_unknown' });
    return succeed({ clientId: row.clientId, scope: row.scope });
  }

  /** Decides once; deciding the same again by the same session is no error. Fails with expired_token. */
  decideDevice(ask: DeviceDecision): Result<{ decided: true }> {
    if (!this.exists()) return fail('expired_token', { reason: 'user_code_unknown' });
    return this.command(() => {
      const row = codes.loadByUserCode(this.sql, ask.userCode);
      const isRepeat =
        row !== null &&
        row.familyId === ask.familyId &&
        (row.state === ask.state || (row.state === 'taken' && ask.state === 'allowed'));
      if (isRepeat) return { decided: true as const };
      if (!row || row.untilMs <= ask.nowMs || row.state !== 'pending')
        throw new AppError('expired_token', { reason: 'user_code_unknown' });
      codes.decide(this.sql, ask.userCode, ask);
      return { decided: true as const };
    });
  }

  /** @returns when the next one is to be dropped (epoch ms), or null */
  protected dropDeviceCodes(nowMs: number): number | null {
    return codes.dropOldDeviceCodes(this.sql, nowMs, KEPT_MS);
  }
}
