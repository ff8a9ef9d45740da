/**
 * Batches of nodes: all of the caller's, or nothing is done. Also how large and how high trees are.
 */

import { AppError } from '#shared/errors.ts';
import { type NodeId, ROOT_ID } from '#shared/ids.ts';
import type { NodeRow } from './node-columns.ts';
import { requireStandings, type Standing } from './rules.ts';
import { IN_TRASH, lineOf, MAX_DEPTH, nodeById, nodesById, STATE, standingOf } from './tree.store.ts';

export interface Crumb {
  readonly id: NodeId;
  readonly name: string;
}

/**
 * From a folder to its nodes. The index is named, because without statistics that of all names looks as good: each
 * step of a walk would then read the whole drive.
 */
export const BELOW = 'CROSS JOIN nodes INDEXED BY nodes_by_name';

/** A node that was asked for, and where it stands; no row: there is none. */
export interface BatchNode {
  readonly id: string;
  readonly row: NodeRow | undefined;
  readonly standing: Standing;
}

/** The nodes of a batch, each once, in the order asked. */
export function readBatch(sql: SqlStorage, ids: readonly string[]): BatchNode[] {
  const parents = new Map<string, Standing>();
  const found = nodesById(sql, ids);
  const standingIn = (parentId: string): Standing => {
    const standing = parents.get(parentId) ?? standingOf(sql, parentId);
    parents.set(parentId, standing);
    return standing;
  };
  return [...new Set(ids)].map((id) => {
    const row = found.get(id);
    if (!row || row.state === STATE.deleting || row.state === STATE.made) return { id, row, standing: 'gone' };
    return { id, row, standing: row.state === STATE.trashed ? 'trashed' : standingIn(row.parent_id) };
  });
}

/** The rows of a batch, each once, in the order asked. @throws AppError file_not_found, file_in_recycle_bin */
export function requireBatch(sql: SqlStorage, ids: readonly string[], inTrash: 'allow' | 'refuse'): NodeRow[] {
  const asked = readBatch(sql, ids);
  requireStandings(
    asked.map(({ standing }) => standing),
    inTrash,
  );
  return asked.flatMap(({ row }) => row ?? []);
}

/** Checks a batch as requireBatch does, without reading its rows. @returns the folders of these @throws as requireBatch */
export function requireInPlace(sql: SqlStorage, ids: readonly string[], inTrash: 'allow' | 'refuse'): string[] {
  const groups = sql
    .exec<{ parent_id: string; state: number; n: number }>(
      `SELECT nodes.parent_id, nodes.state, count(*) AS n FROM (SELECT DISTINCT value FROM json_each(?)) AS asked
         CROSS JOIN nodes ON nodes.id = asked.value GROUP BY nodes.parent_id, nodes.state`,
      JSON.stringify(ids),
    )
    .toArray();
  const found = groups.reduce((sum, { n }) => sum + n, 0);
  const standings = groups.map(({ parent_id, state }): Standing => {
    if (state === STATE.live) return standingOf(sql, parent_id);
    return state === STATE.trashed ? 'trashed' : 'gone';
  });
  if (found < new Set(ids).size) standings.push('gone');
  requireStandings(standings, inTrash);
  return groups.map(({ parent_id }) => parent_id);
}

/** Folders above what would be put into this folder, itself counted; 0 for the root. */
export function depthOf(sql: SqlStorage, folderId: string): number {
  return folderId === ROOT_ID ? 0 : lineOf(sql, folderId).length;
}

/** Folders from the highest of these nodes down to the deepest folder below it; 1 for files and empty folders. */
export function heightOf(sql: SqlStorage, ids: readonly string[]): number {
  return sql
    .exec<{ height: number }>(
      `WITH RECURSIVE down (id, height) AS (
         SELECT value, 1 FROM json_each(?1)
         UNION ALL SELECT nodes.id, height + 1 FROM down ${BELOW} ON nodes.parent_id = down.id AND nodes.state = 0 AND nodes.is_file = 0 WHERE height <= ${MAX_DEPTH})
       SELECT coalesce(max(height), 0) AS height FROM down`,
      JSON.stringify(ids),
    )
    .one().height;
}

export interface Measure extends Record<string, SqlStorageValue> {
  /** Bytes of complete files. */
  bytes: number;
  /** Complete files. */
  files: number;
  /** Folders, the asked ones counted. */
  folders: number;
}

