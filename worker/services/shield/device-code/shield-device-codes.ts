/** Device codes in ShieldObject (RFC 8628): a machine without a keyboard asks for one, a person approves it elsewhere. */
import { AppError, fail, type Result, succeed } from '#shared/errors.ts';
import { MINUTE_MS } from '#shared/units.ts';
import type { ObjectCore } from '#worker/platform/stored-object.ts';
import { type DeviceGrant, decidePoll, type PollDecision, slowerInterval } from './rules.ts';
import * as store from './store.ts';

export interface DeviceDecision extends Omit<DeviceGrant, 'scope'> {
  readonly userCode: string;
  readonly state: 'allowed' | 'denied';
  /** Words that were allowed; left out: those that were asked for. */
  readonly scope?: string;
  readonly nowMs: number;
}

/** @returns false when the user code is taken: try another */
export function openDeviceCode(core: ObjectCore, code: store.NewDeviceCode): Result<boolean> {
  return core.command((clockMs) => {
    core.wakeAt(clockMs + MINUTE_MS);
    return store.insertDeviceCode(core.sql, code);
  });
}

/**
 * One poll. Hands out a grant once, in the write that marks it as taken.
 * Fails with authorization_pending, slow_down, access_denied, expired_token, invalid_grant.
 */
export function pollDeviceCode(
  core: ObjectCore,
  poll: { id: string; clientId: string; nowMs: number },
): Result<DeviceGrant> {
  if (!core.exists()) return fail('invalid_grant', { reason: 'device_code_unknown' });
  const polled = core.command(() => {
    const row = store.loadDeviceCode(core.sql, poll.id);
    const decision = decidePoll(row, poll);
    if (!row) return { decision, intervalSeconds: 0, row };
    const intervalSeconds = decision === 'slow_down' ? slowerInterval(row.intervalSeconds) : row.intervalSeconds;
    if (decision === 'pending' || decision === 'slow_down')
      store.recordPoll(core.sql, poll.id, intervalSeconds, poll.nowMs);
    if (decision === 'allowed') store.setTaken(core.sql, poll.id);
    return { decision, intervalSeconds, row };
  });
  if (!polled.ok) return polled;
  const { decision, intervalSeconds, row } = polled.value;
  if (decision !== 'allowed' || !row) return refusePoll(decision, intervalSeconds);
  const { scope, userId, sessionId, epoch } = row;
  return succeed({ scope, userId, sessionId, epoch });
}

function refusePoll(decision: PollDecision, intervalSeconds: number): Result<never> {
  switch (decision) {
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

/** The request that waits for a user code. Fails with expired_token for an expired, decided or unknown one. */
export function deviceRequest(
  core: ObjectCore,
  query: { userCode: string; nowMs: number },
): Result<{ clientId: string; scope: string }> {
  const row = core.exists() ? store.loadByUserCode(core.sql, query.userCode) : null;
  if (!row || row.untilMs <= query.nowMs || row.state !== 'pending')
    return fail('expired_token', { reason: 'user_code_unknown' });
  return succeed({ clientId: row.clientId, scope: row.scope });
}

/** Decides once; the same decision again by the same session is no error. Fails with expired_token. */
export function decideDevice(core: ObjectCore, decision: DeviceDecision): Result<null> {
  if (!core.exists()) return fail('expired_token', { reason: 'user_code_unknown' });
  return core.command(() => {
    const row = store.loadByUserCode(core.sql, decision.userCode);
    const isRepeat =
      row !== null &&
      row.sessionId === decision.sessionId &&
      (row.state === decision.state || (row.state === 'taken' && decision.state === 'allowed'));
    if (isRepeat) return null;
    if (!row || row.untilMs <= decision.nowMs || row.state !== 'pending')
      throw new AppError('expired_token', { reason: 'user_code_unknown' });
    store.decide(core.sql, decision.userCode, decision);
    return null;
  });
}
