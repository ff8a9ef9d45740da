/**
 * Rows of fetches by link and of what a person fetched on a day. Plain SQL; no decisions. A row belongs to a task of the type
 * `offline`: triggers end it with its task and delete it with its task.
 */
import type { DriveTx } from '../core/tx.ts';

export interface FetchRow extends Record<string, SqlStorageValue> {
  task_id: string;
  /** `http`, or how the downloader fetches it (downloader/store.ts). */
  kind: string;
  state: string;
  url: string;
  parent_id: string;
  /** Name that the person chose; '' for that of the server. */
  name: string;
  storage_limit_bytes: number;
  validator: string;
  has_ranges: number;
  /** '' before the head of the answer is known. */
  upload_id: string;
  /** Bytes in stored parts. */
  done_bytes: number;
  /** Most bytes that were in stored parts at a time. */
  best_bytes: number;
  /** Bytes of all parts that were stored, dropped ones too. */
  moved_bytes: number;
  /** Failed runs since `best_bytes` rose. */
  tries: number;
  /** Number of the newest run; calls of an older one are refused. */
  run: number;
  /** When a waiting fetch may begin, or the lease of a running one ends. */
  due_ms: number;
  created_ms: number;
}

export const FETCH_TABLES = `
  -- Fetches by link; each belongs to a task.
  CREATE TABLE fetches (
    task_id TEXT PRIMARY KEY,
    state TEXT NOT NULL,               -- waiting | running | sealed | ended
    url TEXT NOT NULL,
    parent_id TEXT NOT NULL,
    name TEXT NOT NULL,
    storage_limit_bytes INTEGER NOT NULL,
    validator TEXT NOT NULL DEFAULT '',
    has_ranges INTEGER NOT NULL DEFAULT 0,
    upload_id TEXT NOT NULL DEFAULT '',
    done_bytes INTEGER NOT NULL DEFAULT 0,
    tries INTEGER NOT NULL DEFAULT 0,
    run INTEGER NOT NULL DEFAULT 0,
    due_ms INTEGER NOT NULL,
    created_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX fetches_open ON fetches (state, created_ms) WHERE state <> 'ended';
  CREATE INDEX fetches_by_upload ON fetches (upload_id) WHERE upload_id <> '';
  CREATE TRIGGER fetches_ended AFTER UPDATE OF phase ON tasks WHEN NEW.type = 'offline' AND NEW.phase IN ('PHASE_TYPE_COMPLETE', 'PHASE_TYPE_ERROR')
    BEGIN UPDATE fetches SET state = 'ended' WHERE task_id = NEW.id; END;
  CREATE TRIGGER fetches_removed AFTER DELETE ON tasks WHEN OLD.type = 'offline'
    BEGIN DELETE FROM fetches WHERE task_id = OLD.id; END;
  -- Fetches created and addresses looked at on a day (UTC); the newest day only.
  CREATE TABLE fetch_days (day TEXT PRIMARY KEY, created INTEGER NOT NULL, looked INTEGER NOT NULL) WITHOUT ROWID;
`;

export const FETCH_PROGRESS_COLUMNS = `
  ALTER TABLE fetches ADD COLUMN best_bytes INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE fetches ADD COLUMN moved_bytes INTEGER NOT NULL DEFAULT 0;
`;

export function insertFetch(
  sql: SqlStorage,
  row: Pick<FetchRow, 'task_id' | 'kind' | 'url' | 'parent_id' | 'name' | 'storage_limit_bytes'> & {
    readonly wanted: string;
    readonly nowMs: number;
  },
): void {
  sql.exec(
    `INSERT INTO fetches (task_id, state, kind, wanted, stage, url, parent_id, name, storage_limit_bytes, due_ms, created_ms)
     VALUES (?1, 'waiting', ?2, ?3, CASE ?2 WHEN 'http' THEN '' WHEN 'ftp' THEN 'downloading' ELSE 'metadata' END, ?4, ?5, ?6, ?7, ?8, ?8)`,
    row.task_id,
    row.kind,
    row.wanted,
    row.url,
    row.parent_id,
    row.name,
    row.storage_limit_bytes,
    row.nowMs,
  );
}

