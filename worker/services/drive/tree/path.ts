/** Names from the root to a folder. */
import { unwrap } from '#shared/errors.ts';
import type { NodeId } from '#shared/ids.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import type { Crumb } from '../service.ts';

/** @throws AppError file_not_found */
export async function path(deps: DriveDeps, caller: Caller, folderId: NodeId): Promise<readonly Crumb[]> {
  return unwrap(await driveOf(deps, caller.userId).path(callerData(caller), folderId));
}
