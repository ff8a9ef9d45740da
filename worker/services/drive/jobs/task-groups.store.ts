/** Tasks as their page shows them: finished uploads into one folder that follow each other within an hour are one line. Reads alone. */
import { HOUR_MS } from '#shared/units.ts';
import { timeToken } from '../tree/listing-query.ts';
import { nodesById, STATE } from '../tree/tree.store.ts';
import { listTasks } from './shown-tasks.store.ts';
import type { TaskQuery, TaskRow } from './task.store.ts';

const GROUPED_MS = HOUR_MS;
/** Tasks that one page reads at most. */
const MAX_READ = 2_000;
/** Names that a group lists. */
const NAMED = 20;

/** Of a line that stands for several uploads. */
export interface TaskGroup {
  readonly files: number;
  /** The newest first. */
  readonly names: readonly string[];
  readonly folderId: string;
  /** '' for the root. */
  readonly folderName: string;
}

export interface GroupedPage {
  /** The row of a group is that of its newest upload, with the sum of their sizes. */
  readonly lines: readonly { readonly row: TaskRow; readonly group: TaskGroup | null }[];
  readonly nextPageToken: string;
}

interface Line {
  readonly row: TaskRow;
  /** Null for a task that stands alone. */
  readonly folderId: string | null;
  readonly names: string[];
  files: number;
  bytes: number;
  oldest: TaskRow;
}

/** Folders of finished uploads, by their files; those in the trash stand alone. */
function foldersOf(sql: SqlStorage, rows: readonly TaskRow[]): ReadonlyMap<string, string> {
  const files = rows.flatMap(({ type, phase, file_id: id }) =>
    type === 'upload' && phase === 'PHASE_TYPE_COMPLETE' && id !== '' ? [id] : [],
  );
  const found = [...nodesById(sql, files).values()].filter(({ state }) => state === STATE.live);
  return new Map(found.map(({ id, parent_id: folderId }) => [id, folderId]));
}

function fold(lines: Line[], row: TaskRow, folderId: string | null): void {
  const last = lines.at(-1);
  const { created_ms: atMs, file_name: name, file_size: bytes } = row;
  if (!last || folderId === null || last.folderId !== folderId || last.oldest.created_ms - atMs > GROUPED_MS) {
    lines.push({ row, folderId, names: [name], files: 1, bytes, oldest: row });
    return;
  }
  last.files += 1;
  last.bytes += bytes;
  last.oldest = row;
  if (last.names.length < NAMED) last.names.push(name);
}

/** @param query.rows  lines of a page; the last group of a page may go on in the next. @throws AppError invalid_argument */
export function groupTasks(sql: SqlStorage, query: TaskQuery, nowMs: number): GroupedPage {
  const found: Line[] = [];
  let { pageToken } = query;
  for (let read = 0; read < MAX_READ && found.length < query.rows; ) {
    const page = listTasks(sql, { ...query, pageToken }, nowMs);
    const folders = foldersOf(sql, page.rows);
    for (const row of page.rows) fold(found, row, folders.get(row.file_id) ?? null);
    pageToken = page.nextPageToken;
    read += page.rows.length;
    if (pageToken === '') break;
  }
  const lines = found.slice(0, query.rows);
  const last = lines.at(-1)?.oldest;
  if (last && found.length > lines.length) pageToken = timeToken({ timeMs: last.created_ms, id: last.id });
  const names = nodesById(
    sql,
    lines.flatMap(({ files, folderId }) => (files > 1 && folderId ? [folderId] : [])),
  );
  return {
    lines: lines.map(({ row, folderId, files, bytes, names: fileNames }) => ({
      row: { ...row, file_size: bytes },
      group:
        files === 1 || folderId === null
          ? null
          : { files, names: fileNames, folderId, folderName: names.get(folderId)?.name ?? '' },
    })),
    nextPageToken: pageToken,
  };
}
