/**
 * Large folders have indexes of time and size, small ones are sorted as they are read: an index row for each file of every drive
 * costs more than the reading. `nodes.ranked` says that a node is in these indexes. Triggers set it for what is added to a folder
 * of `ranked_folders`; the nodes that were there before follow in steps of the alarm.
 */
import type { DriveTx } from '../core/tx.ts';

/** A large folder by creation, which no change of a thing moves. */
export const CREATED_INDEX = `
  CREATE INDEX nodes_by_created ON nodes (parent_id, state, is_file, created_ms, id, category) WHERE ranked = 1;
`;

/** Larger folders are ranked: sorting so many rows of one index takes 2 ms. */
export const SORTED_NODES = 2_000;
/** Nodes of one step: below 20 ms. */
const STEP_NODES = 1_000;

/** The folder's indexes are whole. */
export function isRanked(sql: SqlStorage, folderId: string): boolean {
  return sql.exec('SELECT 1 FROM ranked_folders WHERE folder_id = ? AND done = 1', folderId).toArray().length > 0;
}

/** Asked after a page that did not hold the whole folder. */
export function rankIfLarge({ sql, nowMs, wakeAt }: Pick<DriveTx, 'sql' | 'nowMs' | 'wakeAt'>, folderId: string): void {
  if (sql.exec('SELECT 1 FROM ranked_folders WHERE folder_id = ?', folderId).toArray().length > 0) return;
  const { n } = sql
    .exec<{ n: number }>(
      `SELECT count(*) AS n FROM (SELECT 1 FROM nodes INDEXED BY nodes_by_name WHERE parent_id = ? AND state = 0
       AND is_file IN (0, 1) LIMIT ?)`,
      folderId,
      SORTED_NODES + 1,
    )
    .one();
  if (n <= SORTED_NODES) return;
  sql.exec('INSERT INTO ranked_folders (folder_id) VALUES (?)', folderId);
  wakeAt(nowMs);
}

interface Place extends Record<string, SqlStorageValue> {
  is_file: number;
  sort_key: string;
  id: string;
}

/** Ranks the next nodes of one folder. @returns whether more are left */
export function rankNext(sql: SqlStorage): boolean {
  const [folder] = sql
    .exec<{ id: string; after: string }>(
      'SELECT folder_id AS id, after FROM ranked_folders WHERE done = 0 ORDER BY folder_id LIMIT 1',
    )
    .toArray();
  if (!folder) return false;
  const [isFile, sortKey, id] = JSON.parse(folder.after) as [number, string, string];
  const places = sql
    .exec<Place>(
      `SELECT is_file, sort_key, id FROM nodes INDEXED BY nodes_by_name WHERE parent_id = ? AND state = 0
       AND (is_file, sort_key, id) > (?, ?, ?) ORDER BY is_file, sort_key, id LIMIT ?`,
      folder.id,
      isFile,
      sortKey,
      id,
      STEP_NODES,
    )
    .toArray();
  const ids = JSON.stringify(places.map((place) => place.id));
  sql.exec('UPDATE nodes SET ranked = 1 WHERE ranked = 0 AND id IN (SELECT value FROM json_each(?))', ids);
  const last = places.at(-1);
  if (last && places.length === STEP_NODES) {
    const after = JSON.stringify([last.is_file, last.sort_key, last.id]);
    sql.exec('UPDATE ranked_folders SET after = ? WHERE folder_id = ?', after, folder.id);
  } else sql.exec('UPDATE ranked_folders SET done = 1 WHERE folder_id = ?', folder.id);
  return sql.exec('SELECT 1 FROM ranked_folders WHERE done = 0 LIMIT 1').toArray().length > 0;
}
