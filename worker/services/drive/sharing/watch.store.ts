/**
 * Shares that watch nodes, and the events for them. Costs one look-up in a drive without shares.
 */

import type { DriveTx } from '../core/tx.ts';
import { nextSeq } from '../tree/content.store.ts';

function hasWatches(sql: SqlStorage): boolean {
  return sql.exec('SELECT 1 FROM watches LIMIT 1').toArray().length > 0;
}

/** Shares that watch one of these nodes or a folder above one of them. */
export function sharesAbove(sql: SqlStorage, nodeIds: Iterable<string>): string[] {
  if (!hasWatches(sql)) return [];
  return sql
    .exec<{ share_id: string }>(
      `WITH RECURSIVE up (id) AS (
         SELECT value FROM json_each(?)
         UNION SELECT nodes.parent_id FROM up CROSS JOIN nodes ON nodes.id = up.id)
       SELECT DISTINCT share_id FROM watches WHERE node_id IN (SELECT id FROM up)`,
      JSON.stringify([...nodeIds]),
    )
    .toArray()
    .map((row) => row.share_id);
}

/** Shares that watch something at or below one of these nodes. */
export function sharesBelow(sql: SqlStorage, nodeIds: readonly string[]): string[] {
  if (!hasWatches(sql)) return [];
  return sql
    .exec<{ share_id: string }>(
      `WITH RECURSIVE up (watched, id) AS (
         SELECT DISTINCT node_id, node_id FROM watches
         UNION SELECT up.watched, nodes.parent_id FROM up JOIN nodes ON nodes.id = up.id)
       SELECT DISTINCT share_id FROM watches WHERE node_id IN (SELECT watched FROM up WHERE id IN (SELECT value FROM json_each(?)))`,
      JSON.stringify(nodeIds),
    )
    .toArray()
    .map((row) => row.share_id);
}

/** Notifies the owner's windows and these shares of a change. @param removed  something left the share: drain before answering */
export function tellShares(tx: DriveTx, shareIds: readonly string[], removed: boolean): void {
  tx.changed();
  if (shareIds.length === 0) return;
  tx.publish('drive.tree-changed', { shareIds: [...new Set(shareIds)], removed, version: nextSeq(tx.sql) });
}

/** Publishes a change at these nodes to the shares that watch them or a folder above. @returns whether there are any */
export function bumpWatchers(tx: DriveTx, nodeIds: Iterable<string>, removed = false): boolean {
  const shareIds = sharesAbove(tx.sql, nodeIds);
  tellShares(tx, shareIds, removed);
  return shareIds.length > 0;
}

/** Reads the whole drive: asked when something must be taken down, never on a visit. @param gcids  upper-case hex */
export function nodesWithGcid(sql: SqlStorage, gcids: readonly string[]): string[] {
  if (gcids.length === 0) return [];
  return sql
    .exec<{ id: string }>('SELECT id FROM nodes WHERE gcid IN (SELECT value FROM json_each(?))', JSON.stringify(gcids))
    .toArray()
    .map((row) => row.id);
}

export function addWatch(sql: SqlStorage, shareId: string, nodeIds: readonly string[]): null {
  for (const id of nodeIds) sql.exec('INSERT OR IGNORE INTO watches (node_id, share_id) VALUES (?, ?)', id, shareId);
  return null;
}

export function dropWatch(sql: SqlStorage, shareId: string): null {
  sql.exec('DELETE FROM watches WHERE share_id = ?', shareId);
  return null;
}