export function fetchById(sql: SqlStorage, taskId: string): FetchRow | null {
  return sql.exec<FetchRow>('SELECT * FROM fetches WHERE task_id = ?', taskId).toArray()[0] ?? null;
}

export type FetchChange = Partial<
  Pick<
    FetchRow,
    | 'state'
    | 'validator'
    | 'has_ranges'
    | 'upload_id'
    | 'done_bytes'
    | 'best_bytes'
    | 'moved_bytes'
    | 'tries'
    | 'due_ms'
    | 'run'
  >
>;

export function updateFetch(sql: SqlStorage, taskId: string, change: FetchChange): void {
  const columns = Object.keys(change);
  if (columns.length === 0) return;
  const set = columns.map((column) => `${column} = ?`).join(', ');
  sql.exec(`UPDATE fetches SET ${set} WHERE task_id = ?`, ...Object.values(change), taskId);
}

/** Of a fetch that the downloader carries out: its next run finds the files once more; those that are stored stay. */
export function restartDownload({ sql, nowMs }: Pick<DriveTx, 'sql' | 'nowMs'>, taskId: string): void {
  sql.exec(
    `UPDATE fetches SET stage = CASE kind WHEN 'ftp' THEN 'downloading' ELSE 'metadata' END, moved_ms = ?
     WHERE task_id = ? AND kind <> 'http'`,
    nowMs,
    taskId,
  );
}

/** Fetches that have not ended. Those whose bytes are all stored count no more. */
export function countOpenFetches(sql: SqlStorage): number {
  return sql
    .exec<{ n: number }>("SELECT count(*) AS n FROM fetches WHERE state IN ('waiting', 'running', 'choosing')")
    .one().n;
}

export function openFetches(sql: SqlStorage): FetchRow[] {
  return sql.exec<FetchRow>("SELECT * FROM fetches WHERE state IN ('waiting', 'running', 'choosing')").toArray();
}

export function runningFetches(sql: SqlStorage): FetchRow[] {
  return sql.exec<FetchRow>("SELECT * FROM fetches WHERE state = 'running'").toArray();
}

export function countRunningFetches(sql: SqlStorage): number {
  return sql.exec<{ n: number }>("SELECT count(*) AS n FROM fetches WHERE state = 'running'").one().n;
}

/** Runs whose lease has ended, then waiting fetches in the order of their creation. */
export function dueFetches(sql: SqlStorage, state: 'waiting' | 'running', nowMs: number, limit: number): FetchRow[] {
  const text = 'SELECT * FROM fetches WHERE state = ? AND due_ms <= ? ORDER BY created_ms, task_id LIMIT ?';
  return sql.exec<FetchRow>(text, state, nowMs, limit).toArray();
}

/** When one of these is due next, epoch ms, or null. */
export function nextFetchMs(sql: SqlStorage, state: 'waiting' | 'running'): number | null {
  return sql.exec<{ at: number | null }>('SELECT min(due_ms) AS at FROM fetches WHERE state = ?', state).one().at;
}

export interface FetchDay extends Record<string, SqlStorageValue> {
  created: number;
  looked: number;
}

function dayOf(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 10);
}

export function fetchDay(sql: SqlStorage, nowMs: number): FetchDay {
  const text = 'SELECT created, looked FROM fetch_days WHERE day = ?';
  return sql.exec<FetchDay>(text, dayOf(nowMs)).toArray()[0] ?? { created: 0, looked: 0 };
}

export function countFetchDay(sql: SqlStorage, nowMs: number, { created, looked }: FetchDay): void {
  const day = dayOf(nowMs);
  sql.exec('DELETE FROM fetch_days WHERE day < ?', day);
  sql.exec(
    `INSERT INTO fetch_days (day, created, looked) VALUES (?, ?, ?)
     ON CONFLICT (day) DO UPDATE SET created = created + excluded.created, looked = looked + excluded.looked`,
    day,
    created,
    looked,
  );
}
