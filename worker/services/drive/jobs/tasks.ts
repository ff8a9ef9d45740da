/** One task, and pages of tasks, newest first. */
import type { TaskObject } from '#shared/drive/model.ts';
import { unwrap } from '#shared/errors.ts';
import type { TaskId } from '#shared/ids.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { pageRows } from '../tree/listing-query.ts';
import type { jobsPart } from './part.ts';
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

/** @throws AppError invalid_argument for a bad page token */
export async function tasks(
  deps: DriveDeps,
  caller: Caller,
  query: { type: string; limit: number; pageToken: string; phases: readonly string[]; ids: readonly string[] },
): Promise<{ tasks: TaskObject[]; next_page_token: string; expires_in: number }> {
  const { type, pageToken, phases, ids } = query;
  const rows = pageRows(query.limit, deps.limits.pageRows);
  const page = unwrap(
    await driveOf<typeof jobsPart>(deps, caller.userId).tasks(callerData(caller), {
      type,
      rows,
      pageToken,
      phases,
      ids,
    }),
  );
  return {
    tasks: page.rows.map((row) => toTaskObject(row, caller.userId)),
    next_page_token: page.nextPageToken,
    expires_in: TASKS_FRESH_SECONDS,
  };
}
