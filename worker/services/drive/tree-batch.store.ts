/**
 * Batches of nodes: all of the caller's, or nothing is done. Also how large and how high trees are.
 */
import { ROOT_ID } from '#shared/ids.ts';
import { requireStandings, type Standing } from './rules.ts';
import { IN_TRASH, lineOf, MAX_DEPTH, type NodeRow, nodeById, STATE, standingOf } from './tree.store.ts';

/** The rows of a batch, each once, in the order asked. @throws AppError file_not_found, file_in_recycle_bin */
export function requireBatch(sql: SqlStorage, ids: readonly string[], inTrash: 'allow' | 'refuse'): NodeRow[] {
  const parents = new Map<string, Standing>();
  const standings: Standing[] = [];
  const rows: NodeRow[] = [];
  for (const id of new Set(ids)) {
    const row = nodeById(sql, id);
    if (!row || row.state === STATE.deleting || row.state === STATE.made) standings.push('gone');
    else if (row.state === STATE.trashed) standings.push('trashed');
    else {
      const standing = parents.get(row.parent_id) ?? standingOf(sql, row.parent_id);
      parents.set(row.parent_id, standing);
      standings.push(standing);
    }
    if (row) rows.push(row);
  }
  requireStandings(standings, inTrash);
  return rows;
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
         UNION ALL SELECT nodes.id, height + 1 FROM down JOIN nodes ON nodes.parent_id = down.id AND nodes.state = 0 AND nodes.is_file = 0 WHERE height <= ${MAX_DEPTH})
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
         UNION ALL SELECT nodes.id FROM down JOIN nodes ON nodes.parent_id = down.id AND nodes.state = 0 AND nodes.is_file = 0),
       held (is_file, size_bytes, content_key) AS (
         SELECT is_file, size_bytes, content_key FROM nodes WHERE id IN (SELECT value FROM json_each(?1))
         UNION ALL SELECT nodes.is_file, nodes.size_bytes, nodes.content_key FROM down JOIN nodes ON nodes.parent_id = down.id AND nodes.state = 0)
       SELECT coalesce(sum(CASE WHEN content_key IS NOT NULL THEN size_bytes END), 0) AS bytes,
         coalesce(sum(content_key IS NOT NULL), 0) AS files, coalesce(sum(is_file = 0), 0) AS folders FROM held`,
      JSON.stringify(ids),
    )
    .one();
}

/** These ids without those that lie below another one of them: a tree is copied once. */
export function topmost(sql: SqlStorage, ids: readonly string[]): string[] {
  const asked = new Set(ids);
  return [...asked].filter(
    (id) =>
      !lineOf(sql, id)
        .slice(1)
        .some((above) => asked.has(above)),
  );
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
