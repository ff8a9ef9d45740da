/**
 * Large folders have indexes of time and size, small ones are sorted as they are read: an index row for each file of every drive
 * costs more than the reading. `nodes.ranked` says that a node is in these indexes. Triggers set it for what is added to a folder
 * of `ranked_folders`; the nodes that were there before follow in steps of the alarm. A folder is ranked while it grows, before it
 * is listed: to sort 100,000 rows takes half a second of the thread that all people share.
 */
import type { DriveTx } from '../core/tx.ts';

/** A large folder by creation, which no change of a thing moves. */
export const CREATED_INDEX = `
  CREATE INDEX nodes_by_created ON nodes (parent_id, state, is_file, created_ms, id, category) WHERE ranked = 1;
`;

/** Larger folders are ranked: sorting so many rows of one index takes 2 ms. */
export const SORTED_NODES = 2_000;
/** Nodes of one step: below 20 ms. */
const STEP_NODES = 400;
/** Nodes that a step looks at for each one that it ranks: nodes added since the ranking began are ranked already. */
const LOOKED_AT = 10;
/** So many nodes of one statement may have made a folder large. Smaller additions are looked at by chance, or at a listing. */
const MANY_ADDED = 50;
/** Nodes ranked with those that are added, so that a folder is ranked soon after it has become large, however fast it grows. */
const RANKED_BESIDE = 200;

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

/** Asked after nodes were added by few statements. @param parentIds  of each added node */
export function rankGrown(tx: DriveTx, parentIds: readonly string[]): void {
  if (parentIds.length < MANY_ADDED) return;
  const added = new Map<string, number>();
  for (const id of parentIds) added.set(id, (added.get(id) ?? 0) + 1);
  for (const [id, count] of added) {
    if (count < MANY_ADDED) continue;
    rankIfLarge(tx, id);
    rankStep(tx.sql, id, Math.min(count, RANKED_BESIDE));
  }
}

interface Place extends Record<string, SqlStorageValue> {
  is_file: number;
  sort_key: string;
  id: string;
  ranked: number;
}

/** Ranks the next nodes of a folder that is being ranked. */
function rankStep(sql: SqlStorage, folderId: string, nodes: number): void {
  const [folder] = sql
    .exec<{ after: string }>('SELECT after FROM ranked_folders WHERE folder_id = ? AND done = 0', folderId)
    .toArray();
  if (!folder) return;
  const [isFile, sortKey, id] = JSON.parse(folder.after) as [number, string, string];
  const places = sql
    .exec<Place>(
      `SELECT is_file, sort_key, id, ranked FROM nodes INDEXED BY nodes_by_name WHERE parent_id = ? AND state = 0
       AND (is_file, sort_key, id) > (?, ?, ?) ORDER BY is_file, sort_key, id LIMIT ?`,
      folderId,
      isFile,
      sortKey,
      id,
      nodes * LOOKED_AT,
    )
    .toArray();
  const unranked = places.filter(({ ranked }) => ranked === 0).slice(0, nodes);
  const ids = JSON.stringify(unranked.map((place) => place.id));
  sql.exec('UPDATE nodes SET ranked = 1 WHERE id IN (SELECT value FROM json_each(?))', ids);
  const last = unranked.length === nodes ? unranked.at(-1) : places.at(-1);
  if (last && (unranked.length === nodes || places.length === nodes * LOOKED_AT)) {
    const after = JSON.stringify([last.is_file, last.sort_key, last.id]);
    sql.exec('UPDATE ranked_folders SET after = ? WHERE folder_id = ?', after, folderId);
  } else sql.exec('UPDATE ranked_folders SET done = 1 WHERE folder_id = ?', folderId);
}

/** Ranks the next nodes of one folder. @returns whether more are left */
export function rankNext(sql: SqlStorage): boolean {
  const next = (): string | undefined =>
    sql
      .exec<{ id: string }>('SELECT folder_id AS id FROM ranked_folders WHERE done = 0 ORDER BY folder_id LIMIT 1')
      .toArray()[0]?.id;
  const folderId = next();
  if (folderId === undefined) return false;
  rankStep(sql, folderId, STEP_NODES);
  return next() !== undefined;
}
