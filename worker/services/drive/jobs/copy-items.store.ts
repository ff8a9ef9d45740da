/**
 * The rest of a copy, as few rows of `job_items`: lists as JSON, one row for a page of ids instead of one for each.
 * Parts: `roots` (ids of the sources), `folder` (folders whose children are to read, each with its cursor), `place` and `placed`
 * (source and copy of roots that are hidden, or in place), `skipped`, `replaced`, `renamed` (one row a node).
 */
import { newWireId } from '#worker/platform/ids.ts';
import type { FolderWant } from '../tree/source.store.ts';

/** A source and its copy. */
export type Pair = readonly [sourceId: string, copyId: string];
type ListPart = 'folder' | 'place' | 'placed';

interface ListRow extends Record<string, SqlStorageValue> {
  node_id: string;
  note: string;
}

export interface StoredList<T> {
  readonly key: string;
  readonly entries: readonly T[];
}

/** Folders of one row; about 30 kB. */
const LIST_ENTRIES = 1_000;

export function addItem(sql: SqlStorage, taskId: string, part: string, nodeId: string, note = ''): void {
  sql.exec(
    'INSERT OR REPLACE INTO job_items (task_id, part, node_id, note) VALUES (?, ?, ?, ?)',
    taskId,
    part,
    nodeId,
    note,
  );
}

/** Writes down what the choice of the batch leaves out or replaced, for the one who asks how it ended. */
export function addItems(sql: SqlStorage, taskId: string, part: 'skipped' | 'replaced', ids: readonly string[]): void {
  sql.exec(
    'INSERT OR REPLACE INTO job_items (task_id, part, node_id) SELECT ?, ?, value FROM json_each(?)',
    taskId,
    part,
    JSON.stringify(ids),
  );
}

export function itemIds(sql: SqlStorage, taskId: string, part: string): string[] {
  return sql
    .exec<ListRow>('SELECT node_id, note FROM job_items WHERE task_id = ? AND part = ?', taskId, part)
    .toArray()
    .map((row) => row.node_id);
}

export function setRoots(sql: SqlStorage, taskId: string, ids: readonly string[]): void {
  addItem(sql, taskId, 'roots', '', JSON.stringify(ids));
}

export function rootsOf(sql: SqlStorage, taskId: string): string[] {
  const row = sql
    .exec<ListRow>("SELECT node_id, note FROM job_items WHERE task_id = ? AND part = 'roots'", taskId)
    .toArray()[0];
  return row ? (JSON.parse(row.note) as string[]) : [];
}

/** The first list of a part. */
function firstList<T>(sql: SqlStorage, taskId: string, part: ListPart): StoredList<T> | null {
  const text = 'SELECT node_id, note FROM job_items WHERE task_id = ? AND part = ? LIMIT 1';
  const row = sql.exec<ListRow>(text, taskId, part).toArray()[0];
  return row ? { key: row.node_id, entries: JSON.parse(row.note) as T[] } : null;
}

export function nextFolders(sql: SqlStorage, taskId: string): StoredList<FolderWant> | null {
  return firstList(sql, taskId, 'folder');
}

export function nextToPlace(sql: SqlStorage, taskId: string): StoredList<Pair> | null {
  return firstList(sql, taskId, 'place');
}

function setList(sql: SqlStorage, taskId: string, part: ListPart, list: StoredList<unknown>): void {
  if (list.entries.length > 0) addItem(sql, taskId, part, list.key, JSON.stringify(list.entries));
  else sql.exec('DELETE FROM job_items WHERE task_id = ? AND part = ? AND node_id = ?', taskId, part, list.key);
}

/** Replaces a list by its rest and the found entries, in as few rows as hold both. */
export function setFolders(
  sql: SqlStorage,
  taskId: string,
  read: StoredList<FolderWant> | null,
  left: readonly FolderWant[],
): void {
  let key = read?.key ?? newWireId();
  if (left.length === 0 && read) setList(sql, taskId, 'folder', { key, entries: [] });
  for (let first = 0; first < left.length; first += LIST_ENTRIES) {
    setList(sql, taskId, 'folder', { key, entries: left.slice(first, first + LIST_ENTRIES) });
    key = newWireId();
  }
}

export function setToPlace(sql: SqlStorage, taskId: string, list: StoredList<Pair>): void {
  setList(sql, taskId, 'place', list);
}

export function addPairs(sql: SqlStorage, taskId: string, part: 'place' | 'placed', pairs: readonly Pair[]): void {
  if (pairs.length > 0) setList(sql, taskId, part, { key: newWireId(), entries: pairs });
}

/** Every pair of a part. */
export function pairsOf(sql: SqlStorage, taskId: string, part: 'place' | 'placed'): Pair[] {
  return sql
    .exec<ListRow>('SELECT node_id, note FROM job_items WHERE task_id = ? AND part = ?', taskId, part)
    .toArray()
    .flatMap((row) => JSON.parse(row.note) as Pair[]);
}

export function dropItems(sql: SqlStorage, taskId: string): void {
  sql.exec('DELETE FROM job_items WHERE task_id = ?', taskId);
}
