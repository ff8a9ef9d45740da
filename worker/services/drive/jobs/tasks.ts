/** One task, and pages of tasks, newest first. */
import type { TaskObject } from '#shared/drive/model.ts';
import { unwrap } from '#shared/errors.ts';
import type { TaskId } from '#shared/ids.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { pageRows } from '../tree/listing-query.ts';
import type { jobsPart } from './part.ts';
import type { TaskGroup } from './task-groups.store.ts';
import { toTaskObject } from './wire.ts';

/** Seconds after which a client asks again. */
const TASKS_FRESH_SECONDS = 10;

/** @throws AppError not_found */
export async function task(deps: DriveDeps, caller: Caller, id: TaskId): Promise<TaskObject> {
  return toTaskObject(
    unwrap(await driveOf<typeof jobsPart>(deps, caller.userId).task(callerData(caller), id)),
    caller.userId,
  );
}

interface TasksAsk {
  readonly type: string;
  readonly limit: number;
  readonly pageToken: string;
  readonly phases: readonly string[];
  readonly ids: readonly string[];
  /** Uploads into one folder are one task, with facts of the group in its parameters. */
  readonly isGrouped?: boolean;
}

function groupTexts(group: TaskGroup | null): Record<string, string> {
  if (!group) return {};
  const { files, names, folderId, folderName } = group;
  return { files: String(files), names: JSON.stringify(names), folder_id: folderId, folder_name: folderName };
}

/** @throws AppError invalid_argument for a bad page token */
export async function tasks(
  deps: DriveDeps,
  caller: Caller,
  { isGrouped = false, limit, ...asked }: TasksAsk,
): Promise<{ tasks: TaskObject[]; next_page_token: string; expires_in: number }> {
  const drive = driveOf<typeof jobsPart>(deps, caller.userId);
  const query = { ...asked, rows: pageRows(limit, deps.limits.pageRows) };
  const answer = { expires_in: TASKS_FRESH_SECONDS };
  if (!isGrouped) {
    const page = unwrap(await drive.tasks(callerData(caller), query));
    const found = page.rows.map((row) => toTaskObject(row, caller.userId));
    return { ...answer, tasks: found, next_page_token: page.nextPageToken };
  }
  const page = unwrap(await drive.groupedTasks(callerData(caller), query));
  const found = page.lines.map(({ row, group }) => {
    const task = toTaskObject(row, caller.userId);
    return { ...task, params: { ...task.params, ...groupTexts(group) } };
  });
  return { ...answer, tasks: found, next_page_token: page.nextPageToken };
}
