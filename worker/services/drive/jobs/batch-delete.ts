/** Deletes files and folders for good. */
import { unwrap } from '#shared/errors.ts';
import { asTaskId, type NodeId, type TaskId } from '#shared/ids.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { idempotencyKeyFor } from '../core/idempotency.ts';
import { type CallContext, type Caller, type DriveDeps, driveOf } from '../deps.ts';

/** @throws AppError file_not_found; unavailable when a share has not heard of it */
export async function batchDelete(
  deps: DriveDeps,
  caller: Caller,
  ids: readonly NodeId[],
  call: CallContext,
): Promise<TaskId> {
  const repeat = idempotencyKeyFor(call, 'batchDelete', { ids });
  return asTaskId(unwrap(await driveOf(deps, caller.userId).remove(callerData(caller), { ids }, repeat)));
}
