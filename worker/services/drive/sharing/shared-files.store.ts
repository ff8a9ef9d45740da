/** The files of a share with the folders that they are in, for a person who follows it. */
import { BELOW } from '../tree/batch.store.ts';
import { openGcids } from '../tree/blocked.store.ts';
import { isLive } from '../tree/tree.store.ts';

/** Nodes of one share that are compared: about 40 ms, and 1 MB. */
const READ_NODES = 10_000;

/** A complete file, or a folder, whose content is ''. */
export interface SharedNode {
  readonly id: string;
  readonly parentId: string;
  readonly contentKey: string;
  readonly sizeBytes: number;
}

/** At and below the live roots, the first ten thousand. */
export function sharedNodes(sql: SqlStorage, rootIds: readonly string[]): SharedNode[] {
  const isOpen = openGcids(sql);
  return sql
    .exec<{ id: string; parent_id: string; is_file: number; key: string | null; size_bytes: number; gcid: string }>(
      `WITH RECURSIVE down (id) AS (
         SELECT value FROM json_each(?)
         UNION SELECT nodes.id FROM down ${BELOW} ON nodes.parent_id = down.id AND nodes.state = 0
         LIMIT ${READ_NODES})
       SELECT nodes.id, parent_id, is_file, content_key AS key, size_bytes, gcid
       FROM down CROSS JOIN nodes ON nodes.id = down.id
       WHERE is_file = 0 OR (phase = 'PHASE_TYPE_COMPLETE' AND content_key IS NOT NULL)`,
      JSON.stringify(rootIds.filter((id) => isLive(sql, id))),
    )
    .toArray()
    .filter(({ is_file, gcid }) => is_file === 0 || isOpen(gcid))
    .map((row) => ({
      id: row.id,
      parentId: row.parent_id,
      contentKey: row.is_file === 0 ? '' : (row.key ?? ''),
      sizeBytes: row.size_bytes,
    }));
}

/** How many of these contents the drive holds. */
export function countHeld(sql: SqlStorage, contentKeys: readonly string[]): number {
  return sql
    .exec<{ n: number }>(
      'SELECT count(*) AS n FROM contents WHERE nodes > 0 AND content_key IN (SELECT value FROM json_each(?))',
      JSON.stringify(contentKeys),
    )
    .one().n;
}
