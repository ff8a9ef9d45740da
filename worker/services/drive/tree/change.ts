/** Creates and renames files and folders. */
import type { ConflictChoice } from '#shared/drive/conflict.ts';
import type { FileObject } from '#shared/drive/model.ts';
import type { CreateAnswer } from '#shared/drive/upload.contract.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import type { NodeId } from '#shared/ids.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { idempotencyKeyFor } from '../core/idempotency.ts';
import { type CallContext, type Caller, type DriveDeps, driveOf } from '../deps.ts';
import type { treePart } from './part.ts';
import { toFileObject } from './wire.ts';

/** @throws AppError file_not_found, file_in_recycle_bin, file_name_empty, file_name_invalid, invalid_argument */
export async function createFolder(
  deps: DriveDeps,
  caller: Caller,
  input: { parentId: NodeId; name: string },
  call: CallContext,
  conflict: ConflictChoice = 'keep_both',
): Promise<CreateAnswer> {
  if (conflict === 'replace') throw new AppError('invalid_argument', { reason: 'folder_conflict', field: 'conflict' });
  if (conflict === 'skip') {
    const key = idempotencyKeyFor(call, 'findOrMake', input);
    const made = await driveOf<typeof treePart>(deps, caller.userId).findOrMakeFolder(callerData(caller), input, key);
    const { row, found } = unwrap(made);
    const file = toFileObject(row, { userId: caller.userId });
    return { upload_type: 'UPLOAD_TYPE_UNKNOWN', file, task: null, ...(found ? { skipped: true } : {}) };
  }
  const key = idempotencyKeyFor(call, 'create', { kind: 'drive#folder', ...input });
  const row = unwrap(await driveOf<typeof treePart>(deps, caller.userId).createFolder(callerData(caller), input, key));
  return { upload_type: 'UPLOAD_TYPE_UNKNOWN', file: toFileObject(row, { userId: caller.userId }), task: null };
}

/** @throws AppError as the contract of drive.rename lists */
export async function rename(
  deps: DriveDeps,
  caller: Caller,
  id: NodeId,
  name: string,
  call: CallContext,
): Promise<FileObject> {
  const key = idempotencyKeyFor(call, 'rename', { id, name });
  const row = unwrap(await driveOf<typeof treePart>(deps, caller.userId).rename(callerData(caller), id, name, key));
  return toFileObject(row, { userId: caller.userId });
}
