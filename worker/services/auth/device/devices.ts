/** Devices of a person, and the end of their sessions. */
import { unwrap } from '#shared/errors.ts';
import type { Caller } from '#worker/platform/request.ts';
import type { Device } from '../account/service.ts';
import type { AuthParts } from '../deps.ts';

/** @throws AppError unauthenticated */
export async function devices(parts: Pick<AuthParts, 'accounts'>, caller: Caller): Promise<readonly Device[]> {
  const { userId, familyId, epoch } = caller;
  return unwrap(await parts.accounts.getByName(userId).devices({ familyId, epoch }));
}

/** @throws AppError unauthenticated, not_found, unavailable while a serving object could not be told */
export async function revokeDevice(
  parts: Pick<AuthParts, 'accounts'>,
  deviceId: string,
  caller: Caller,
): Promise<void> {
  const { userId, familyId, epoch } = caller;
  unwrap(await parts.accounts.getByName(userId).revokeDevice({ familyId, epoch }, deviceId));
}

/** @throws AppError unauthenticated, unavailable while a serving object could not be told */
export async function endOthers(parts: Pick<AuthParts, 'accounts'>, caller: Caller): Promise<void> {
  const { userId, familyId, epoch } = caller;
  unwrap(await parts.accounts.getByName(userId).endOthers({ familyId, epoch }));
}
