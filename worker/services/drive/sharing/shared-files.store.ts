/** The files of a share with the folders that they are in, for a person who follows it. */
import { nameKey, sortKey } from '#shared/drive/names.ts';
import { withItems } from '../albums/albums.store.ts';
import { BELOW, topmost } from '../tree/batch.store.ts';
import { openGcids } from '../tree/blocked.store.ts';
import { isLive, liveOf, nodeById } from '../tree/tree.store.ts';
import { findSaveFolder } from './saves.ts';

/** Nodes that one call reads: about 40 ms, and 1 MB. */
const STEP_NODES = 10_000;
/** Folders that one statement reads. */
const FOLDERS_AT_ONCE = 500;

/** A complete file, or a folder, whose content is ''. */
export interface SharedNode {
  readonly id: string;
  /** '' for a root of the share. */
  readonly parentId: string;
  readonly contentKey: string;
  readonly sizeBytes: number;
  /** Of a folder; '' for a file. */
  readonly name: string;
}

/** Where the next call goes on. */
export interface NodesRest {
  /** Their children have not been read. */
  readonly folderIds: readonly string[];
  /** Of the first of them: after this child; null from its beginning. */
  readonly after: readonly [isFile: number, nameKey: string, id: string] | null;
}

export interface SharedNodes {
  readonly nodes: readonly SharedNode[];
  /** Null: that was all. */
  readonly rest: NodesRest | null;
}

interface NodeFacts extends Record<string, SqlStorageValue> {
  id: string;
  parent_id: string;
  is_file: number;
  phase: string;
  key: string | null;
  size_bytes: number;
  gcid: string;
  name_key: string;
  folder_name: string;
}

const FACTS = `nodes.id, parent_id, is_file, phase, content_key AS key, size_bytes, gcid, name_key,
  CASE WHEN is_file = 0 THEN name ELSE '' END AS folder_name`;

/** Roots that are below no other, as nodes that are in no folder. */
function liveRoots(sql: SqlStorage, rootIds: readonly string[]): NodeFacts[] {
  const live = topmost(sql, liveOf(sql, withItems(sql, rootIds)));
  return sql
    .exec<NodeFacts>(`SELECT ${FACTS} FROM nodes WHERE id IN (SELECT value FROM json_each(?))`, JSON.stringify(live))
    .toArray()
    .map((root) => ({ ...root, parent_id: '' }));
}

interface ChildFacts extends NodeFacts {
  /** Place of its folder among the folders that were asked for. */
  place: number;
}

/** Folder after folder, and each in the order of its index: a later call goes on behind any of them. */
function childrenOf(sql: SqlStorage, { folderIds, after }: NodesRest, limit: number): ChildFacts[] {
  return sql
    .exec<ChildFacts>(
      `SELECT ${FACTS}, folder.key AS place FROM json_each(?) AS folder ${BELOW} ON nodes.parent_id = folder.value AND nodes.state = 0
       WHERE folder.key > 0 OR (is_file, name_key, nodes.id) > (?, ?, ?) LIMIT ?`,
      JSON.stringify(folderIds),
      ...(after ?? [-1, '', '']),
      limit,
    )
    .toArray();
}

/** At and below the live roots, ten thousand a call. @param from  null: from the roots */
export function sharedNodes(sql: SqlStorage, rootIds: readonly string[], from: NodesRest | null = null): SharedNodes {
  const isOpen = openGcids(sql);
  const rows: NodeFacts[] = from ? [] : liveRoots(sql, rootIds);
  const foldersIn = (some: readonly NodeFacts[]) => some.filter((row) => row.is_file === 0).map(({ id }) => id);
  let rest: NodesRest = from ?? { folderIds: foldersIn(rows), after: null };
  while (rest.folderIds.length > 0 && rows.length < STEP_NODES) {
    const group = rest.folderIds.slice(0, FOLDERS_AT_ONCE);
    const limit = STEP_NODES - rows.length;
    const found = childrenOf(sql, { ...rest, folderIds: group }, limit);
    rows.push(...found);
    const last = found.length === limit ? found.at(-1) : undefined;
    // A folder that moved between two calls may be asked for twice: its place distinguishes them.
    const readCount = last ? last.place : group.length;
    rest = {
      folderIds: [...rest.folderIds.slice(readCount), ...foldersIn(found)],
      after: last ? [last.is_file, last.name_key, last.id] : null,
    };
  }
  const nodes = rows
    .filter((row) => row.is_file === 0 || (row.phase === 'PHASE_TYPE_COMPLETE' && row.key !== null && isOpen(row.gcid)))
    .map((row) => ({
      id: row.id,
      parentId: row.parent_id,
      contentKey: row.is_file === 0 ? '' : (row.key ?? ''),
      sizeBytes: row.size_bytes,
      name: row.folder_name,
    }));
  return { nodes, rest: rest.folderIds.length > 0 ? rest : null };
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
          parentId,
          sortKey(name),
          nameKey(name),
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
