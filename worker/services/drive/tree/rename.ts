/** Renames a file or folder. */
import type { FileObject } from '#shared/drive/model.ts';
import { unwrap } from '#shared/errors.ts';
import type { NodeId } from '#shared/ids.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { idempotencyKeyFor } from '../core/idempotency.ts';
import { type CallContext, type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { toFileObject } from './wire.ts';

/** @throws AppError as the contract row says */
export async function rename(
  deps: DriveDeps,
  caller: Caller,
  id: NodeId,
  name: string,
  call: CallContext,
): Promise<FileObject> {
  const repeat = idempotencyKeyFor(call, 'rename', { id, name });
  const row = unwrap(await driveOf(deps, caller.userId).rename(callerData(caller), id, name, repeat));
  return toFileObject(row, { userId: caller.userId });
}
