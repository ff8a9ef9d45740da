/**
 * Tasks of files that came in one request. They ended when they began, so that they have no rows: the act of the upload holds
 * what a client may ask for.
 */
import { DAY_MS } from '#shared/units.ts';
import { actId, readActId } from '../acts/act-id.ts';
import { ACT_COLUMNS, type ActRow, appendAct } from '../acts/log.store.ts';
import { ACT, SHOWN } from '../core/act.ts';
import type { DriveTx } from '../core/tx.ts';
import { readTimePlace } from '../tree/listing-query.ts';
import type { NodeRow } from '../tree/node-columns.ts';
import type { TaskQuery, TaskRow } from './task.store.ts';

/** Tasks are listed for 30 days. */
export const TASK_TTL_MS = 30 * DAY_MS;
/** Acts that were made of events of an earlier version are among the first: these have an id of their own. */
const FORMER_ACTS = 2_000;

/** The task as the act holds it. */
interface LandedTask {
  readonly name: string;
  readonly size: number;
  readonly params: Readonly<Record<string, string>>;
}

/** Details of an act of several files: the task of each in their order, null for one that was removed from the list. */
interface LandedTasks {
  readonly files: readonly (LandedTask | null)[];
}

/** A file of an act, at its place among those of the act. */
interface FileRow extends ActRow {
  node: string;
  at: number;
}

// A table of JSON has columns of the same names.
const FILE_COLUMNS = `${ACT_COLUMNS.split(', ')
  .map((column) => `acts.${column}`)
  .join(', ')}, file.value AS node, file.key AS at`;
/** Files of acts whose task is listed and that are there; `acts` come before it. */
const WITH_TASK = `json_each(CASE WHEN ids LIKE '[%' THEN ids ELSE json_array(ids) END) AS file
  WHERE shown & ${SHOWN.tasks} AND (ids NOT LIKE '[%' OR detail ->> ('$.files[' || file.key || ']') IS NOT NULL)
    AND EXISTS (SELECT 1 FROM nodes WHERE nodes.id = file.value)`;

function toRow(id: string, fileId: string, atMs: number, { name, size, params }: LandedTask): TaskRow {
  return {
    id,
    type: 'upload',
    phase: 'PHASE_TYPE_COMPLETE',
    progress: 100,
    name,
    message: 'Completed',
    file_id: fileId,
    file_name: name,
    file_size: size,
    params: JSON.stringify(params),
    request_key: null,
    job: null,
    created_ms: atMs,
    updated_ms: atMs,
  };
}

function idOf({ id, n, run, at }: FileRow): string {
  return id ?? actId({ n, run, at });
}

function fromAct(row: FileRow): TaskRow {
  const detail = JSON.parse(row.detail ?? '{}') as LandedTask | LandedTasks;
  const task = 'files' in detail ? detail.files[row.at] : detail;
  return toRow(idOf(row), row.node, row.at_ms, task ?? { name: '', size: 0, params: {} });
}

/** A file that is whole. */
export interface LandedFile {
  readonly file: NodeRow;
  readonly params: Readonly<Record<string, string>>;
}

/** Files that came together: one act with the task of each. @returns the tasks, in their order */
export function noteLanded(tx: DriveTx, landed: readonly LandedFile[]): TaskRow[] {
  const tasks = landed.map(({ file, params }): LandedTask => ({ name: file.name, size: file.size_bytes, params }));
  const act = appendAct(tx, {
    kind: ACT.upload,
    ids: landed.map(({ file }) => file.id),
    to: landed.map(({ file }) => file.parent_id),
    detail: tasks.length === 1 ? (tasks[0] ?? {}) : { files: tasks },
    shown: SHOWN.recent | SHOWN.tasks,
  });
  return landed.flatMap(({ file }, at) => {
    const task = tasks[at];
    return act && task ? [toRow(actId({ ...act, at }), file.id, tx.nowMs, task)] : [];
  });
}

/** The task as it was, for an upload whose act is not kept any more. */
export function landedTaskOf(id: string, file: NodeRow): TaskRow {
  return toRow(id, file.id, file.created_ms, { name: file.name, size: file.size_bytes, params: {} });
}

