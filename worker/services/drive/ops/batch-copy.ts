/** Copies files and folders into a folder, by reference. */
import { unwrap } from '#shared/errors.ts';
import { asTaskId, type NodeId, type TaskId } from '#shared/ids.ts';
import { type CallContext, type Caller, callerData, type DriveDeps, driveOf } from '../deps.ts';
import { repeatKeyOf } from '../repeat.ts';

/** @throws AppError file_not_found, file_in_recycle_bin, file_space_not_enough, file_move_or_copy_to_cur, invalid_argument */
export async function batchCopy(
  deps: DriveDeps,
  caller: Caller,
  ids: readonly NodeId[],
  to: NodeId,
  call: CallContext,
): Promise<TaskId> {
  const repeat = repeatKeyOf(call, 'batchCopy', { ids, to });
  const limitBytes = await deps.storageLimitOf(caller.userId);
  return asTaskId(unwrap(await driveOf(deps, caller.userId).copy(callerData(caller), { ids, to, limitBytes }, repeat)));
}
