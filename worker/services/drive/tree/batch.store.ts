/**
 * Batches of nodes: all of the caller's, or nothing is done. Also how large and how high trees are.
 */
import { ROOT_ID } from '#shared/ids.ts';
import { requireStandings, type Standing } from './rules.ts';
import { IN_TRASH, lineOf, MAX_DEPTH, type NodeRow, nodeById, nodesById, STATE, standingOf } from './tree.store.ts';

/**
 * From a folder to what lies in it. The index is named, because without statistics that of all names looks as good: each
 * step of a walk would then read the whole drive.
 */
export const BELOW = 'CROSS JOIN nodes INDEXED BY nodes_by_name';

/** A node that was asked for, and where it stands; no row: there is none. */
export interface Asked {
  readonly id: string;
  readonly row: NodeRow | undefined;
  readonly standing: Standing;
}

/** The nodes of a batch, each once, in the order asked. */
export function readBatch(sql: SqlStorage, ids: readonly string[]): Asked[] {
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

/** Judges a batch as requireBatch does, without reading its rows. @returns folders they lie in @throws as requireBatch */
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

/** How much these nodes and everything in place below them hold. */
export function measure(sql: SqlStorage, ids: readonly string[]): Measure {
  return sql
    .exec<Measure>(
      `WITH RECURSIVE down (id) AS (
         SELECT value FROM json_each(?1)
         UNION ALL SELECT nodes.id FROM down ${BELOW} ON nodes.parent_id = down.id AND nodes.state = 0 AND nodes.is_file = 0),
       held (is_file, size_bytes, content_key) AS (
         SELECT is_file, size_bytes, content_key FROM nodes WHERE id IN (SELECT value FROM json_each(?1))
         UNION ALL SELECT nodes.is_file, nodes.size_bytes, nodes.content_key FROM down ${BELOW} ON nodes.parent_id = down.id AND nodes.state = 0)
       SELECT coalesce(sum(CASE WHEN content_key IS NOT NULL THEN size_bytes END), 0) AS bytes,
         coalesce(sum(content_key IS NOT NULL), 0) AS files, coalesce(sum(is_file = 0), 0) AS folders FROM held`,
      JSON.stringify(ids),
    )
    .one();
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
export function crumbsOf(sql: SqlStorage, line: readonly string[]): { id: string; name: string }[] {
  return line.toReversed().map((id) => ({ id, name: nodeById(sql, id)?.name ?? '' }));
}
