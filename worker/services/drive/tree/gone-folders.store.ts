/**
 * Folders that are not in place, for questions about files of the whole drive: what is below one of them has its own state in place.
 * They are found once a reading, so that a page reads its index alone.
 */
import { GONE_PARENT, MADE_PARENT, TRASH_PARENT } from './tree.store.ts';

const GONE_ROOTS = `parent_id IN ('${TRASH_PARENT}', '${GONE_PARENT}', '${MADE_PARENT}') AND state IN (1, 2, 3) AND is_file = 0`;

/** Begins a statement: `gone` has all such folders. No value takes the ids of a drive full of them. */
export const WITH_GONE = `WITH RECURSIVE gone (id) AS (SELECT id FROM nodes WHERE ${GONE_ROOTS}
  UNION ALL SELECT nodes.id FROM gone CROSS JOIN nodes ON nodes.parent_id = gone.id AND state = 0 AND is_file = 0)`;

export const hasGone = (sql: SqlStorage): boolean =>
  sql.exec(`SELECT 1 FROM nodes WHERE ${GONE_ROOTS} LIMIT 1`).toArray().length > 0;

/** The beginning of a statement, and a condition that holds for rows of `nodes` in folders in place. Nothing where all folders are. */
export function placedOnly(sql: SqlStorage): { readonly begin: string; readonly isPlaced: string } {
  if (!hasGone(sql)) return { begin: '', isPlaced: '' };
  return { begin: WITH_GONE, isPlaced: 'AND nodes.parent_id NOT IN (SELECT id FROM gone)' };
}
