/** Throws copies away and leaves one of each. */
import { unwrap } from '#shared/errors.ts';
import { asTaskId, type NodeId, type TaskId } from '#shared/ids.ts';
import { SECOND_MS } from '#shared/units.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { idempotencyKeyFor } from '../../core/idempotency.ts';
import { type CallContext, type Caller, type DriveDeps, driveOf } from '../../deps.ts';

/**
 * @throws AppError file_not_found, file_in_recycle_bin; failed_precondition when something is no copy of the one that stays;
 * unavailable when a share has not heard of it
 */
export async function tidy(
  deps: DriveDeps,
  caller: Caller,
  groups: readonly { readonly keep: NodeId; readonly ids: readonly NodeId[] }[],
  call: CallContext,
): Promise<TaskId> {
  const repeat = idempotencyKeyFor(call, 'tidy', { groups });
  const trashTtlMs = deps.limits.trashTtlSeconds * SECOND_MS;
  return asTaskId(unwrap(await driveOf(deps, caller.userId).tidy(callerData(caller), { groups, trashTtlMs }, repeat)));
}
