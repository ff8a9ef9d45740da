/**
 * Tags of folders: the newest act at or below a folder. A program descends only into a folder whose tag has changed.
 * Computed from the log: an act counts for the folders that its nodes left and came to, for a folder that it renames or moves, and for all
 * above these as the tree is now.
 * A folder that leaves them does so by a later act, which counts for the folders above the place that it left.
 */
import { newRunNumber } from '#worker/platform/ids.ts';
import { ACT, SEEN } from '../core/act.ts';
import { actMark, setActMark } from './marks.store.ts';

export interface Tag {
  readonly n: number;
  readonly run: number;
}

interface FolderTag extends Record<string, SqlStorageValue> {
  folder_id: string;
  n: number;
  run: number;
}

interface Touching extends Record<string, SqlStorageValue> {
  n: number;
  run: number;
  folder: string;
}

/**
 * Folders that acts after `n` touched, the newest act of each first. A folder with another name or place is one of them: a sync client
 * that renames it forgets what it was to remove below, and finds it again by the tag.
 */
function touched(sql: SqlStorage, n: number): Touching[] {
  const each = (column: string) =>
    `SELECT n, run, kind, value AS folder FROM acts, json_each(CASE WHEN ${column} LIKE '[%' THEN ${column} ELSE json_array(${column}) END)
       WHERE n > ?1 AND kind < ${SEEN} AND ${column} IS NOT NULL`;
  const renamed = `SELECT n, run, kind, folder FROM (${each('ids')}) JOIN nodes ON nodes.id = folder
       WHERE kind IN (${ACT.rename}, ${ACT.move}) AND nodes.is_file = 0`;
  return sql
    .exec<Touching>(
      `SELECT max(n) AS n, run, folder FROM (${each('from_ids')} UNION ALL ${each('to_ids')} UNION ALL ${renamed}) GROUP BY folder ORDER BY n DESC`,
      n,
    )
    .toArray();
}

/** Parents of these folders and of all above them; those that are gone have none. */
function parentsOf(sql: SqlStorage, folders: readonly string[]): Map<string, string> {
  const rows = sql.exec<{ id: string; parent_id: string }>(
    `WITH RECURSIVE up (id) AS (
       SELECT value FROM json_each(?)
       UNION SELECT nodes.parent_id FROM up CROSS JOIN nodes ON nodes.id = up.id)
     SELECT nodes.id, nodes.parent_id FROM up CROSS JOIN nodes ON nodes.id = up.id`,
    JSON.stringify(folders),
  );
  return new Map([...rows].map(({ id, parent_id: parentId }) => [id, parentId]));
}

/** Tags of the folders that acts after `n` changed. */
export function tagsSince(sql: SqlStorage, n: number): Map<string, Tag> {
  const acts = touched(sql, n);
  const parents = parentsOf(
    sql,
    acts.map(({ folder }) => folder),
  );
  const tags = new Map<string, Tag>();
  // The newest act comes first: a folder that has a tag has it from a later act, and so have those above it.
  for (const { folder, n: number, run } of acts)
    for (let at: string | undefined = folder; at !== undefined && !tags.has(at); at = parents.get(at))
      if (at === '' || parents.has(at)) tags.set(at, { n: number, run });
  return tags;
}

function storedTags(sql: SqlStorage, ids: readonly string[]): Map<string, Tag> {
  const text = 'SELECT folder_id, n, run FROM folder_tags WHERE folder_id IN (SELECT value FROM json_each(?))';
  const rows = sql.exec<FolderTag>(text, JSON.stringify(ids));
  return new Map([...rows].map(({ folder_id: id, n, run }) => [id, { n, run }]));
}

/** Stores the tags that have changed since they were stored last. */
export function foldTags(sql: SqlStorage): void {
  const tags = [...tagsSince(sql, actMark(sql, 'folded').n)].map(([id, { n, run }]) => [id, n, run]);
  const newest = sql.exec<{ n: number }>('SELECT max(n) AS n FROM acts').one().n;
  sql.exec(
    `INSERT OR REPLACE INTO folder_tags (folder_id, n, run) SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)`,
    JSON.stringify(tags),
  );
  setActMark(sql, 'folded', newest);
}

/** Tags of one drive: those stored, and in memory those of the acts since. Only for reading: what a transaction may undo is not kept. */
export function makeTags(sql: SqlStorage) {
  let fresh = new Map<string, Tag>();
  let foldedAt = -1;
  let readTo = -1;

  function refresh(): void {
    const folded = actMark(sql, 'folded').n;
    const newest = sql.exec<{ n: number | null }>('SELECT max(n) AS n FROM acts').one().n ?? 0;
    if (folded !== foldedAt) {
      fresh = new Map();
      foldedAt = folded;
      readTo = folded;
    }
    if (newest === readTo) return;
    for (const [id, tag] of tagsSince(sql, readTo)) fresh.set(id, tag);
    readTo = newest;
  }

  /** @param ids  folders; '' is the root */
  function of(ids: readonly string[]): Map<string, Tag> {
    refresh();
    const begin = actMark(sql, 'begin');
    const stored = storedTags(
      sql,
      ids.filter((id) => !fresh.has(id)),
    );
    return new Map(ids.map((id) => [id, fresh.get(id) ?? stored.get(id) ?? begin]));
  }

  return {
    of,
    /** Gives folders other tags without an act, until the next act below them. In memory: the former tag comes back after a start, as one more change. */
    renew(ids: readonly string[]): void {
      for (const [id, { n }] of of(ids)) fresh.set(id, { n, run: newRunNumber() });
    },
  };
}

export type Tags = ReturnType<typeof makeTags>;
