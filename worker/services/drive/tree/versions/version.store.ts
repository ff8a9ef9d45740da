/**
 * Former contents of files: rows that hold a content and count as used, until there are too many of one file, their
 * time has passed, or their file is deleted forever. `n` orders them; the clock only dates them.
 */
import { AppError } from '#shared/errors.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { nodesWritten } from '../../core/node-listeners.ts';
import type { DriveTx, VersionLimits } from '../../core/tx.ts';
import { loseContents, nextSeq } from '../content.store.ts';
import { readTimePlace, timeToken } from '../listing-query.ts';
import type { NodeRow } from '../node-columns.ts';
import { readUnreadSoon } from '../taken.store.ts';
import { giveBack } from '../usage/quota.ts';

export interface VersionRow extends Record<string, SqlStorageValue> {
  id: string;
  node_id: string;
  n: number;
  content_key: string;
  size_bytes: number;
  gcid: string;
  modified_ms: number;
  user_modified_ms: number;
  replaced_ms: number;
}

export interface VersionPage {
  readonly rows: VersionRow[];
  readonly nextPageToken: string;
}

/** Whether a file has a content, now or as a version. */
export function fileHolds(sql: SqlStorage, file: NodeRow, contentKey: string): boolean {
  if (file.content_key === contentKey) return true;
  return (
    sql.exec('SELECT 1 FROM versions WHERE node_id = ? AND content_key = ?', file.id, contentKey).toArray().length > 0
  );
}

/** Versions one sweep deletes. */
const SWEEP_ROWS = 500;

function lose(tx: DriveTx, gone: readonly VersionRow[]): void {
  giveBack(
    tx.sql,
    gone.reduce((sum, { size_bytes }) => sum + size_bytes, 0),
  );
  const counts = new Map<string, number>();
  for (const { content_key } of gone) counts.set(content_key, (counts.get(content_key) ?? 0) + 1);
  loseContents(tx, counts);
  if (gone.length > 0) tx.changed();
}

/** Of too many versions of a file the oldest go. */
function dropSurplus(tx: DriveTx, nodeId: string, limits: VersionLimits): void {
  const surplus = tx.sql
    .exec<VersionRow>(
      'DELETE FROM versions WHERE id IN (SELECT id FROM versions WHERE node_id = ? ORDER BY n DESC LIMIT -1 OFFSET ?) RETURNING *',
      nodeId,
      limits.versionsPerFile,
    )
    .toArray();
  lose(tx, surplus);
}

/** The versions of one file become those of another one, which takes its content too. */
export function takeOverVersions(tx: DriveTx, fromId: string, toId: string, limits: VersionLimits): void {
  const moved = tx.sql.exec('UPDATE versions SET node_id = ? WHERE node_id = ?', toId, fromId);
  if (moved.rowsWritten > 0) dropSurplus(tx, toId, limits);
}

/**
 * Stores the current content of a file as its newest version; the caller then sets the new content. Space and counts stay
 * as they are: the version takes over what the file's content took. Of too many the oldest go.
 * @returns id of the version
 */
export function retainVersion(tx: DriveTx, node: NodeRow, limits: VersionLimits): string {
  const { sql, nowMs } = tx;
  const id = newWireId();
  // A clock that went back must not date it before the one it follows.
  sql.exec(
    `INSERT INTO versions (id, node_id, n, content_key, size_bytes, gcid, modified_ms, user_modified_ms, replaced_ms)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, max(?9, coalesce((SELECT max(replaced_ms) FROM versions WHERE node_id = ?2), 0)))`,
    id,
    node.id,
    nextSeq(sql),
    node.content_key,
    node.size_bytes,
    node.gcid,
    node.modified_ms,
    node.user_modified_ms,
    nowMs,
  );
  dropSurplus(tx, node.id, limits);
  tx.wakeAt(nowMs + limits.versionTtlMs);
  return id;
}

/** Newest first. @throws AppError invalid_argument for a bad page token */
export function listVersions(sql: SqlStorage, nodeId: string, pageToken: string, rows: number): VersionPage {
  const before = readTimePlace(pageToken)?.timeMs ?? Number.MAX_SAFE_INTEGER;
  const found = sql
    .exec<VersionRow>(
      'SELECT * FROM versions WHERE node_id = ? AND n < ? ORDER BY n DESC LIMIT ?',
      nodeId,
      before,
      rows + 1,
    )
    .toArray();
  if (found.length <= rows) return { rows: found, nextPageToken: '' };
  found.pop();
  const last = found.at(-1);
  return { rows: found, nextPageToken: last ? timeToken({ timeMs: last.n, id: last.id }) : '' };
}

