/** Turns the operators of a search into ids and bounds of this drive. */
import { nameKey } from '#shared/drive/names.ts';
import { findKey } from '#shared/find/find-key.ts';
import { dayStartMs, hasFilters, type QueryFilters } from '#shared/find/query.ts';
import { BELOW, crumbsOf } from '../tree/batch.store.ts';
import { ALL_NODES, FOUND, type Narrowing } from '../tree/search/search.store.ts';
import { lineOf } from '../tree/tree.store.ts';

/** Folders of a name, and folders below them, that one search looks into. */
const NAMED_FOLDERS = 500;
const HELD_FOLDERS = 20_000;
/** Files that others sent, as far as one search looks. */
const SENT_FILES = 50_000;
/** Nodes that are shared, as far as one search looks. */
const SHARED_NODES = 5_000;

/** Facts from outside the drive that narrow a search. */
export interface Known {
  readonly timeZone: string;
  /** Null where the search does not ask for it. */
  readonly sharedIds: readonly string[] | null;
}

export function narrowingOf(sql: SqlStorage, filters: QueryFilters, { timeZone, sharedIds }: Known): Narrowing {
  if (!hasFilters(filters)) return ALL_NODES;
  const { before, after, folders, senders } = filters;
  const idLists = [...(sharedIds ? [sharedIds] : []), ...(senders.length > 0 ? [sentBy(sql, senders)] : [])];
  return {
    folders: folders.length > 0 ? foldersNamed(sql, folders) : null,
    ids: idLists.length > 0 ? idLists.reduce((ids, list) => ids.filter((id) => list.includes(id))) : null,
    types: [...filters.kinds.map((kind) => kind.toUpperCase()), ...filters.extensions.map((end) => `.${end}`)],
    beforeMs: before && dayStartMs(before, timeZone),
    fromMs: after && dayStartMs(after, timeZone),
    larger: filters.larger,
    smaller: filters.smaller,
    isStarred: filters.isStarred,
  };
}

const keyOf = (name: string): string => findKey(nameKey(name.trim()));

/** Folders with one of these names or ends of paths, and all folders below. Where no name is equal, names that hold the text. */
function foldersNamed(sql: SqlStorage, texts: readonly string[]): string[] {
  const named = new Set(
    texts.flatMap((text) =>
      foldersOf(
        sql,
        text
          .split('/')
          .map(keyOf)
          .filter((key) => key !== ''),
      ),
    ),
  );
  return sql
    .exec<{ id: string }>(
      `WITH RECURSIVE down (id) AS (
         SELECT value FROM json_each(?)
         UNION SELECT nodes.id FROM down ${BELOW} ON nodes.parent_id = down.id AND nodes.state = 0 AND nodes.is_file = 0
         LIMIT ${HELD_FOLDERS})
       SELECT id FROM down`,
      JSON.stringify([...named]),
    )
    .toArray()
    .map(({ id }) => id);
}

function foldersOf(sql: SqlStorage, path: readonly string[]): string[] {
  const last = path.at(-1);
  if (last === undefined) return [];
  const held = sql
    .exec<{ id: string; key: string }>(
      `SELECT id, ${FOUND} AS key FROM nodes INDEXED BY nodes_by_name WHERE state = 0 AND is_file = 0 AND instr(${FOUND}, ?) > 0 LIMIT ${NAMED_FOLDERS}`,
      last,
    )
    .toArray();
  const equal = held.filter(({ key }) => key === last);
  const above = path.slice(0, -1);
  return (equal.length > 0 ? equal : held).map(({ id }) => id).filter((id) => isBelow(sql, id, above));
}

/** Whether the folders right above have these names, the lowest last. */
function isBelow(sql: SqlStorage, id: string, above: readonly string[]): boolean {
  if (above.length === 0) return true;
  const names = crumbsOf(sql, lineOf(sql, id))
    .map(({ name }) => keyOf(name))
    .slice(0, -1);
  return above.every((key, at) => names[names.length - above.length + at] === key);
}

/** Files that visitors of links or guests sent whose name or address holds one of the texts. */
function sentBy(sql: SqlStorage, texts: readonly string[]): string[] {
  const keys = texts.map(keyOf);
  const rows = sql.exec<{ id: string; sender: string }>(
    `SELECT node_id AS id, visitor AS sender FROM collect_files WHERE state = 'accepted' AND node_id <> ''
     UNION ALL SELECT grant_uploads.node_id, grants.label FROM grant_uploads JOIN grants ON grants.id = grant_uploads.grant_id
       WHERE grant_uploads.node_id <> ''
     LIMIT ${SENT_FILES}`,
  );
  const isMeant = new Map<string, boolean>();
  const ids: string[] = [];
  for (const { id, sender } of rows) {
    let isOne = isMeant.get(sender);
    if (isOne === undefined) {
      const key = keyOf(sender);
      isOne = keys.some((text) => key.includes(text));
      isMeant.set(sender, isOne);
    }
    if (isOne) ids.push(id);
  }
  return ids;
}

/** Nodes that links or people see, or saw before a link ended. */
export function everSharedIds(sql: SqlStorage): string[] {
  return sql
    .exec<{ id: string }>(
      `SELECT node_id AS id FROM watches UNION SELECT node_id FROM grants WHERE state IN ('invited', 'accepted')
       UNION SELECT folder_id FROM collect_links LIMIT ${SHARED_NODES}`,
    )
    .toArray()
    .map(({ id }) => id);
}
