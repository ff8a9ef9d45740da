/** Devices of AccountObject: lists them, ends their sessions. */
import { AppError, type Result, succeed } from '#shared/errors.ts';
import { DAY_MS } from '#shared/units.ts';
import {
  type AccountCore,
  askAs,
  changeAs,
  deliverEnds,
  endSessionTree,
  hasWaitingEnds,
  type SessionCaller,
} from '../core/account-core.ts';
import * as devices from '../core/device.store.ts';
import { detachSession } from '../core/parent.store.ts';
import { REFRESH_TTL_SECONDS } from '../keys.ts';

export interface ListedDevice extends devices.DeviceRow {
  readonly isCurrent: boolean;
}

export function listDevices(core: AccountCore, caller: SessionCaller): Result<readonly ListedDevice[]> {
  return askAs(core, caller, () => {
    const current = devices.deviceOfSession(core.sql, caller.sessionId);
    const rotatedAfterMs = core.nowMs() - REFRESH_TTL_SECONDS * 1_000 - DAY_MS;
    return devices
      .listDevices(core.sql, rotatedAfterMs)
      .map((device) => ({ ...device, isCurrent: device.deviceId === current }));
  });
}

/** Whether a session of this account was ever opened on the device. A read creates nothing. */
export function usesDevice(core: AccountCore, deviceId: string): Result<boolean> {
  if (!core.exists()) return succeed(false);
  return core.command(() => devices.isKnownDevice(core.sql, deviceId));
}

/** Ends every session of a device; returns as endSession. Fails with not_found for a device without one. */
export async function revokeDevice(
  core: AccountCore,
  caller: SessionCaller,
  deviceId: string,
): Promise<Result<{ ended: true }>> {
  return endSome(core, caller, () => {
    // '' is no device: the store would take it for all of them.
    const sessionIds = deviceId === '' ? [] : devices.activeSessionIds(core.sql, deviceId);
    // A repeat while the event of the first call waits gets the same answer, once it is delivered.
    if (sessionIds.length === 0 && !hasWaitingEnds(core))
      throw new AppError('not_found', { reason: 'no_such_device', messageKey: 'auth.account.devices.gone' });
    return sessionIds;
  });
}

/** Ends every session but the caller's; returns as endSession. */
export async function endOthers(core: AccountCore, caller: SessionCaller): Promise<Result<{ ended: true }>> {
  return endSome(core, caller, () => {
    // A session that ends its own parent continues.
    detachSession(core.sql, caller.sessionId);
    return devices.activeSessionIds(core.sql, '').filter((sessionId) => sessionId !== caller.sessionId);
  });
}

async function endSome(
  core: AccountCore,
  caller: SessionCaller,
  choose: () => readonly string[],
): Promise<Result<{ ended: true }>> {
  const done = changeAs(core, caller, (account, clockMs) => {
    for (const sessionId of choose()) endSessionTree(core, sessionId, account.epoch, clockMs);
  });
  return done.ok ? deliverEnds(core) : done;
}
