/** Puts files and folders back from the trash. */
import { unwrap } from '#shared/errors.ts';
import { asTaskId, type NodeId, type TaskId } from '#shared/ids.ts';
import { type CallContext, type Caller, callerData, type DriveDeps, driveOf } from '../deps.ts';
import { repeatKeyOf } from '../repeat.ts';

/** @throws AppError file_not_found */
export async function batchUntrash(
  deps: DriveDeps,
  caller: Caller,
  ids: readonly NodeId[],
  call: CallContext,
): Promise<TaskId> {
  const repeat = repeatKeyOf(call, 'batchUntrash', { ids });
  return asTaskId(unwrap(await driveOf(deps, caller.userId).untrash(callerData(caller), { ids }, repeat)));
}
