/** Devices of a person; ends their sessions. */

import { unwrap } from '#shared/errors.ts';
import type { Caller } from '#worker/platform/request.ts';
import { accountOf } from '../core/account-part.ts';
import type { AuthParts } from '../deps.ts';
import type { ListedDevice } from './account-devices.ts';
import type { sessionPart } from './part.ts';

/** @param deviceId  '' for unknown, which belongs to no person */
export async function usesDevice(
  { accounts }: Pick<AuthParts, 'accounts'>,
  userId: string,
  deviceId: string,
): Promise<boolean> {
  return deviceId !== '' && unwrap(await accountOf<typeof sessionPart>({ accounts }, userId).usesDevice(deviceId));
}

/** Those with an active session, newest first. @throws AppError unauthenticated */
export async function devices(parts: Pick<AuthParts, 'accounts'>, caller: Caller): Promise<readonly ListedDevice[]> {
  return unwrap(await accountOf<typeof sessionPart>(parts, caller.userId).devices(caller));
}

/** Returns once every serving object has the event. @throws AppError unauthenticated, not_found, unavailable */
export async function revokeDevice(
  parts: Pick<AuthParts, 'accounts'>,
  deviceId: string,
  caller: Caller,
): Promise<void> {
  unwrap(await accountOf<typeof sessionPart>(parts, caller.userId).revokeDevice(caller, deviceId));
}

/** Ends every session but the caller's; returns once every serving object has the event. @throws AppError unauthenticated, unavailable */
export async function endOthers(parts: Pick<AuthParts, 'accounts'>, caller: Caller): Promise<void> {
  unwrap(await accountOf<typeof sessionPart>(parts, caller.userId).endOthers(caller));
}
