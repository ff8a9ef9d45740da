/**
 * Tasks of files that came in one request. They ended when they began, so that they have no rows: the event of the upload holds
 * what a client may ask for.
 */
import { DAY_MS } from '#shared/units.ts';
import type { DriveTx } from '../core/tx.ts';
import { noteEvent } from '../tree/history/history.store.ts';
import { readTimePlace } from '../tree/listing-query.ts';
import type { NodeRow } from '../tree/node-columns.ts';
import type { TaskQuery, TaskRow } from './task.store.ts';

/** Tasks are listed for 30 days. */
export const TASK_TTL_MS = 30 * DAY_MS;

/** The task as the event holds it. */
interface LandedTask {
  readonly atMs: number;
  readonly name: string;
  readonly sizeBytes: number;
  readonly params: string;
}

interface HeldTask extends Record<string, SqlStorageValue> {
  id: string;
  node_id: string;
  task: string;
}

function toRow(id: string, fileId: string, { atMs, name, sizeBytes, params }: LandedTask): TaskRow {
  return {
    id,
    type: 'upload',
    phase: 'PHASE_TYPE_COMPLETE',
    progress: 100,
    name,
    message: 'Completed',
    file_id: fileId,
    file_name: name,
    file_size: sizeBytes,
    params,
    request_key: null,
    job: null,
    created_ms: atMs,
    updated_ms: atMs,
  };
}

function fromEvent({ id, node_id, task }: HeldTask): TaskRow {
  return toRow(id, node_id, JSON.parse(task) as LandedTask);
}

/** The file is whole: notes it with its task. @returns the task */
export function noteLanded(tx: DriveTx, id: string, file: NodeRow, params: Readonly<Record<string, string>>): TaskRow {
  const task = { atMs: tx.nowMs, name: file.name, sizeBytes: file.size_bytes, params: JSON.stringify(params) };
  noteEvent(tx, 'TYPE_UPLOAD', file.id, {}, { id, json: JSON.stringify(task) });
  return toRow(id, file.id, task);
}

/** The task as it was, for an upload whose event is not kept any more. */
export function landedTaskOf(id: string, file: NodeRow): TaskRow {
  return toRow(id, file.id, { atMs: file.created_ms, name: file.name, sizeBytes: file.size_bytes, params: '{}' });
}

/** Reads all events: some 1,000 at most. */
export function landedTask(sql: SqlStorage, id: string): TaskRow | null {
  const text = 'SELECT id, node_id, task FROM events WHERE task IS NOT NULL AND id = ?';
  const [row] = sql.exec<HeldTask>(text, id).toArray();
  return row ? fromEvent(row) : null;
}

/** Newest first. @throws AppError invalid_argument for a bad page token */
export function listLanded(sql: SqlStorage, query: TaskQuery, nowMs: number): TaskRow[] {
  const isType = query.type === '' || query.type.split(',').includes('upload');
  const isPhase = query.phases.length === 0 || query.phases.includes('PHASE_TYPE_COMPLETE');
  if (!isType || !isPhase) return [];
  const after = readTimePlace(query.pageToken);
  return sql
    .exec<HeldTask>(
      `SELECT id, node_id, task FROM (SELECT id, node_id, task, json_extract(task, '$.atMs') AS at_ms FROM events WHERE task IS NOT NULL)
       WHERE (at_ms, id) < (?1, ?2) AND at_ms > ?3 AND (?4 = '[]' OR id IN (SELECT value FROM json_each(?4)))
       ORDER BY at_ms DESC, id DESC LIMIT ?5`,
      after?.timeMs ?? Number.MAX_SAFE_INTEGER,
      after?.id ?? '',
      nowMs - TASK_TTL_MS,
      JSON.stringify(query.ids),
      query.rows + 1,
    )
    .toArray()
    .map(fromEvent);
}

/** SQL for the ids of all of them, and of the files that some of them brought. */
export const LANDED_IDS = 'SELECT id FROM events WHERE task IS NOT NULL';
export const LANDED_FILES = (ids: string) =>
  `SELECT node_id AS id FROM events WHERE task IS NOT NULL AND id IN (${ids})`;

/** Removes them from the list; the events stay. @returns whether there were any */
export function forgetLanded(sql: SqlStorage, ids: readonly string[]): boolean {
  const text = 'UPDATE events SET task = NULL WHERE task IS NOT NULL AND id IN (SELECT value FROM json_each(?))';
  return sql.exec(text, JSON.stringify(ids)).rowsWritten > 0;
}
