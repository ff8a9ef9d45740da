/**
 * Watchers of nodes and their content, and their notification. Their kinds are listeners of the drive; the tree imports none of them.
 * Costs one look-up a kind in a drive without any.
 */

import { watchersOf } from '../core/node-listeners.ts';
import type { DriveTx, NodeWatchers } from '../core/tx.ts';

function hasAny(sql: SqlStorage, kinds: readonly NodeWatchers[]): boolean {
  return kinds.some((kind) => kind.any(sql));
}

/** Watchers of these kinds at one of these nodes or at a folder above one of them. */
export function watchersAt(sql: SqlStorage, kinds: readonly NodeWatchers[], nodeIds: Iterable<string>): string[] {
  if (!hasAny(sql, kinds)) return [];
  return sql
    .exec<{ watcher: string }>(
      `WITH RECURSIVE up (id) AS (
         SELECT value FROM json_each(?)
         UNION SELECT nodes.parent_id FROM up CROSS JOIN nodes ON nodes.id = up.id)
       ${kinds.map((kind) => kind.at('SELECT id FROM up')).join(' UNION ')}`,
      JSON.stringify([...nodeIds]),
    )
    .toArray()
    .map(({ watcher }) => watcher);
}

/** Who watches one of these nodes or a folder above one of them. */
export function watchersAbove(tx: DriveTx, nodeIds: Iterable<string>): string[] {
  return watchersAt(tx.sql, watchersOf(tx), nodeIds);
}

const WATCHED_BELOW = 'SELECT watched FROM up WHERE id IN (SELECT value FROM json_each(?1))';

/** Who watches something at or below one of these nodes. */
export function watchersBelow(tx: DriveTx, nodeIds: readonly string[]): string[] {
  const kinds = watchersOf(tx);
  if (!hasAny(tx.sql, kinds)) return [];
  return tx.sql
    .exec<{ watcher: string }>(
      `WITH RECURSIVE up (watched, id) AS (
         ${kinds.map(({ watched }) => watched).join(' UNION ')}
         UNION SELECT up.watched, nodes.parent_id FROM up JOIN nodes ON nodes.id = up.id)
       ${kinds.map((kind) => kind.at(WATCHED_BELOW)).join(' UNION ')}`,
      JSON.stringify(nodeIds),
    )
    .toArray()
    .map(({ watcher }) => watcher);
}

/** Notifies the owner's windows and these watchers of a change. @param removed  something left: drain before answering */
export function notifyWatchers(tx: DriveTx, watchers: readonly string[], removed: boolean): void {
  tx.changed();
  for (const kind of watchersOf(tx)) {
    const own = watchers.filter((watcher) => kind.isOwn(watcher));
    if (own.length > 0) kind.notify(tx, own, removed);
  }
}

/** Publishes a change at these nodes to those who watch them or a folder above. @returns whether there are any */
export function bumpWatchers(tx: DriveTx, nodeIds: Iterable<string>, removed = false): boolean {
  const watchers = watchersAbove(tx, nodeIds);
  notifyWatchers(tx, watchers, removed);
  return watchers.length > 0;
}
