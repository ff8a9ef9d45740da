/**
 * The log of acts: a row an act, a batch is one row with its ids packed. Rows are appended, thinned by age and number, and never
 * renumbered; a person may take an act off a list (`shown`). Tags of folders, recent events, ended uploads and programs read it.
 */
import { DAY_MS, HOUR_MS, MIB } from '#shared/units.ts';
import { ACT, type Act, type ActKind, type Folders, SEEN } from '../core/act.ts';
import type { DriveTx } from '../core/tx.ts';
import { foldTags } from './tags.store.ts';

/** Form of the rows that are written now. */
const FORM = 1;
/** Rows that a drive keeps, and `SETTLE_ACTS` more: a program that comes after so many acts reads the drive anew. */
const MAX_ACTS = 20_000;
/** Ids and details that a drive keeps: one batch may have a thousand ids. */
const MAX_BYTES = 8 * MIB;
const MAX_AGE_MS = 180 * DAY_MS;
/** One act in so many stores the tags of folders and thins the log. */
export const SETTLE_ACTS = 512;
/** Rows that are removed at a time; more than come in between. */
const THINNED_ROWS = 4 * SETTLE_ACTS;
/** A look that a later one at the same file follows stays so long: pages of recent events may be read concurrently. */
const RENEWED_MS = HOUR_MS;

export interface ActRow extends Record<string, SqlStorageValue> {
  n: number;
  run: number;
  at_ms: number;
  kind: number;
  shown: number;
  ids: string;
  from_ids: string | null;
  to_ids: string | null;
  detail: string | null;
  id: string | null;
}

export const ACT_COLUMNS = 'n, run, at_ms, kind, shown, ids, from_ids, to_ids, detail, id';

function pack(ids: readonly string[]): string {
  return ids.length === 1 ? (ids[0] ?? '') : JSON.stringify(ids);
}

export function unpack(packed: string): readonly string[] {
  return packed.startsWith('[') ? (JSON.parse(packed) as string[]) : [packed];
}

function packFolders(folders: Folders | undefined): string | null {
  if (folders === undefined || typeof folders === 'string') return folders ?? null;
  return new Set(folders).size === 1 ? (folders[0] ?? null) : JSON.stringify(folders);
}

/** Appends an act; one of no nodes is none. @returns its number and run, or null */
export function appendAct(tx: DriveTx, act: Act): { readonly n: number; readonly run: number } | null {
  if (act.ids.length === 0) return null;
  const { n } = tx.sql
    .exec<{ n: number }>(
      `INSERT INTO acts (run, form, at_ms, kind, shown, credential, ids, from_ids, to_ids, detail)
       VALUES (?, ${FORM}, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING n`,
      tx.run,
      tx.nowMs,
      act.kind,
      act.shown ?? 0,
      tx.credential,
      pack(act.ids),
      packFolders(act.from),
      packFolders(act.to),
      act.detail ? JSON.stringify(act.detail) : null,
    )
    .one();
  if (n % SETTLE_ACTS === 0) settle(tx, n);
  return { n, run: tx.run };
}

/** A look at a file. One that repeats the newest act renews it: a film that plays is one act. */
export function appendLook(tx: DriveTx, kind: ActKind, nodeId: string, shown: number, detail?: object): void {
  const renewed = tx.sql.exec(
    `UPDATE acts SET at_ms = ?1, detail = ?2, shown = ?3 WHERE n = (SELECT max(n) FROM acts) AND kind = ?4 AND ids = ?5 AND credential = ?6`,
    tx.nowMs,
    detail ? JSON.stringify(detail) : null,
    shown,
    kind,
    nodeId,
    tx.credential,
  );
  if (renewed.rowsWritten > 0) return;
  appendAct(tx, { kind, ids: [nodeId], shown, ...(detail ? { detail } : {}) });
}

function settle(tx: DriveTx, n: number): void {
  foldTags(tx.sql);
  thin(tx.sql, n, tx.nowMs);
}

/** The newest act that is too old or one too many; 0 for none. */
function surplusTo(sql: SqlStorage, n: number, nowMs: number): number {
  const { aged, bytes } = sql
    .exec<{ aged: number; bytes: number }>(
      `SELECT coalesce(max(CASE WHEN at_ms BETWEEN 1 AND ? THEN n END), 0) AS aged, sum(length(ids) + coalesce(length(detail), 0)) AS bytes FROM acts`,
      nowMs - MAX_AGE_MS,
    )
    .one();
  const to = Math.max(aged, n - MAX_ACTS);
  if (bytes <= MAX_BYTES) return to;
  const { heavy } = sql
    .exec<{ heavy: number }>(
      `SELECT max(n) AS heavy FROM (SELECT n, sum(length(ids) + coalesce(length(detail), 0)) OVER (ORDER BY n DESC) AS bytes FROM acts) WHERE bytes > ?`,
      MAX_BYTES,
    )
    .one();
  return Math.max(to, heavy);
}

/** Removes acts past their time or number, the oldest first. The newest act stays, and the newest of the tree: numbers continue from it. */
function thin(sql: SqlStorage, n: number, nowMs: number): void {
  sql.exec(
    `DELETE FROM acts WHERE n < (SELECT max(n) FROM acts WHERE kind < ${SEEN}) AND n <= min((SELECT min(n) FROM acts) + ?, ?)`,
    THINNED_ROWS,
    surplusTo(sql, n, nowMs),
  );
  sql.exec(
    `DELETE FROM acts WHERE kind >= ${SEEN} AND n < ?1 AND (NOT EXISTS (SELECT 1 FROM nodes WHERE id = acts.ids) OR (at_ms < ?2 AND EXISTS (
       SELECT 1 FROM acts AS later WHERE later.kind >= ${SEEN} AND later.ids = acts.ids AND later.kind = acts.kind AND later.n > acts.n)))`,
    n,
    nowMs - RENEWED_MS,
  );
}

/** The number of the newest act of the tree: looks change nothing. */
export function newestAct(sql: SqlStorage): { readonly n: number; readonly run: number } {
  return sql
    .exec<{ n: number; run: number }>(`SELECT n, run FROM acts WHERE kind < ${SEEN} ORDER BY n DESC LIMIT 1`)
    .one();
}

/** Of a closed account nothing stays but a number from which the log would continue. */
export function eraseActs(sql: SqlStorage): void {
  sql.exec('DELETE FROM acts WHERE n < (SELECT max(n) FROM acts)');
  sql.exec(
    `UPDATE acts SET kind = ${ACT.begin}, shown = 0, credential = '', ids = '', from_ids = NULL, to_ids = NULL, detail = NULL, id = NULL`,
  );
}
