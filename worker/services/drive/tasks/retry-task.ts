/** Tries tasks again that failed: fetches and jobs of archives. */
import type { TaskObject } from '#shared/drive/model.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import type { TaskId } from '#shared/ids.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { retryArchive } from '../archive/retry.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { freeFetchLimits, freeStorageBytes } from '../entitlement/free-plan.ts';
import type { fetchPart } from '../fetch/part.ts';
import { task } from '../jobs/tasks.ts';
import { toTaskObject } from '../jobs/wire.ts';

/** A fetch counts as a new one. @throws AppError as the contract row `drive.retryTask` says */
export async function retryTask(
  deps: DriveDeps,
  caller: Caller,
  { id, createType }: { id: TaskId; createType: string },
): Promise<TaskObject> {
  if (createType !== 'RETRY') throw new AppError('invalid_argument', { field: 'create_type' });
  const drive = driveOf<typeof fetchPart>(deps, caller.userId);
  const known = await task(deps, caller, id);
  if (known.type === 'decompress' || known.type === 'pack_files')
    return toTaskObject(await retryArchive(deps, caller, id), caller.userId);
  const [storageLimitBytes, limits] = await Promise.all([freeStorageBytes(deps), freeFetchLimits(deps)]);
  const row = unwrap(await drive.fetchRetry(callerData(caller), id, storageLimitBytes, limits));
  return toTaskObject(row, caller.userId);
}
