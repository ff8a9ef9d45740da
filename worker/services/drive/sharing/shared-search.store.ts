/**
 * Search in names of what a share shows. It walks down from the folder that is shown, so that nothing outside the share is ever read,
 * and reads a bounded part of it: strangers search in the drive of its owner.
 */
import {
  dayStartMs,
  type FindQuery,
  parseQuery,
  problemOf,
  type QueryFilters,
  type QueryTerm,
} from '#shared/find/query.ts';
import { DEFAULT_TIME_ZONE } from '#shared/locale/time-zone.ts';
import { BELOW } from '../tree/batch.store.ts';
import { folderPaths, foldersMeant } from '../tree/search/named-folders.ts';
import { compared, holdsNear, mayBeNear, nearWordsOf } from '../tree/search/near-terms.ts';
import {
  ALL_NODES,
  conditionsOf,
  FOUND,
  holdsTerm,
  makeValues,
  type Narrowing,
  termsOf,
  type Values,
} from '../tree/search/search.store.ts';

/** Nodes that one search reads: about 40 ms. */
const READ_NODES = 20_000;
/** Folders that one search walks through. */
const READ_FOLDERS = 5_000;
/** Things that one search finds at most. */
const FOUND_NODES = 1_000;
/** Terms of a search that count; each is a value of the statement. */
const MAX_TERMS = 16;

export interface SharedSearch {
  readonly text: string;
  /** Live folders of the share that are searched. */
  readonly below: readonly string[];
  /** Live nodes that may be found themselves: the roots of a share. */
  readonly beside: readonly string[];
}

/** Names that may hold a word with an error, as far as one search compares them. */
const COMPARED_NAMES = 100;

/**
 * Nodes in place whose names hold all terms, or all but for an error where none holds them. Stars, links and senders are facts of the
 * owner: a search that asks for them finds nothing.
 */
export function findShared(sql: SqlStorage, { text, below, beside }: SharedSearch): string[] {
  const query = parseQuery(text);
  const { terms, filters } = query;
  if (isRefused(query)) return [];
  const within = { below: filters.folders.length > 0 ? foldersNamed(sql, below, filters.folders) : below, beside };
  const asked = filters.folders.length > 0 ? { ...within, beside: [] } : within;
  const exact = read(
    sql,
    asked,
    filters,
    (values) =>
      termsOf(terms.slice(0, MAX_TERMS).map((term) => term.text))
        .map((term) => ` AND ${holdsTerm(term, values.bind(term.found), values.bind(term.exact))}`)
        .join(''),
    FOUND_NODES,
  );
  if (exact.length > 0 || !mayBeNear(terms)) return exact.map(({ id }) => id);
  return findNear(sql, asked, terms, filters);
}

function isRefused(query: FindQuery): boolean {
  const { terms, tokens, filters } = query;
  const asksOwner = filters.isStarred || filters.isShared || filters.senders.length > 0;
  return asksOwner || problemOf(query) !== null || terms.length + tokens.length === 0;
}

function findNear(sql: SqlStorage, asked: Walk, terms: readonly QueryTerm[], filters: QueryFilters): string[] {
  const sought = nearWordsOf(terms);
  const candidates = read(sql, asked, filters, (values) => holdsNear(sought, FOUND, values), COMPARED_NAMES);
  return [...compared(candidates, sought)].map(({ candidate }) => candidate.id);
}

type Walk = Pick<SharedSearch, 'below' | 'beside'>;

function narrowingOf({ kinds, extensions, before, after, larger, smaller }: QueryFilters): Narrowing {
  return {
    ...ALL_NODES,
    types: [...kinds.map((kind) => kind.toUpperCase()), ...extensions.map((end) => `.${end}`)],
    beforeMs: before && dayStartMs(before, DEFAULT_TIME_ZONE),
    fromMs: after && dayStartMs(after, DEFAULT_TIME_ZONE),
    larger,
    smaller,
  };
}

/** Folders at and below those that are shown. */
const DOWN = `down (id) AS (
    SELECT value FROM json_each(?1)
    UNION SELECT nodes.id FROM down ${BELOW} ON nodes.parent_id = down.id AND nodes.state = 0 AND nodes.is_file = 0
    LIMIT ${READ_FOLDERS})`;

function read(
  sql: SqlStorage,
  { below, beside }: Walk,
  filters: QueryFilters,
  holds: (values: Values) => string,
  most: number,
) {
  const values = makeValues([JSON.stringify(below), JSON.stringify(beside)]);
  const conditions = holds(values) + conditionsOf([], narrowingOf(filters), values);
  return sql
    .exec<{ id: string; found: string; exact: string }>(
      `WITH RECURSIVE ${DOWN},
       held (id) AS (
         SELECT value FROM json_each(?2)
         UNION ALL SELECT nodes.id FROM down ${BELOW} ON nodes.parent_id = down.id AND nodes.state = 0
         LIMIT ${READ_NODES})
       SELECT DISTINCT nodes.id AS id, ${FOUND} AS found, name_key AS exact FROM held CROSS JOIN nodes ON nodes.id = held.id
       WHERE nodes.state = 0${conditions} LIMIT ${most}`,
      ...values.list,
    )
    .toArray();
}

/** The folders that are meant, of those that are shown; no other folder of the drive is read. */
function foldersNamed(sql: SqlStorage, below: readonly string[], texts: readonly string[]): string[] {
  const walked = sql
    .exec<{ id: string; parentId: string; key: string }>(
      `WITH RECURSIVE ${DOWN} SELECT nodes.id AS id, parent_id AS parentId, ${FOUND} AS key FROM down CROSS JOIN nodes ON nodes.id = down.id`,
      JSON.stringify(below),
    )
    .toArray();
  const byId = new Map(walked.map((folder) => [folder.id, folder]));
  const aboveOf = ({ parentId }: { readonly parentId: string }): string[] => {
    const above = byId.get(parentId);
    return above ? [...aboveOf(above), above.key] : [];
  };
  return foldersMeant(walked, folderPaths(texts), aboveOf);
}
