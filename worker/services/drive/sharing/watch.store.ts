/** Links that watch nodes, and the event for them. */
import type { DriveTx, NodeWatchers } from '../core/tx.ts';

const TREE_CHANGED = 'drive.tree-changed';
/** 300 ms: renamed, added and restored files appear in a link after this long; less than a page of it may be cached. */
const SOON_MS = 300;

/** Adds the shares to an event that waits, so that changes of one moment reach a share by one call. */
function publishSoon(tx: DriveTx, shareIds: readonly string[]): void {
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

export const LINK_WATCHERS: NodeWatchers = {
  any: (sql) => sql.exec('SELECT 1 FROM watches LIMIT 1').toArray().length > 0,
  watched: `SELECT node_id, node_id FROM watches UNION ALL SELECT items.node_id, items.node_id FROM albums
    CROSS JOIN album_items AS items ON items.album_id = albums.id WHERE albums.id IN (SELECT node_id FROM watches)`,
  // From the few albums that have a link, so that a change looks into these alone.
  at: (nodes) => `SELECT share_id AS watcher FROM watches WHERE node_id IN (${nodes})
    UNION SELECT share_id FROM albums CROSS JOIN watches ON watches.node_id = albums.id
    CROSS JOIN album_items AS items ON items.album_id = albums.id WHERE items.node_id IN (${nodes})`,
  // Ids of links have letters, digits, _ and - alone; those of other watchers begin with a sign.
  isOwn: (watcher) => /^[\w-]/.test(watcher),
  notify(tx, shareIds, removed) {
    if (removed) tx.publish(TREE_CHANGED, { shareIds: [...new Set(shareIds)], removed });
    else publishSoon(tx, shareIds);
  },
};

export function addWatch(sql: SqlStorage, shareId: string, nodeIds: readonly string[]): null {
  const nodes = JSON.stringify(nodeIds);
  sql.exec('INSERT OR IGNORE INTO watches (node_id, share_id) SELECT value, ? FROM json_each(?)', shareId, nodes);
  return null;
}

export function dropWatch(sql: SqlStorage, shareId: string): null {
  sql.exec('DELETE FROM watches WHERE share_id = ?', shareId);
  return null;
}
