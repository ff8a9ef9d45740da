/** Events of grants: their guests' drives read them anew, and a right whose folder is gone ends. Written in the transaction of the change. */
import type { DriveTx, NodeWatchers } from '../core/tx.ts';
import { endUploadsOfGone } from './ended-uploads.store.ts';

export const GRANTS_CHANGED = 'drive.grants-changed';
/** 300 ms: changes of one moment reach a guest by one call. */
const SOON_MS = 300;
/** Grants of one event. */
const MOST = 500;

export interface GrantMark {
  readonly id: string;
  /** '' for an address without an account. */
  readonly userId: string;
}

/** Marks grants among the ids of watchers. */
const PREFIX = '@';

export function notifyGuests(tx: DriveTx, grants: readonly GrantMark[], dueMs = tx.nowMs): void {
  const known = grants.filter(({ userId }) => userId !== '').map(({ id, userId }) => [id, userId]);
  for (let first = 0; first < known.length; first += MOST)
    tx.publish(GRANTS_CHANGED, { grants: known.slice(first, first + MOST) }, dueMs);
}

/** Something at, above or below the nodes of these grants changed. @param isEnd  something left: published at once */
function notifyMarked(tx: DriveTx, marks: readonly string[], isEnd: boolean): void {
  const { sql, nowMs } = tx;
  const ids = JSON.stringify([...new Set(marks)].map((mark) => mark.slice(PREFIX.length)));
  // A folder that changes while a person takes it over stays where it is.
  sql.exec(
    "UPDATE handovers SET state = 'changed' WHERE state = 'copying' AND grant_id IN (SELECT value FROM json_each(?))",
    ids,
  );
  const grants = sql
    .exec<{ id: string; userId: string }>(
      'SELECT id, user_id AS userId FROM grants WHERE id IN (SELECT value FROM json_each(?))',
      ids,
    )
    .toArray();
  if (isEnd) {
    endUploadsOfGone(tx, ids);
    notifyGuests(tx, grants);
    return;
  }
  const waiting = new Set(
    sql
      .exec<{ id: string }>(
        `SELECT one.value ->> 0 AS id FROM _outbox, json_each(_outbox.payload, '$.grants') AS one
         WHERE event = ? AND due_ms > ? AND attempts = 0`,
        GRANTS_CHANGED,
        nowMs,
      )
      .toArray()
      .map(({ id }) => id),
  );
  notifyGuests(
    tx,
    grants.filter(({ id }) => !waiting.has(id)),
    nowMs + SOON_MS,
  );
}

const HERE = "state IN ('invited', 'accepted')";

export const GUEST_WATCHERS: NodeWatchers = {
  any: (sql) => sql.exec('SELECT 1 FROM grants LIMIT 1').toArray().length > 0,
  watched: `SELECT node_id, node_id FROM grants WHERE ${HERE}`,
  at: (nodes) =>
    `SELECT '${PREFIX}' || id AS watcher FROM grants WHERE user_id <> '' AND ${HERE} AND node_id IN (${nodes})`,
  isOwn: (watcher) => watcher.startsWith(PREFIX),
  notify: notifyMarked,
};

/** The account of the owner was closed: no grant stays. */
export function forgetGrants(tx: DriveTx): void {
  const grants = tx.sql
    .exec<{ id: string; userId: string }>(
      "SELECT id, user_id AS userId FROM grants WHERE state IN ('invited', 'accepted')",
    )
    .toArray();
  notifyGuests(tx, grants);
  tx.sql.exec('DELETE FROM grants');
  // A folder that was handed over is another person's, whose drive may not have put it in place yet.
  tx.sql.exec("DELETE FROM handovers WHERE state <> 'done'");
}
