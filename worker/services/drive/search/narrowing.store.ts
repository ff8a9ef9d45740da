/** Turns the operators of a search into ids and bounds of this drive. */
import { dayStartMs, hasFilters, type QueryFilters } from '#shared/find/query.ts';
import { BELOW } from '../tree/batch.store.ts';
import { folderKey, folderPaths, foldersMeant } from '../tree/search/named-folders.ts';
import { ALL_NODES, FOUND, makeValues, makeWays, type Narrowing } from '../tree/search/search.store.ts';

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
    ids: idLists.length > 0 ? inAll(idLists) : null,
    types: [...filters.kinds.map((kind) => kind.toUpperCase()), ...filters.extensions.map((end) => `.${end}`)],
    beforeMs: before && dayStartMs(before, timeZone),
    fromMs: after && dayStartMs(after, timeZone),
    larger: filters.larger,
    smaller: filters.smaller,
    isStarred: filters.isStarred,
  };
}

function inAll([first = [], ...others]: readonly (readonly string[])[]): string[] {
  const sets = others.map((list) => new Set(list));
  return first.filter((id) => sets.every((set) => set.has(id)));
}

/** The folders that are meant, and all folders below. */
function foldersNamed(sql: SqlStorage, texts: readonly string[]): string[] {
  return sql
    .exec<{ id: string }>(
      `WITH RECURSIVE down (id) AS (
         SELECT value FROM json_each(?)
         UNION SELECT nodes.id FROM down ${BELOW} ON nodes.parent_id = down.id AND nodes.state = 0 AND nodes.is_file = 0
         LIMIT ${HELD_FOLDERS})
       SELECT id FROM down`,
      JSON.stringify(namedIn(sql, texts)),
    )
    .toArray()
    .map(({ id }) => id);
}

/** Reads the index of names once for all texts. Equal names come first, so that no number of other ones hides them. */
function namedIn(sql: SqlStorage, texts: readonly string[]): string[] {
  const paths = folderPaths(texts);
  const names = [...new Set(paths.map((path) => path.at(-1) ?? ''))];
  if (names.length === 0) return [];
  const values = makeValues();
  const bound = names.map((name) => values.bind(name));
  const held = sql
    .exec<{ id: string; parent_id: string; key: string }>(
      `SELECT id, parent_id, ${FOUND} AS key FROM nodes INDEXED BY nodes_by_name
       WHERE state = 0 AND is_file = 0 AND (${bound.map((name) => `instr(${FOUND}, ${name}) > 0`).join(' OR ')})
       ORDER BY ${FOUND} IN (${bound.join(', ')}) DESC LIMIT ${NAMED_FOLDERS}`,
      ...values.list,
    )
    .toArray();
  const wayTo = makeWays(sql);
  return foldersMeant(held, paths, ({ parent_id }) => wayTo(parent_id)?.map(({ name }) => folderKey(name)) ?? null);
}

/** Files that visitors of links or guests sent whose name or address holds one of the texts. */
function sentBy(sql: SqlStorage, texts: readonly string[]): string[] {
  const keys = texts.map(folderKey);
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
      const key = folderKey(sender);
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
