/** Tasks as clients see them: rows of tasks, and those of files that came in one request. */
import { readTimePlace, timeToken } from '../tree/listing-query.ts';
import { landedTask, listLanded } from './landed-task.store.ts';
import { requireTask, type TaskQuery, type TaskRow, taskById } from './task.store.ts';

export interface TaskPage {
  readonly rows: TaskRow[];
  readonly nextPageToken: string;
}

/** Newest first. */
function byTime(a: TaskRow, b: TaskRow): number {
  return b.created_ms - a.created_ms || (a.id < b.id ? 1 : -1);
}

/** @throws AppError not_found */
export function requireShownTask(sql: SqlStorage, id: string): TaskRow {
  return taskById(sql, id) ?? landedTask(sql, id) ?? requireTask(sql, id);
}

/** Tasks, newest first. @throws AppError invalid_argument for a bad page token */
export function listTasks(sql: SqlStorage, query: TaskQuery, nowMs: number): TaskPage {
  const after = readTimePlace(query.pageToken);
  const stored = sql
    .exec<TaskRow>(
      `SELECT * FROM tasks WHERE (created_ms, id) < (?1, ?2) AND (?3 = '' OR type IN (SELECT value FROM json_each(?3)))
         AND (?4 = '[]' OR phase IN (SELECT value FROM json_each(?4))) AND (?5 = '[]' OR id IN (SELECT value FROM json_each(?5)))
       ORDER BY created_ms DESC, id DESC LIMIT ?6`,
      after?.timeMs ?? Number.MAX_SAFE_INTEGER,
      after?.id ?? '',
      query.type === '' ? '' : JSON.stringify(query.type.split(',')),
      JSON.stringify(query.phases),
      JSON.stringify(query.ids),
      query.rows + 1,
    )
    .toArray();
  const rows = [...stored, ...listLanded(sql, query, nowMs)].sort(byTime).slice(0, query.rows + 1);
  if (rows.length <= query.rows) return { rows, nextPageToken: '' };
  rows.pop();
  const last = rows.at(-1);
  return { rows, nextPageToken: last ? timeToken({ timeMs: last.created_ms, id: last.id }) : '' };
}
