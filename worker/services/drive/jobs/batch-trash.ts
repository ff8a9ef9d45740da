/** Moves files and folders to the trash. */
import { unwrap } from '#shared/errors.ts';
import { asTaskId, type NodeId, type TaskId } from '#shared/ids.ts';
import { SECOND_MS } from '#shared/units.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { idempotencyKeyFor } from '../core/idempotency.ts';
import { type CallContext, type Caller, type DriveDeps, driveOf } from '../deps.ts';

/** @throws AppError file_not_found, file_in_recycle_bin; unavailable when a share has not heard of it */
export async function batchTrash(
  deps: DriveDeps,
  caller: Caller,
  ids: readonly NodeId[],
  call: CallContext,
): Promise<TaskId> {
  const repeat = idempotencyKeyFor(call, 'batchTrash', { ids });
  const trashTtlMs = deps.limits.trashTtlSeconds * SECOND_MS;
  return asTaskId(unwrap(await driveOf(deps, caller.userId).trash(callerData(caller), { ids, trashTtlMs }, repeat)));
}