/** Folders in place at and below ?1, then these nodes and the children of those folders; read from the index alone. */
const DOWN = `WITH RECURSIVE down (id) AS (
    SELECT value FROM json_each(?1)
    UNION ALL SELECT nodes.id FROM down ${BELOW} ON nodes.parent_id = down.id AND nodes.state = 0 AND nodes.is_file = 0),
  held (is_file, size_bytes) AS (
    SELECT is_file, size_bytes FROM nodes WHERE id IN (SELECT value FROM json_each(?1))
    UNION ALL SELECT nodes.is_file, nodes.size_bytes FROM down ${BELOW} ON nodes.parent_id = down.id AND nodes.state = 0)`;
const SUMS =
  'coalesce(sum(size_bytes), 0) AS bytes, coalesce(sum(is_file), 0) AS files, coalesce(sum(is_file = 0), 0) AS folders';

/** How much these nodes and everything in place below them hold. */
export function measure(sql: SqlStorage, ids: readonly string[]): Measure {
  const asked = JSON.stringify(ids);
  const all = sql.exec<Measure>(`${DOWN} SELECT ${SUMS} FROM held`, asked).one();
  if (sql.exec("SELECT 1 FROM nodes WHERE phase <> 'PHASE_TYPE_COMPLETE' LIMIT 1").toArray().length === 0) return all;
  // Files whose bytes are not all there hold nothing.
  const part = sql
    .exec<Measure>(
      `${DOWN} SELECT ${SUMS} FROM nodes WHERE phase <> 'PHASE_TYPE_COMPLETE' AND is_file = 1 AND content_key IS NULL
         AND ((state = 0 AND parent_id IN (SELECT id FROM down)) OR id IN (SELECT value FROM json_each(?1)))`,
      asked,
    )
    .one();
  return { bytes: all.bytes - part.bytes, files: all.files - part.files, folders: all.folders };
}

/** Whether these nodes and everything in place below them are more than so many. Reads no more than these. */
export function isLargerThan(sql: SqlStorage, ids: readonly string[], rows: number): boolean {
  const { n } = sql
    .exec<{ n: number }>(
      `${DOWN} SELECT count(*) AS n FROM (SELECT 1 FROM held LIMIT ?2)`,
      JSON.stringify(ids),
      rows + 1,
    )
    .one();
  return n > rows;
}

/** These ids without those that lie below another one of them: a tree is copied once. */
export function topmost(sql: SqlStorage, ids: readonly string[]): string[] {
  const below = sql
    .exec<{ id: string }>(
      `WITH RECURSIVE up (id, above) AS (
         SELECT nodes.id, nodes.parent_id FROM json_each(?1) AS asked CROSS JOIN nodes ON nodes.id = asked.value
         UNION ALL SELECT up.id, nodes.parent_id FROM up CROSS JOIN nodes ON nodes.id = up.above)
       SELECT DISTINCT id FROM up WHERE above IN (SELECT value FROM json_each(?1))`,
      JSON.stringify(ids),
    )
    .toArray();
  const inside = new Set(below.map(({ id }) => id));
  return [...new Set(ids)].filter((id) => !inside.has(id));
}

/** Bytes of complete files in the trash. */
export function trashBytes(sql: SqlStorage): number {
  const roots = sql.exec<{ id: string }>(`SELECT id FROM nodes WHERE ${IN_TRASH}`).toArray();
  return roots.length === 0
    ? 0
    : measure(
        sql,
        roots.map((row) => row.id),
      ).bytes;
}

/** Names from the topmost folder down to this one. */
export function crumbsOf(sql: SqlStorage, line: readonly string[]): Crumb[] {
  return line.toReversed().map((id) => ({ id: id as NodeId, name: nodeById(sql, id)?.name ?? '' }));
}

/** @throws AppError file_not_found, file_in_recycle_bin */
export function requireNode(sql: SqlStorage, id: string): NodeRow {
  const [row] = requireBatch(sql, [id], 'refuse');
  if (!row) throw new AppError('file_not_found');
  return row;
}

/** Names from the root to a folder. @throws AppError file_not_found */
export function pathOf(sql: SqlStorage, folderId: string): Crumb[] {
  const isFolder = folderId === '' || nodeById(sql, folderId)?.is_file === 0;
  if (standingOf(sql, folderId) !== 'live' || !isFolder) throw new AppError('file_not_found');
  return crumbsOf(sql, lineOf(sql, folderId));
}

export interface NodeSize extends Pick<Measure, 'bytes' | 'files' | 'folders'> {
  /** From the root to the folder it is in. */
  readonly path: readonly Crumb[];
}

/** @throws AppError file_not_found, file_in_recycle_bin */
export function measureNode(sql: SqlStorage, id: string): NodeSize {
  const row = requireNode(sql, id);
  const held = measure(sql, [id]);
  // A folder does not count itself.
  const folders = row.is_file === 0 ? held.folders - 1 : held.folders;
  return { ...held, folders, path: crumbsOf(sql, lineOf(sql, row.parent_id)) };
}
