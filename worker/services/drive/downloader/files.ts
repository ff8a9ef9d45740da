/** The files of a task, and the choice among those of a torrent. */
import type { TaskObject } from '#shared/drive/model.ts';
import { unwrap } from '#shared/errors.ts';
import type { TaskId } from '#shared/ids.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { freeStorageBytes } from '../entitlement/free-plan.ts';
import { task } from '../jobs/tasks.ts';
import { toTaskObject } from '../jobs/wire.ts';
import type { downloaderPart } from './part.ts';
import type { ListedFile } from './rpc-types.ts';

const MAX_ROWS = 1_000;

function statusOf({ phase, progress }: TaskObject, file: ListedFile) {
  return {
    kind: 'drive#taskStatus' as const,
    id: String(file.index),
    file_id: file.fileId,
    file_name: file.name,
    file_size: String(file.sizeBytes),
    phase: file.isStored ? ('PHASE_TYPE_COMPLETE' as const) : file.isChosen ? phase : ('PHASE_TYPE_PENDING' as const),
    progress: file.isStored ? 100 : file.isChosen && phase === 'PHASE_TYPE_RUNNING' ? progress : 0,
    message: file.isChosen ? '' : 'Not chosen',
    chosen: file.isChosen,
  };
}

/** @throws AppError not_found */
export async function taskStatuses(
  deps: DriveDeps,
  caller: Caller,
  { id, rows, pageToken }: { readonly id: TaskId; readonly rows: number; readonly pageToken: string },
) {
  const limit = Math.min(rows || MAX_ROWS, MAX_ROWS);
  const after = /^\d{1,9}$/.test(pageToken) ? Number(pageToken) : 0;
  const whole = await task(deps, caller, id);
  const files = unwrap(
    await driveOf<typeof downloaderPart>(deps, caller.userId).downloadFiles(callerData(caller), id, after, limit + 1),
  );
  if (files.length > 0) {
    const page = files.slice(0, limit);
    const last = files.length > limit ? page.at(-1) : undefined;
    return { statuses: page.map((file) => statusOf(whole, file)), next_page_token: last ? String(last.index) : '' };
  }
  const { file_id, file_name, file_size, phase, progress, message } = whole;
  const status = { kind: 'drive#taskStatus' as const, id, file_id, file_name, file_size, phase, progress, message };
  return { statuses: file_name === '' || after > 0 ? [] : [status], next_page_token: '' };
}

/** @throws AppError as the contract row `drive.chooseFiles` says */
export async function chooseFiles(
  deps: DriveDeps,
  caller: Caller,
  { id, files }: { readonly id: TaskId; readonly files: readonly number[] },
): Promise<TaskObject> {
  const storageLimitBytes = await freeStorageBytes(deps);
  const drive = driveOf<typeof downloaderPart>(deps, caller.userId);
  return toTaskObject(
    unwrap(await drive.downloadChoose(callerData(caller), id, files, storageLimitBytes)),
    caller.userId,
  );
}
