/** Deletes everything in the trash for good. */
import { unwrap } from '#shared/errors.ts';
import { asTaskId, type TaskId } from '#shared/ids.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { idempotencyKeyFor } from '../core/idempotency.ts';
import { type CallContext, type Caller, type DriveDeps, driveOf } from '../deps.ts';

export async function emptyTrash(deps: DriveDeps, caller: Caller, call: CallContext): Promise<TaskId> {
  return asTaskId(
    unwrap(
      await driveOf(deps, caller.userId).emptyTrash(callerData(caller), idempotencyKeyFor(call, 'emptyTrash', {})),
    ),
  );
}