/** All of a file, newest first. */
export function allVersions(sql: SqlStorage, nodeId: string): VersionRow[] {
  return sql.exec<VersionRow>('SELECT * FROM versions WHERE node_id = ? ORDER BY n DESC', nodeId).toArray();
}

/** @throws AppError not_found */
export function requireVersion(sql: SqlStorage, nodeId: string, versionId: string): VersionRow {
  const row = sql
    .exec<VersionRow>('SELECT * FROM versions WHERE id = ? AND node_id = ?', versionId, nodeId)
    .toArray()[0];
  if (!row) throw new AppError('not_found', { reason: 'no_such_version' });
  return row;
}

/** A version of this file with this content, or null; the newest when there are several. */
export function versionWith(sql: SqlStorage, nodeId: string, contentKey: string): VersionRow | null {
  return (
    sql
      .exec<VersionRow>(
        'SELECT * FROM versions WHERE node_id = ? AND content_key = ? ORDER BY n DESC LIMIT 1',
        nodeId,
        contentKey,
      )
      .toArray()[0] ?? null
  );
}

/** Makes a version the content of its file; the one it had becomes the newest version. Takes no space. */
export function restoreVersion(tx: DriveTx, node: NodeRow, version: VersionRow, limits: VersionLimits): void {
  nodesWritten(tx, [node.id]);
  // First the row, then the new one: their number never passes the limit.
  tx.sql.exec('DELETE FROM versions WHERE id = ?', version.id);
  retainVersion(tx, node, limits);
  tx.sql.exec(
    `UPDATE nodes SET content_key = ?, size_bytes = ?, gcid = ?, user_modified_ms = ?, modified_ms = ?,
       camera_ms = NULL, camera_zone = NULL, taken_by = 0, revision = revision + 1 WHERE id = ?`,
    version.content_key,
    version.size_bytes,
    version.gcid,
    version.user_modified_ms,
    tx.nowMs,
    node.id,
  );
  readUnreadSoon(tx);
}

/** Deletes one for good; one that is not there is no error. */
export function deleteVersion(tx: DriveTx, nodeId: string, versionId: string): void {
  lose(
    tx,
    tx.sql
      .exec<VersionRow>('DELETE FROM versions WHERE id = ? AND node_id = ? RETURNING *', versionId, nodeId)
      .toArray(),
  );
}

/** Deletes versions past their time. */
export function sweepVersions(tx: DriveTx, limits: VersionLimits): void {
  const due = tx.sql
    .exec<VersionRow>(
      'DELETE FROM versions WHERE id IN (SELECT id FROM versions WHERE replaced_ms <= ? ORDER BY replaced_ms LIMIT ?) RETURNING *',
      tx.nowMs - limits.versionTtlMs,
      SWEEP_ROWS,
    )
    .toArray();
  lose(tx, due);
}

/** When the sweep has something to do, epoch ms, or null. */
export function nextVersionMs(sql: SqlStorage, limits: VersionLimits): number | null {
  const { at } = sql.exec<{ at: number | null }>('SELECT min(replaced_ms) AS at FROM versions').one();
  return at === null ? null : at + limits.versionTtlMs;
}

export function hasVersions(sql: SqlStorage): boolean {
  return sql.exec('SELECT 1 FROM versions LIMIT 1').toArray().length > 0;
}

/** How many versions these files have; those that have none are left out. */
export function versionCounts(sql: SqlStorage, nodeIds: readonly string[]): Map<string, number> {
  if (!hasVersions(sql)) return new Map();
  const counts = sql.exec<{ node_id: string; n: number }>(
    `SELECT versions.node_id, count(*) AS n FROM json_each(?) AS asked CROSS JOIN versions ON versions.node_id = asked.value
     GROUP BY versions.node_id`,
    JSON.stringify(nodeIds),
  );
  return new Map([...counts].map(({ node_id, n }) => [node_id, n]));
}

/** Forgets the versions of a file that is deleted for good; space and counts are the caller's to settle. */
export function takeVersions(sql: SqlStorage, nodeId: string): Pick<VersionRow, 'content_key' | 'size_bytes'>[] {
  return sql
    .exec<Pick<VersionRow, 'content_key' | 'size_bytes'>>(
      'DELETE FROM versions WHERE node_id = ? RETURNING content_key, size_bytes',
      nodeId,
    )
    .toArray();
}

/** Bytes of all versions of the drive. */
export function versionBytes(sql: SqlStorage): number {
  return sql.exec<{ bytes: number }>('SELECT coalesce(sum(size_bytes), 0) AS bytes FROM versions').one().bytes;
}
