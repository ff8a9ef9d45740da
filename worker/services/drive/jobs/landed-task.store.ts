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

/** An act with a task whose file is there. */
const HAS_TASK = `shown & ${SHOWN.tasks} AND EXISTS (SELECT 1 FROM nodes WHERE nodes.id = acts.ids)`;

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

function idOf({ id, n, run }: ActRow): string {
  return id ?? actId({ n, run, at: 0 });
}

function fromAct(row: ActRow): TaskRow {
  return toRow(idOf(row), row.ids, row.at_ms, JSON.parse(row.detail ?? '{}') as LandedTask);
}

/** The file is whole: an act with its task. @returns the task */
export function noteLanded(tx: DriveTx, file: NodeRow, params: Readonly<Record<string, string>>): TaskRow {
  const detail: LandedTask = { name: file.name, size: file.size_bytes, params };
  const act = appendAct(tx, {
    kind: ACT.upload,
    ids: [file.id],
    to: file.parent_id,
    detail,
    shown: SHOWN.recent | SHOWN.tasks,
  });
  return toRow(act ? actId({ ...act, at: 0 }) : '', file.id, tx.nowMs, detail);
}

/** The task as it was, for an upload whose act is not kept any more. */
export function landedTaskOf(id: string, file: NodeRow): TaskRow {
  return toRow(id, file.id, file.created_ms, { name: file.name, size: file.size_bytes, params: {} });
}

function actsWith(sql: SqlStorage, ids: readonly string[]): ActRow[] {
  const known = ids.map((id) => ({ id, place: readActId(id) }));
  const numbers = known.flatMap(({ place }) => (place ? [[place.n, place.run]] : []));
  const former = known.flatMap(({ id, place }) => (place ? [] : [id]));
  const found =
    numbers.length === 0
      ? []
      : sql
          .exec<ActRow>(
            `SELECT ${ACT_COLUMNS} FROM (SELECT value ->> 0 AS asked_n, value ->> 1 AS asked_run FROM json_each(?))
             CROSS JOIN acts ON n = asked_n AND run = asked_run WHERE ${HAS_TASK}`,
            JSON.stringify(numbers),
          )
          .toArray();
  if (former.length === 0) return found;
  const text = `SELECT ${ACT_COLUMNS} FROM acts WHERE n <= ${FORMER_ACTS} AND id IN (SELECT value FROM json_each(?)) AND ${HAS_TASK}`;
  return [...found, ...sql.exec<ActRow>(text, JSON.stringify(former))];
}

export function landedTask(sql: SqlStorage, id: string): TaskRow | null {
  const [row] = actsWith(sql, [id]);
  return row ? fromAct(row) : null;
}

/** Newest first. @throws AppError invalid_argument for a bad page token */
export function listLanded(sql: SqlStorage, query: TaskQuery, nowMs: number): TaskRow[] {
  const isType = query.type === '' || query.type.split(',').includes('upload');
  const isPhase = query.phases.length === 0 || query.phases.includes('PHASE_TYPE_COMPLETE');
  if (!isType || !isPhase) return [];
  const after = readTimePlace(query.pageToken);
  // Ids of tasks with a row of their own are higher or lower than those of all acts.
  const above = after && after.id > actId({ n: 0, run: 0, at: 0 }) ? Number.MAX_SAFE_INTEGER : 0;
  const place = { atMs: after?.timeMs ?? Number.MAX_SAFE_INTEGER, n: readActId(after?.id ?? '')?.n ?? above };
  const sinceMs = nowMs - TASK_TTL_MS;
  if (query.ids.length > 0)
    return actsWith(sql, query.ids)
      .filter(({ at_ms, n }) => at_ms > sinceMs && (at_ms < place.atMs || (at_ms === place.atMs && n < place.n)))
      .map(fromAct);
  return sql
    .exec<ActRow>(
      `SELECT ${ACT_COLUMNS} FROM acts WHERE at_ms > ?1 AND (at_ms < ?2 OR (at_ms = ?2 AND n < ?3)) AND ${HAS_TASK} ORDER BY n DESC LIMIT ?4`,
      sinceMs,
      place.atMs,
      place.n,
      query.rows + 1,
    )
    .toArray()
    .map(fromAct);
}

/** Ids of all of them. @param most  as many at most */
export function landedIds(sql: SqlStorage, most: number): string[] {
  const text = `SELECT ${ACT_COLUMNS} FROM acts WHERE ${HAS_TASK} LIMIT ?`;
  return sql.exec<ActRow>(text, most).toArray().map(idOf);
}

/** Files that these tasks brought. */
export function landedFiles(sql: SqlStorage, ids: readonly string[]): string[] {
  return actsWith(sql, ids).map((row) => row.ids);
}

/** Removes them from the list; the acts stay. @returns whether there were any */
export function forgetLanded(sql: SqlStorage, ids: readonly string[]): boolean {
  const numbers = actsWith(sql, ids).map(({ n }) => n);
  const text = `UPDATE acts SET shown = shown & ~${SHOWN.tasks} WHERE n IN (SELECT value FROM json_each(?))`;
  return numbers.length > 0 && sql.exec(text, JSON.stringify(numbers)).rowsWritten > 0;
}
