/** Marks files and folders with a star, or takes it away. */
import { unwrap } from '#shared/errors.ts';
import { asTaskId, type NodeId, type TaskId } from '#shared/ids.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';

/** @throws AppError file_not_found, file_in_recycle_bin */
export async function star(deps: DriveDeps, caller: Caller, ids: readonly NodeId[], starred: boolean): Promise<TaskId> {
  return asTaskId(unwrap(await driveOf(deps, caller.userId).setStars(callerData(caller), { ids, starred })));
}
