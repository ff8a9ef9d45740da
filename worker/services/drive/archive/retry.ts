/** Tries a task of an archive again: an extraction goes on where it ended, a folder is packed as it is now. */
import { AppError, unwrap } from '#shared/errors.ts';
import { DEFAULT_TIME_ZONE } from '#shared/locale/time-zone.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { freeBounds } from '../entitlement/free-plan.ts';
import type { TaskRow } from '../jobs/task.store.ts';
import type { archivePart } from './part.ts';
import { packOrderOf } from './start.ts';

/** @throws AppError failed_precondition for a task that cannot be tried again; else as the contract row `drive.retryTask` says */
export async function retryArchive(deps: DriveDeps, caller: Caller, taskId: string): Promise<TaskRow> {
  const drive = driveOf<typeof archivePart>(deps, caller.userId);
  const order = unwrap(await drive.archiveEnded(callerData(caller), taskId));
  if (!order) throw new AppError('failed_precondition', { reason: 'task_type' });
  const again =
    order.do === 'pack'
      ? await packOrderOf(deps, caller, { folderId: order.ids[0] ?? '', timeZone: order.timeZone ?? DEFAULT_TIME_ZONE })
      : { ...order, ...(await freeBounds(deps)) };
  return unwrap(await drive.archiveRetry(callerData(caller), taskId, again));
}
