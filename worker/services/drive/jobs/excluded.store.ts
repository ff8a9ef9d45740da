/**
 * Large deletions exclude nodes that the person changed after the request: the last request
 * wins, so that no restored or rewritten node is lost.
 */
import type { NodeListener } from '../core/tx.ts';
import { lineOf } from '../tree/tree.store.ts';

/** Deletions that were taken on and are not out yet. */
const DELETIONS = `tasks.job IS NOT NULL AND json_extract(tasks.job, '$.kind') = 'batch'
       AND json_extract(tasks.job, '$.act.do') IN ('delete', 'empty')`;

/** These were changed: no earlier deletion deletes them. */
export function exclude(sql: SqlStorage, ids: Iterable<string>): void {
  sql.exec(
    `INSERT OR IGNORE INTO job_items (task_id, part, node_id)
     SELECT tasks.id, 'spared', asked.value FROM tasks CROSS JOIN json_each(?) AS asked
     WHERE ${DELETIONS}`,
    JSON.stringify([...ids]),
  );
}

/**
 * The same for these and every folder above them, because something was written there. A folder that waits for its step would
 * be deleted with it, although the client has the answer that it is there.
 */
export function excludeWithAncestors(sql: SqlStorage, ids: Iterable<string>): void {
  if (sql.exec(`SELECT 1 FROM tasks WHERE ${DELETIONS} LIMIT 1`).toArray().length === 0) return;
  exclude(sql, new Set([...ids].flatMap((id) => lineOf(sql, id))));
}

/** A node that the person changed stays. */
export const EXCLUSIONS: NodeListener = {
  onChange({ sql }, ids, withFolders) {
    if (withFolders) excludeWithAncestors(sql, ids);
    else exclude(sql, ids);
  },
};

/** Those of these nodes that a deletion leaves alone. */
export function excludedOf(sql: SqlStorage, taskId: string, ids: readonly string[]): Set<string> {
  const excluded = sql.exec<{ node_id: string }>(
    `SELECT node_id FROM job_items WHERE task_id = ? AND part = 'spared' AND node_id IN (SELECT value FROM json_each(?))`,
    taskId,
    JSON.stringify(ids),
  );
  return new Set([...excluded].map(({ node_id }) => node_id));
}