function filesWith(sql: SqlStorage, ids: readonly string[]): FileRow[] {
  const known = ids.map((id) => ({ id, place: readActId(id) }));
  const places = known.flatMap(({ place }) => (place ? [[place.n, place.run, place.at]] : []));
  const former = known.flatMap(({ id, place }) => (place ? [] : [id]));
  const found =
    places.length === 0
      ? []
      : sql
          .exec<FileRow>(
            `SELECT ${FILE_COLUMNS} FROM (SELECT value ->> 0 AS asked_n, value ->> 1 AS asked_run, value ->> 2 AS asked_at FROM json_each(?))
             CROSS JOIN acts ON n = asked_n AND run = asked_run CROSS JOIN ${WITH_TASK} AND file.key = asked_at`,
            JSON.stringify(places),
          )
          .toArray();
  if (former.length === 0) return found;
  const text = `SELECT ${FILE_COLUMNS} FROM acts CROSS JOIN ${WITH_TASK} AND n <= ${FORMER_ACTS} AND acts.id IN (SELECT value FROM json_each(?))`;
  return [...found, ...sql.exec<FileRow>(text, JSON.stringify(former))];
}

export function landedTask(sql: SqlStorage, id: string): TaskRow | null {
  const [row] = filesWith(sql, [id]);
  return row ? fromAct(row) : null;
}

/** Newest first. @throws AppError invalid_argument for a bad page token */
export function listLanded(sql: SqlStorage, query: TaskQuery, nowMs: number): TaskRow[] {
  const isType = query.type === '' || query.type.split(',').includes('upload');
  const isPhase = query.phases.length === 0 || query.phases.includes('PHASE_TYPE_COMPLETE');
  if (!isType || !isPhase) return [];
  const after = readTimePlace(query.pageToken);
  const act = readActId(after?.id ?? '');
  // Ids of tasks with a row of their own are higher or lower than those of all acts.
  const above = after && after.id > actId({ n: 0, run: 0, at: 0 }) ? Number.MAX_SAFE_INTEGER : 0;
  const place = { atMs: after?.timeMs ?? Number.MAX_SAFE_INTEGER, n: act?.n ?? above, at: act?.at ?? 0 };
  const sinceMs = nowMs - TASK_TTL_MS;
  if (query.ids.length > 0) {
    const isAfter = ({ at_ms: atMs, n, at }: FileRow): boolean =>
      atMs < place.atMs || (atMs === place.atMs && (n < place.n || (n === place.n && at < place.at)));
    return filesWith(sql, query.ids)
      .filter((row) => row.at_ms > sinceMs && isAfter(row))
      .map(fromAct);
  }
  return sql
    .exec<FileRow>(
      `SELECT ${FILE_COLUMNS} FROM acts CROSS JOIN ${WITH_TASK} AND at_ms > ?1 AND (at_ms < ?2 OR (at_ms = ?2 AND (n, file.key) < (?3, ?4)))
       ORDER BY n DESC, file.key DESC LIMIT ?5`,
      sinceMs,
      place.atMs,
      place.n,
      place.at,
      query.rows + 1,
    )
    .toArray()
    .map(fromAct);
}

/** Ids of all of them. @param most  as many at most */
export function landedIds(sql: SqlStorage, most: number): string[] {
  const text = `SELECT ${FILE_COLUMNS} FROM acts CROSS JOIN ${WITH_TASK} LIMIT ?`;
  return sql.exec<FileRow>(text, most).toArray().map(idOf);
}

/** Files that these tasks brought. */
export function landedFiles(sql: SqlStorage, ids: readonly string[]): string[] {
  return filesWith(sql, ids).map(({ node }) => node);
}

/** Removes them from the list; the acts stay. @returns whether there were any */
export function forgetLanded(sql: SqlStorage, ids: readonly string[]): boolean {
  const rows = filesWith(sql, ids);
  const alone = rows.filter((row) => !row.ids.startsWith('[')).map(({ n }) => n);
  if (alone.length > 0)
    sql.exec(
      `UPDATE acts SET shown = shown & ~${SHOWN.tasks} WHERE n IN (SELECT value FROM json_each(?))`,
      JSON.stringify(alone),
    );
  for (const [n, some] of Map.groupBy(
    rows.filter((row) => row.ids.startsWith('[')),
    (row) => row.n,
  )) {
    const gone = new Set(some.map(({ at }) => at));
    const { files, ...rest } = JSON.parse(some[0]?.detail ?? '{"files":[]}') as LandedTasks;
    const left = files.map((task, at) => (gone.has(at) ? null : task));
    sql.exec('UPDATE acts SET detail = ? WHERE n = ?', JSON.stringify({ ...rest, files: left }), n);
  }
  return rows.length > 0;
}
