/** Files of torrents, and columns of fetches that the downloader carries out. Plain SQL; no decisions. */
import type { DownloadKind } from '../fetch/rpc-types.ts';
import type { FetchRow } from '../fetch/store.ts';
import type { DownloadStage, FoundFile, ListedFile } from './rpc-types.ts';

export const DOWNLOAD_TABLES = `
  -- How an address is fetched: http by the Worker, the others by the downloader.
  ALTER TABLE fetches ADD COLUMN kind TEXT NOT NULL DEFAULT 'http';
  ALTER TABLE fetches ADD COLUMN stage TEXT NOT NULL DEFAULT '';       -- metadata | choosing | downloading | saving
  ALTER TABLE fetches ADD COLUMN wanted TEXT NOT NULL DEFAULT '';      -- '': all files; ask; or a list of numbers
  ALTER TABLE fetches ADD COLUMN info_hash TEXT NOT NULL DEFAULT '';
  ALTER TABLE fetches ADD COLUMN folder_id TEXT;                       -- folder of the files, once it is made
  ALTER TABLE fetches ADD COLUMN moved_ms INTEGER NOT NULL DEFAULT 0;  -- when bytes came last
  -- Files of a torrent, by their number in it.
  CREATE TABLE fetch_files (
    task_id TEXT NOT NULL,
    n INTEGER NOT NULL,
    path TEXT NOT NULL,                -- JSON list of names
    size_bytes INTEGER NOT NULL,
    chosen INTEGER NOT NULL,
    stored INTEGER NOT NULL DEFAULT 0,
    file_id TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (task_id, n)
  ) WITHOUT ROWID;
  CREATE TRIGGER fetch_files_removed AFTER DELETE ON fetches
    BEGIN DELETE FROM fetch_files WHERE task_id = OLD.task_id; END;
`;

export interface DownloadRow extends FetchRow {
  kind: DownloadKind;
  stage: DownloadStage;
  wanted: string;
  info_hash: string;
  folder_id: string | null;
  moved_ms: number;
}

/** A fetch by link that the Worker carries out itself has no such row. */
export function downloadById(sql: SqlStorage, taskId: string): DownloadRow | null {
  return (
    sql.exec<DownloadRow>("SELECT * FROM fetches WHERE task_id = ? AND kind <> 'http'", taskId).toArray()[0] ?? null
  );
}

export type DownloadChange = Partial<
  Pick<DownloadRow, 'stage' | 'wanted' | 'info_hash' | 'folder_id' | 'moved_ms' | 'kind'>
>;

export function updateDownload(sql: SqlStorage, taskId: string, change: DownloadChange): void {
  const set = Object.keys(change).map((column) => `${column} = ?`);
  sql.exec(`UPDATE fetches SET ${set.join(', ')} WHERE task_id = ?`, ...Object.values(change), taskId);
}

/** Characters of one value: far below the 2 MB that the database takes. */
const VALUE_CHARS = 256 * 1024;

/** Lists of rows as JSON, each short enough for one value. */
function* jsonLists(rows: readonly object[]): Generator<string> {
  let list: string[] = [];
  let chars = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (list.length > 0 && chars + text.length > VALUE_CHARS) {
      yield `[${list.join(',')}]`;
      list = [];
      chars = 0;
    }
    list.push(text);
    chars += text.length;
  }
  if (list.length > 0) yield `[${list.join(',')}]`;
}

/** @param chosen  null: all */
export function insertFiles(
  sql: SqlStorage,
  taskId: string,
  files: readonly FoundFile[],
  chosen: ReadonlySet<number> | null,
): void {
  const rows = files.map(({ index, path, sizeBytes }) => ({
    n: index,
    path: JSON.stringify(path),
    size: sizeBytes,
    chosen: chosen === null || chosen.has(index) ? 1 : 0,
  }));
  for (const list of jsonLists(rows))
    sql.exec(
      `INSERT INTO fetch_files (task_id, n, path, size_bytes, chosen)
       SELECT ?, value ->> 'n', value ->> 'path', value ->> 'size', value ->> 'chosen' FROM json_each(?)`,
      taskId,
      list,
    );
}

export function setChosen(sql: SqlStorage, taskId: string, files: readonly number[]): void {
  sql.exec(
    'UPDATE fetch_files SET chosen = n IN (SELECT value FROM json_each(?)) WHERE task_id = ?',
    JSON.stringify(files),
    taskId,
  );
}

export interface ChosenFiles {
  readonly numbers: number[];
  readonly bytes: number;
  /** Those of them that are not stored yet. */
  readonly leftBytes: number;
  readonly largestBytes: number;
}

export function chosenFiles(sql: SqlStorage, taskId: string): ChosenFiles {
  const rows = sql
    .exec<{ n: number; size_bytes: number; stored: number }>(
      'SELECT n, size_bytes, stored FROM fetch_files WHERE task_id = ? AND chosen = 1 ORDER BY n',
      taskId,
    )
    .toArray();
  const sum = (list: typeof rows): number => list.reduce((total, { size_bytes }) => total + size_bytes, 0);
  return {
    numbers: rows.map(({ n }) => n),
    bytes: sum(rows),
    leftBytes: sum(rows.filter(({ stored }) => stored === 0)),
    largestBytes: rows.reduce((largest, { size_bytes }) => Math.max(largest, size_bytes), 0),
  };
}

export interface FileRow extends Record<string, SqlStorageValue> {
  n: number;
  path: string;
  size_bytes: number;
  chosen: number;
  stored: number;
  file_id: string;
}

/** The first chosen file that is not stored. */
export function nextFileRow(sql: SqlStorage, taskId: string): FileRow | null {
  const text = 'SELECT * FROM fetch_files WHERE task_id = ? AND chosen = 1 AND stored = 0 ORDER BY n LIMIT 1';
  return sql.exec<FileRow>(text, taskId).toArray()[0] ?? null;
}

export function markStored(sql: SqlStorage, taskId: string, n: number, fileId: string): void {
  sql.exec('UPDATE fetch_files SET stored = 1, file_id = ? WHERE task_id = ? AND n = ?', fileId, taskId, n);
}

export function listFiles(sql: SqlStorage, taskId: string, after: number, rows: number): ListedFile[] {
  return sql
    .exec<FileRow>('SELECT * FROM fetch_files WHERE task_id = ? AND n > ? ORDER BY n LIMIT ?', taskId, after, rows)
    .toArray()
    .map(({ n, path, size_bytes, chosen, stored, file_id }) => ({
      index: n,
      name: (JSON.parse(path) as string[]).join('/'),
      sizeBytes: size_bytes,
      isChosen: chosen === 1,
      isStored: stored === 1,
      fileId: file_id,
    }));
}
