/** Renames many files and folders at once. */
import { unwrap } from '#shared/errors.ts';
import { asTaskId, type NodeId, type TaskId } from '#shared/ids.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { idempotencyKeyFor } from '../core/idempotency.ts';
import { type CallContext, type Caller, type DriveDeps, driveOf } from '../deps.ts';

/** All or none. @throws AppError as for one; file_duplicated_name tells which */
export async function batchRename(
  deps: DriveDeps,
  caller: Caller,
  items: readonly { readonly id: NodeId; readonly name: string }[],
  call: CallContext,
): Promise<TaskId> {
  const repeat = idempotencyKeyFor(call, 'batchRename', { items });
  return asTaskId(unwrap(await driveOf(deps, caller.userId).renameMany(callerData(caller), items, repeat)));
}
