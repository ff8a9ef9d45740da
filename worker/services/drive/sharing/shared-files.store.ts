/** The files of a share with the folders that they are in, for a person who follows it. */
import { nameKey, sortKey } from '#shared/drive/names.ts';
import { BELOW } from '../tree/batch.store.ts';
import { openGcids } from '../tree/blocked.store.ts';
import { isLive, nodeById } from '../tree/tree.store.ts';
import { findSaveFolder } from './saves.ts';

/** Nodes of one share that are compared: about 40 ms, and 1 MB. */
const READ_NODES = 10_000;

/** A complete file, or a folder, whose content is ''. */
export interface SharedNode {
  readonly id: string;
  readonly parentId: string;
  readonly contentKey: string;
  readonly sizeBytes: number;
  /** Of a folder; '' for a file. */
  readonly name: string;
}

export interface SharedNodes {
  readonly nodes: readonly SharedNode[];
  /** There are more. */
  readonly isPartial: boolean;
}

interface NodeFacts extends Record<string, SqlStorageValue> {
  id: string;
  parent_id: string;
  is_file: number;
  phase: string;
  key: string | null;
  size_bytes: number;
  gcid: string;
  folder_name: string;
}

/** At and below the live roots, the first ten thousand. */
export function sharedNodes(sql: SqlStorage, rootIds: readonly string[]): SharedNodes {
  const isOpen = openGcids(sql);
  const rows = sql
    .exec<NodeFacts>(
      `WITH RECURSIVE down (id) AS (
         SELECT value FROM json_each(?)
         UNION SELECT nodes.id FROM down ${BELOW} ON nodes.parent_id = down.id AND nodes.state = 0
         LIMIT ${READ_NODES + 1})
       SELECT nodes.id, parent_id, is_file, phase, content_key AS key, size_bytes, gcid,
         CASE WHEN is_file = 0 THEN name ELSE '' END AS folder_name
       FROM down CROSS JOIN nodes ON nodes.id = down.id`,
      JSON.stringify(rootIds.filter((id) => isLive(sql, id))),
    )
    .toArray();
  const nodes = rows
    .slice(0, READ_NODES)
    .filter((row) => row.is_file === 0 || (row.phase === 'PHASE_TYPE_COMPLETE' && row.key !== null && isOpen(row.gcid)))
    .map((row) => ({
      id: row.id,
      parentId: row.parent_id,
      contentKey: row.is_file === 0 ? '' : (row.key ?? ''),
      sizeBytes: row.size_bytes,
      name: row.folder_name,
    }));
  return { nodes, isPartial: rows.length > READ_NODES };
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

/** A folder of the person, and the folders below it that paths of names lead to, null where a name is missing; and known ones. */
export interface FoundFolders {
  readonly baseId: string | null;
  readonly folders: readonly (string | null)[];
  /** Those of the known ones that are there. */
  readonly live: readonly string[];
}

export interface FolderSearch {
  /** Null: the folder of saves. */
  readonly from: string | null;
  readonly paths: readonly (readonly string[])[];
  readonly known: readonly string[];
}

function isLiveFolder(sql: SqlStorage, id: string): boolean {
  return nodeById(sql, id)?.is_file === 0 && isLive(sql, id);
}

export function foldersAlong(sql: SqlStorage, { from, paths, known: knownIds }: FolderSearch): FoundFolders {
  const baseId = from ?? findSaveFolder(sql) ?? null;
  const known = new Map<string, string | null>();
  function step(parentId: string, name: string): string | null {
    const key = `${parentId}/${name}`;
    let id = known.get(key);
    if (id === undefined) {
      const [row] = sql
        .exec<{ id: string }>(
          'SELECT id FROM nodes WHERE parent_id = ? AND state = 0 AND is_file = 0 AND sort_key = ? AND name_key = ? LIMIT 1',
          ...[parentId, sortKey(name), nameKey(name)],
        )
        .toArray();
      id = row?.id ?? null;
      known.set(key, id);
    }
    return id;
  }
  const follow = (path: readonly string[]): string | null => {
    let at = baseId;
    for (const name of path) at = at === null ? null : step(at, name);
    return at;
  };
  return {
    baseId,
    live: knownIds.filter((id) => isLiveFolder(sql, id)),
    folders: baseId === '' || (baseId !== null && isLive(sql, baseId)) ? paths.map(follow) : paths.map(() => null),
  };
}
