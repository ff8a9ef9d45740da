/** Moves files and folders into a folder. */
import type { ConflictChoice } from '#shared/drive/conflict.ts';
import { unwrap } from '#shared/errors.ts';
import { asTaskId, type NodeId, type TaskId } from '#shared/ids.ts';
import { SECOND_MS } from '#shared/units.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { idempotencyKeyFor } from '../core/idempotency.ts';
import { type CallContext, type Caller, type DriveDeps, driveOf } from '../deps.ts';

/** @throws AppError file_not_found, file_in_recycle_bin, file_move_or_copy_to_cur, invalid_argument */
export async function batchMove(
  deps: DriveDeps,
  caller: Caller,
  ids: readonly NodeId[],
  to: NodeId,
  call: CallContext,
  conflict: ConflictChoice = 'keep_both',
): Promise<TaskId> {
  // Named only where there is one: what was asked before choices existed keeps its fingerprint.
  const choice = conflict === 'keep_both' ? {} : { conflict };
  const repeat = idempotencyKeyFor(call, 'batchMove', { ids, to, ...choice });
  const trashTtlMs = deps.limits.trashTtlSeconds * SECOND_MS;
  const input = { ids, to, trashTtlMs, ...choice };
  return asTaskId(unwrap(await driveOf(deps, caller.userId).move(callerData(caller), input, repeat)));
}
