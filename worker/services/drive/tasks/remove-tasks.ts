/** Removing tasks from the list, with or without their files. */
import { unwrap } from '#shared/errors.ts';
import { asNodeId } from '#shared/ids.ts';
import { logError } from '#worker/platform/log.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type CallContext, type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { downloadId } from '../downloader/find-torrent.ts';
import { trash } from '../jobs/start.ts';
import { driveName } from '../keys.ts';
import type { tasksPart } from './part.ts';
import type { ClearQuery } from './remove-tasks.store.ts';

/** Downloads that one removal of tasks ends at once. */
const FORGOTTEN_TASKS = 50;

/**
 * Files go to the trash first: a call that breaks off in between leaves tasks, and its repeat ends the work.
 * @throws AppError failed_precondition when one of the tasks still works on the tree
 */
export async function deleteTasks(
  deps: DriveDeps,
  caller: Caller,
  input: { readonly ids: readonly string[]; readonly withFiles: boolean },
  call: CallContext,
): Promise<void> {
  const drive = driveOf<typeof tasksPart>(deps, caller.userId);
  const person = callerData(caller);
  if (input.withFiles) {
    const files = unwrap(await drive.filesOfTasks(person, input.ids));
    if (files.length > 0) await trash(deps, caller, files.map(asNodeId), { ...call, idempotencyKey: null });
  }
  unwrap(await drive.removeTasks(person, input.ids));
  await forgetDownloads(deps, caller.userId, input.ids);
}

/** The downloader itself removes the others an hour later. */
async function forgetDownloads({ downloader }: DriveDeps, userId: string, taskIds: readonly string[]): Promise<void> {
  if (downloader.schemes.length === 0) return;
  for (const taskId of taskIds.slice(0, FORGOTTEN_TASKS))
    await downloader
      .remove(await downloadId(driveName(userId), taskId))
      .catch((error: unknown) => logError('drive.forget-download', error));
}

/** Removes ended tasks. @throws AppError invalid_argument for a phase in which tasks still run */
export async function clearTasks(
  deps: DriveDeps,
  caller: Caller,
  { withFiles, ...query }: ClearQuery & { readonly withFiles: boolean },
  call: CallContext,
): Promise<void> {
  const ids = unwrap(await driveOf<typeof tasksPart>(deps, caller.userId).endedTasks(callerData(caller), query));
  if (ids.length > 0) await deleteTasks(deps, caller, { ids, withFiles }, call);
}
