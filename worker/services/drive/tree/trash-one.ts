/** Moves one file or folder to the trash; gives up an upload that has not ended. */
import { unwrap } from '#shared/errors.ts';
import type { NodeId, TaskId } from '#shared/ids.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type CallContext, type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { batchDelete } from '../jobs/batch-delete.ts';
import { batchTrash } from '../jobs/batch-trash.ts';

/** @throws AppError file_not_found, file_in_recycle_bin; unavailable when a share has not heard of it */
export async function trashOne(deps: DriveDeps, caller: Caller, id: NodeId, call: CallContext): Promise<TaskId> {
  const phase = unwrap(await driveOf(deps, caller.userId).phaseOf(callerData(caller), id));
  // An upload that was given up is gone: a repeat of that call finds its answer by the key of the deletion.
  const remove = phase === 'PHASE_TYPE_COMPLETE' ? batchTrash : batchDelete;
  return remove(deps, caller, [id], call);
}
