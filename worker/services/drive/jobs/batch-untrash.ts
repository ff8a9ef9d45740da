/** Puts files and folders back from the trash. */
import type { ConflictChoice } from '#shared/drive/conflict.ts';
import { unwrap } from '#shared/errors.ts';
import { asTaskId, type NodeId, type TaskId } from '#shared/ids.ts';
import { SECOND_MS } from '#shared/units.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { idempotencyKeyFor } from '../core/idempotency.ts';
import { type CallContext, type Caller, type DriveDeps, driveOf } from '../deps.ts';

/** @throws AppError file_not_found */
export async function batchUntrash(
  deps: DriveDeps,
  caller: Caller,
  ids: readonly NodeId[],
  call: CallContext,
  conflict: ConflictChoice = 'keep_both',
): Promise<TaskId> {
  // Named only where there is one: what was asked before choices existed keeps its fingerprint.
  const choice = conflict === 'keep_both' ? {} : { conflict };
  const repeat = idempotencyKeyFor(call, 'batchUntrash', { ids, ...choice });
  const trashTtlMs = deps.limits.trashTtlSeconds * SECOND_MS;
  const input = { ids, trashTtlMs, ...choice };
  return asTaskId(unwrap(await driveOf(deps, caller.userId).untrash(callerData(caller), input, repeat)));
}
