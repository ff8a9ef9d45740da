/**
 * Shares that watch nodes and grants of guests, and the events for both. Costs two look-ups in a drive without any.
 */

import type { DriveTx } from '../core/tx.ts';
import { hasGrants, isGrantMark, selectGrants, tellMarked } from '../grants/tell-guests.store.ts';

const TREE_CHANGED = 'drive.tree-changed';
/** 300 ms: what is renamed, added or restored is new in a link after this long; less than a page of it may be cached. */
const SOON_MS = 300;

function hasWatches(sql: SqlStorage): boolean {
  return sql.exec('SELECT 1 FROM watches LIMIT 1').toArray().length > 0 || hasGrants(sql);
}

/** Shares that watch one of these nodes or a folder above one of them, and marks of grants there. */
export function sharesAbove(sql: SqlStorage, nodeIds: Iterable<string>): string[] {
  if (!hasWatches(sql)) return [];
  return sql
    .exec<{ share_id: string }>(
      `WITH RECURSIVE up (id) AS (
         SELECT value FROM json_each(?)
         UNION SELECT nodes.parent_id FROM up CROSS JOIN nodes ON nodes.id = up.id)
       SELECT share_id FROM watches WHERE node_id IN (SELECT id FROM up)
       UNION ${selectGrants('SELECT id FROM up')}`,
      JSON.stringify([...nodeIds]),
    )
    .toArray()
    .map((row) => row.share_id);
}

const WATCHED_BELOW = 'SELECT watched FROM up WHERE id IN (SELECT value FROM json_each(?1))';

/** Shares that watch something at or below one of these nodes, and marks of grants there. */
export function sharesBelow(sql: SqlStorage, nodeIds: readonly string[]): string[] {
  if (!hasWatches(sql)) return [];
  return sql
    .exec<{ share_id: string }>(
      `WITH RECURSIVE up (watched, id) AS (
         SELECT node_id, node_id FROM watches UNION SELECT node_id, node_id FROM grants WHERE state IN ('invited', 'accepted')
         UNION SELECT up.watched, nodes.parent_id FROM up JOIN nodes ON nodes.id = up.id)
       SELECT share_id FROM watches WHERE node_id IN (${WATCHED_BELOW}) UNION ${selectGrants(WATCHED_BELOW)}`,
      JSON.stringify(nodeIds),
    )
    .toArray()
    .map((row) => row.share_id);
}

/** Notifies the owner's windows, these shares and these guests of a change. @param removed  something left: drain before answering */
export function tellShares(tx: DriveTx, watchers: readonly string[], removed: boolean): void {
  tx.changed();
  tellMarked(tx, watchers.filter(isGrantMark), removed);
  const shareIds = watchers.filter((id) => !isGrantMark(id));
  if (shareIds.length === 0) return;
  if (removed) tx.publish(TREE_CHANGED, { shareIds: [...new Set(shareIds)], removed });
  else tellSoon(tx, shareIds);
}

/** Adds the shares to an event that waits, so that changes of one moment reach a share by one call. */
function tellSoon(tx: DriveTx, shareIds: readonly string[]): void {
  const [waiting] = tx.sql
    .exec<{ id: string; payload: string }>(
      "SELECT id, payload FROM _outbox WHERE event = ? AND due_ms > ? AND attempts = 0 AND json_extract(payload, '$.removed') = 0 LIMIT 1",
      TREE_CHANGED,
      tx.nowMs,
    )
    .toArray();
  const known = waiting ? (JSON.parse(waiting.payload) as { shareIds: string[] }).shareIds : [];
  const all = [...new Set([...known, ...shareIds])];
  if (!waiting) tx.publish(TREE_CHANGED, { shareIds: all, removed: false }, tx.nowMs + SOON_MS);
  else if (all.length > known.length)
    tx.sql.exec(
      'UPDATE _outbox SET payload = ? WHERE id = ?',
      JSON.stringify({ shareIds: all, removed: false }),
      waiting.id,
    );
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
  const nodes = JSON.stringify(nodeIds);
  sql.exec('INSERT OR IGNORE INTO watches (node_id, share_id) SELECT value, ? FROM json_each(?)', shareId, nodes);
  return null;
}

export function dropWatch(sql: SqlStorage, shareId: string): null {
  sql.exec('DELETE FROM watches WHERE share_id = ?', shareId);
  return null;
}
