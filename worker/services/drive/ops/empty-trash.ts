/** Deletes everything in the trash for good. */
import { unwrap } from '#shared/errors.ts';
import { asTaskId, type TaskId } from '#shared/ids.ts';
import { type CallContext, type Caller, callerData, type DriveDeps, driveOf } from '../deps.ts';
import { repeatKeyOf } from '../repeat.ts';

export async function emptyTrash(deps: DriveDeps, caller: Caller, call: CallContext): Promise<TaskId> {
  return asTaskId(
    unwrap(await driveOf(deps, caller.userId).emptyTrash(callerData(caller), repeatKeyOf(call, 'emptyTrash', {}))),
  );
}
