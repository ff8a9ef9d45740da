/** Devices of a person, and the end of their sessions. */
import { unwrap } from '#shared/errors.ts';
import type { Caller } from '#worker/platform/request.ts';
import type { ListedDevice } from '../account/account-settings.ts';
import type { AuthParts } from '../deps.ts';

/** @throws AppError unauthenticated */
export async function devices(parts: Pick<AuthParts, 'accounts'>, caller: Caller): Promise<readonly ListedDevice[]> {
  return unwrap(await parts.accounts.getByName(caller.userId).devices(caller));
}

/** @throws AppError unauthenticated, not_found, unavailable while a serving object could not be told */
export async function revokeDevice(
  parts: Pick<AuthParts, 'accounts'>,
  deviceId: string,
  caller: Caller,
): Promise<void> {
  unwrap(await parts.accounts.getByName(caller.userId).revokeDevice(caller, deviceId));
}

/** @throws AppError unauthenticated, unavailable while a serving object could not be told */
export async function endOthers(parts: Pick<AuthParts, 'accounts'>, caller: Caller): Promise<void> {
  unwrap(await parts.accounts.getByName(caller.userId).endOthers(caller));
}
