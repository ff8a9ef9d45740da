/**
 * Search in names of all folders, used space by kind, files with equal bytes. One sweep over an index of names, so
 * that any part of a name in any script is found, one letter too.
 */
import { type BlobManifest, parseManifest } from '#shared/content/manifest.ts';
import { nameKey } from '#shared/drive/names.ts';
import { type FindTerm, findKey, findTerm } from '#shared/find/find-key.ts';
import type { DriveTx } from '../../core/tx.ts';
import { crumbsOf } from '../batch.store.ts';
import { fillSoon } from '../find-keys.store.ts';
import { type PagePlace, placeToken, readPlace, readTimePlace, timeToken } from '../listing-query.ts';
import type { NodeRow } from '../node-columns.ts';
import { isLive, lineOf } from '../tree.store.ts';

export interface FoundNode {
  readonly row: NodeRow;
  /** From the root to its folder. */
  readonly path: readonly { id: string; name: string }[];
}

export interface FoundPage {
  readonly found: FoundNode[];
  readonly nextPageToken: string;
}

/** Conditions of a search beside its words, as ids and bounds of this drive. */
export interface Narrowing {
  /** Folders that hold what is searched, each with those below it; null: all of the drive. */
  readonly folders: readonly string[] | null;
  /** Nodes that may be found; null: all. */
  readonly ids: readonly string[] | null;
  /** `FOLDER` and values of `file_category`, or with the points of extensions: one of them; empty: all. */
  readonly types: readonly string[];
  /** Epoch ms; null for no bound. */
  readonly beforeMs: number | null;
  readonly fromMs: number | null;
  /** Files with more bytes, and with fewer; null for no bound. */
  readonly larger: number | null;
  readonly smaller: number | null;
  readonly isStarred: boolean;
}

export const ALL_NODES: Narrowing = Object.freeze({
  folders: null,
  ids: null,
  types: [],
  beforeMs: null,
  fromMs: null,
  larger: null,
  smaller: null,
  isStarred: false,
});

export interface SearchQuery {
  /** Words and phrases, all of which a name holds. */
  readonly terms: readonly string[];
  readonly narrowing: Narrowing;
  /** `FOLDER` and values of `file_category`; empty: all. */
  readonly kinds: readonly string[];
  readonly pageToken: string;
  /** Rows, 1 or more. */
  readonly rows: number;
}

/** Order of the token of a search. */
const ORDER = 'name_asc';
/** Ranks are 0 to 4. */
const LAST_RANK = 4;

/** How a search sweeps. */
export interface Sweep {
  /** Names of one sweep at most. */
  readonly names: number;
  /** Rows of the sample before it: where enough of them match, names behind those are never sorted. */
  readonly sample: number;
  /** Nodes of a drive that is worth a sample. */
  readonly sampledNodes: number;
}

/** A sample is a tenth of the rows at most. */
export const SWEEP: Sweep = { names: 1_000, sample: 2_000, sampledNodes: 20_000 };
/** Names of the first sweep beyond those of the page: some may be in folders that are in the trash. */
const EXTRA_NAMES = 200;
/** Terms of a search that count; each is a value of the statement. */
const MAX_TERMS = 32;

/** Looks up the way to a folder once a search. */
export function makeWays(sql: SqlStorage) {
  const ways = new Map<string, readonly { id: string; name: string }[] | null>();
  return (folderId: string) => {
    let way = ways.get(folderId);
    if (way === undefined) {
      way = isLive(sql, folderId) ? crumbsOf(sql, lineOf(sql, folderId)) : null;
      ways.set(folderId, way);
    }
    return way;
  };
}

interface NameRow extends Record<string, SqlStorageValue> {
  id: string;
  sort_key: string;
  rank: number;
}

type NamePlace = Pick<PagePlace, 'rank' | 'key' | 'id'>;

interface NameQuery {
  readonly terms: readonly FindTerm[];
  /** All of the text, by both keys. */
  readonly whole: FindTerm;
  readonly kinds: readonly string[];
  readonly narrowing: Narrowing;
}

/** Values of one statement, each with its number. */
export interface Values {
  readonly list: SqlStorageValue[];
  /** @returns the SQL of the value */
  bind(value: SqlStorageValue): string;
}

export function makeValues(list: SqlStorageValue[] = []): Values {
  return { list, bind: (value) => `?${list.push(value)}` };
}

/** The key for finding; until it is filled, the key of the name. */
export const FOUND = 'coalesce(find_key, name_key)';

/**
 * Whether a name holds a term: by the key for finding, or as it is spelled, so that a name without its key is found too.
 * @param found  SQL of the term in the key for finding; `exact`: in the key of names
 */
export function holdsTerm(term: FindTerm, foundSql: string, exactSql: string): string {
  return `(instr(${FOUND}, ${foundSql}) > 0 OR ${isSpelled(term, exactSql)})`;
}

/** SQL: whether the key of a name holds a term where its key for finding, looked through before, does not. */
export function isSpelled({ found, exact }: FindTerm, exactSql: string): string {
  // The same letters are in the key of a name that has no other.
  const isElse = found === exact ? 'find_key IS NOT NULL AND ' : '';
  return `${isElse}instr(name_key, ${exactSql}) > 0`;
}

/** Longer terms first: fewer names hold them, and a name that does not is not looked through for the others. */
export const bySelectivity = (a: FindTerm, b: FindTerm): number => b.found.length - a.found.length;

/** Behind every name that begins with a text: no name has more of the last character of all. */
const LAST = '\u{10ffff}'.repeat(64);

/** SQL of the rows that a search reads: the index of names, that of some folders, or some nodes. They are called `nodes`. */
export function sourceOf(narrowing: Narrowing, values: Values, hasWords = true): string {
  const { folders, ids } = narrowing;
  const listOf = (list: readonly string[]) => `(SELECT value FROM json_each(${values.bind(JSON.stringify(list))}))`;
  if (ids) {
    const isInside = folders ? ` AND nodes.parent_id IN ${listOf(folders)}` : '';
    return `${listOf(ids)} AS held CROSS JOIN nodes ON nodes.id = held.value WHERE nodes.state = 0${isInside}`;
  }
  if (folders)
    return `${listOf(folders)} AS held CROSS JOIN nodes INDEXED BY nodes_by_name ON nodes.parent_id = held.value WHERE nodes.state = 0`;
  // Without words each row would be looked up from the index: the table alone is read faster.
  return `nodes ${!hasWords && looksUp(narrowing) ? 'NOT INDEXED' : 'INDEXED BY nodes_by_name'} WHERE state = 0`;
}

/** Whether the search asks for what the index of names does not have. */
const looksUp = ({ beforeMs, fromMs, isStarred }: Narrowing): boolean =>
  beforeMs !== null || fromMs !== null || isStarred;

/** SQL of the conditions beside the words, each after ` AND `. The index of names answers all but time and star. */
export function conditionsOf(kinds: readonly string[], narrowing: Narrowing, values: Values, hasWords = true): string {
  const { types, beforeMs, fromMs, larger, smaller, isStarred } = narrowing;
  const listed = (list: readonly string[]) => `(SELECT value FROM json_each(${values.bind(JSON.stringify(list))}))`;
  const kindSql = "CASE WHEN is_file = 0 THEN 'FOLDER' ELSE category END";
  const extensions = types.filter((type) => type.startsWith('.'));
  const isType = () => [
    `${kindSql} IN ${listed(types)}`,
    ...extensions.map((end) => `(is_file = 1 AND substr(name_key, ${-end.length}) = ${values.bind(end)})`),
  ];
  const at = hasWords ? 'own' : 'nodes';
  const lookUp = [
    ...(fromMs === null ? [] : [`${at}.user_modified_ms >= ${values.bind(fromMs)}`]),
    ...(beforeMs === null ? [] : [`${at}.user_modified_ms < ${values.bind(beforeMs)}`]),
    ...(isStarred ? [`${at}.starred = 1`] : []),
  ].join(' AND ');
  return [
    ...(kinds.length > 0 ? [`${kindSql} IN ${listed(kinds)}`] : []),
    ...(types.length > 0 ? [`(${isType().join(' OR ')})`] : []),
    ...(larger === null ? [] : [`is_file = 1 AND size_bytes > ${values.bind(larger)}`]),
    ...(smaller === null ? [] : [`is_file = 1 AND size_bytes < ${values.bind(smaller)}`]),
    // A row of the table is read only where all others hold.
    ...(lookUp === '' ? [] : [hasWords ? `(SELECT ${lookUp} FROM nodes AS own WHERE own.id = nodes.id)` : lookUp]),
  ]
    .map((condition) => ` AND ${condition}`)
    .join('');
}

/**
 * SQL of the rank of a name, and of its conditions: 0 begins with the text as it is spelled, 1 holds its terms so in
 * their order, 2 in another, 3 and 4 hold them with the letters that people take for them. Without words all have one rank.
 */
function ranked({ terms, whole, kinds, narrowing }: NameQuery, values: Values) {
  const bound = terms.map((term) => ({ term, found: values.bind(term.found), exact: values.bind(term.exact) }));
  const holds =
    bound
      .toSorted((a, b) => bySelectivity(a.term, b.term))
      .map(({ term, found, exact }) => ` AND ${holdsTerm(term, found, exact)}`)
      .join('') + conditionsOf(kinds, narrowing, values, terms.length > 0);
  if (terms.length === 0) return { begins: 'false', rank: '0', holds };
  const ends = [whole.exact, whole.found].map((text) => [values.bind(text), values.bind(text + LAST)].join(' AND '));
  const areSpelled = bound.map(({ exact }) => `instr(name_key, ${exact}) > 0`).join(' AND ');
  const begins = `name_key BETWEEN ${ends[0]}`;
  // Where each is first; one that is there again later does not count.
  const places = bound.map(({ exact }) => `instr(name_key, ${exact})`);
  const inOrder = places.slice(1).map((place, at) => `${places[at]} < ${place}`);
  const isSorted = inOrder.length === 0 ? '1' : `2 - (${inOrder.join(' AND ')})`;
  return {
    begins,
    rank: `CASE WHEN NOT (${areSpelled}) THEN 3 + (${FOUND} NOT BETWEEN ${ends[1]}) WHEN ${begins} THEN 0 ELSE ${isSorted} END`,
    holds,
  };
}

/** Columns of a row that the index of names has. */
const INDEXED = 'id, sort_key, name_key, find_key, is_file, category, size_bytes';

/** A search with `charge` counts rows for its further words: a name that holds one is looked through for the next, at the cost of a row. */
export interface SearchTx extends Pick<DriveTx, 'sql' | 'nowMs' | 'wakeAt'> {
  readonly charge?: (rows: number) => void;
}

/**
 * Names with all terms by rank, each rank in the order of names. Sweeps the index of names once. Where very many match, sorting them
 * would cost as much as the sweep: a sample says which name cannot be among the first.
 */
function readNames(
  { sql, charge }: Pick<SearchTx, 'sql' | 'charge'>,
  query: NameQuery,
  after: NamePlace | null,
  sweep: Sweep,
): NameRow[] {
  const values = makeValues();
  const { begins, rank, holds } = ranked(query, values);
  const place = after
    ? `(rank, sort_key, id) > (${[after.rank, after.key, after.id].map((value) => values.bind(value)).join(', ')})`
    : '';
  const matches = (rows: string, near: string): string =>
    `SELECT id, sort_key, rank FROM (SELECT nodes.id AS id, nodes.sort_key AS sort_key, ${rank} AS rank FROM ${rows}${holds}) ${near} ORDER BY rank, sort_key, id`;
  const { folders, ids } = query.narrowing;
  const isWhole = folders === null && ids === null && query.terms.length > 0;
  const isLarge = isWhole && sql.exec<{ nodes: number }>('SELECT nodes FROM space').one().nodes >= sweep.sampledNodes;
  const live = sourceOf(query.narrowing, values, query.terms.length > 0);
  const sample = `(SELECT ${INDEXED} FROM ${live} LIMIT ${sweep.sample}) AS nodes WHERE true`;
  const isAfter = place === '' ? '' : `WHERE ${place}`;
  const [last] = isLarge
    ? sql.exec<NameRow>(`${matches(sample, isAfter)} LIMIT 1 OFFSET ${sweep.names - 1}`, ...values.list).toArray()
    : [];
  const [key, lastRank] = last ? [values.bind(last.sort_key), values.bind(last.rank)] : [];
  const isNear = last ? `(sort_key <= ${key} AND rank = ${lastRank} OR rank < ${lastRank})` : '';
  // Names behind the bound are passed over before their letters are looked at, where no better rank can be among them.
  const isBetter = last?.rank === 1 ? ` OR ${begins}` : '';
  const isBefore = last && last.rank < 2 ? ` AND (sort_key <= ${key}${isBetter})` : '';
  const conditions = [place, isNear].filter((each) => each !== '').join(' AND ');
  const cursor = sql.exec<NameRow>(
    `${matches(live + isBefore, conditions === '' ? '' : `WHERE ${conditions}`)} LIMIT ${sweep.names}`,
    ...values.list,
  );
  const names = cursor.toArray();
  if (query.terms.length > 1) charge?.((query.terms.length - 1) * cursor.rowsRead);
  return names;
}

/** A search of words alone, without operators. */
export function wordQuery(text: string): Pick<SearchQuery, 'terms' | 'narrowing' | 'kinds'> {
  return { terms: text.split(/\s+/).filter((word) => word !== ''), narrowing: ALL_NODES, kinds: [] };
}

/** The terms of a search by both keys, each once. */
export function termsOf(texts: readonly string[]): FindTerm[] {
  const keys = texts.map((text) => nameKey(text)).filter((text) => text !== '');
  return [...new Set(keys)].slice(0, MAX_TERMS).map(findTerm);
}

/** Complete files and folders whose names hold all terms. @throws AppError invalid_argument for a bad page token */
export function search(tx: SearchTx, query: SearchQuery, sweep = SWEEP): FoundPage {
  const { sql } = tx;
  const { narrowing, kinds } = query;
  const terms = termsOf(query.terms);
  if (terms.length === 0 && narrowing === ALL_NODES) return { found: [], nextPageToken: '' };
  fillSoon(tx);
  const wayTo = makeWays(sql);
  const found: FoundNode[] = [];
  const exact = nameKey(query.terms.join(' '));
  const asked = { terms, whole: { exact, found: findKey(exact) }, kinds, narrowing };
  let after: NamePlace | null = readPlace(query.pageToken, ORDER, true, { lastRank: LAST_RANK });
  for (let limit = Math.min(query.rows + EXTRA_NAMES, sweep.names); ; limit = sweep.names) {
    const names = readNames(tx, asked, after, { ...sweep, names: limit });
    for (let from = 0; from < names.length; from += query.rows) {
      const some = names.slice(from, from + query.rows);
      const rows = nodesById(sql, some);
      for (const { id, sort_key: key, rank } of some) {
        const row = rows.get(id);
        const path = row?.phase === 'PHASE_TYPE_COMPLETE' ? wayTo(row.parent_id) : null;
        after = { rank, key, id };
        if (!row || !path) continue;
        found.push({ row, path });
        if (found.length === query.rows)
          return { found, nextPageToken: placeToken({ order: ORDER, foldersFirst: true, ...after }) };
      }
    }
    if (names.length < limit) return { found, nextPageToken: '' };
  }
}

export function nodesById(sql: SqlStorage, names: readonly { readonly id: string }[]): Map<string, NodeRow> {
  const rows = sql.exec<NodeRow>(
    'SELECT nodes.* FROM json_each(?) AS asked CROSS JOIN nodes ON nodes.id = asked.value',
    JSON.stringify(names.map(({ id }) => id)),
  );
  return new Map([...rows].map((row) => [row.id, row]));
}

export interface KindUse extends Record<string, SqlStorageValue> {
  category: string;
  files: number;
  bytes: number;
}

/** Complete files of the drive and its trash by kind, most bytes first; bytes with former contents. */
export function usageByKind(sql: SqlStorage): KindUse[] {
  return sql
    .exec<KindUse>(
      `WITH held (category, files, bytes) AS (
         SELECT category, 1, size_bytes FROM nodes WHERE is_file = 1 AND content_key IS NOT NULL
         UNION ALL SELECT nodes.category, 0, versions.size_bytes FROM versions JOIN nodes ON nodes.id = versions.node_id)
       SELECT category, sum(files) AS files, sum(bytes) AS bytes FROM held GROUP BY category ORDER BY bytes DESC, category`,
    )
    .toArray();
}

export interface DuplicateGroup {
  readonly sizeBytes: number;
  readonly gcid: string;
  readonly files: FoundNode[];
}

export interface DuplicatePage {
  readonly groups: DuplicateGroup[];
  readonly nextPageToken: string;
}

/** Contents whose files one sweep finds. */
const SWEPT_CONTENTS = 100;
/** Files of one group at most; there may be more. */
const GROUP_FILES = 100;

/** How many contents of one size are compared by their samples. */
const SAMPLED_CONTENTS = 8;

export interface SizedContent {
  readonly manifest: BlobManifest;
  readonly sizeBytes: number;
  readonly gcid: string;
}

/** Contents of this drive with exactly this size, at most SAMPLED_CONTENTS. */
export function contentsOfSize(sql: SqlStorage, sizeBytes: number): SizedContent[] {
  return sql
    .exec<{ manifest: string; gcid: string }>(
      'SELECT manifest, gcid FROM contents WHERE size_bytes = ? ORDER BY content_key LIMIT ?',
      sizeBytes,
      SAMPLED_CONTENTS,
    )
    .toArray()
    .flatMap(({ manifest, gcid }) => {
      const parsed = parseManifest(manifest);
      return parsed ? [{ manifest: parsed, sizeBytes, gcid }] : [];
    });
}

/** Files in place of each of these contents. One sweep over the sizes of all files: no index of contents to write. */
function filesWith(sql: SqlStorage, contents: readonly SizedKey[]): Map<string, NodeRow[]> {
  const rows = sql.exec<NodeRow>(
    `SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY content_key ORDER BY created_ms, id) AS turn FROM nodes WHERE id IN (
         SELECT id FROM nodes INDEXED BY nodes_by_name WHERE state = 0 AND is_file = 1 AND size_bytes IN (SELECT value FROM json_each(?)))
       AND content_key IN (SELECT value FROM json_each(?))) WHERE turn <= ? ORDER BY turn`,
    JSON.stringify(contents.map(({ size_bytes }) => size_bytes)),
    JSON.stringify(contents.map(({ content_key }) => content_key)),
    GROUP_FILES,
  );
  const files = new Map<string, NodeRow[]>();
  for (const row of rows) {
    const beside = files.get(row.content_key ?? '');
    if (beside) beside.push(row);
    else files.set(row.content_key ?? '', [row]);
  }
  return files;
}

interface SizedKey extends Record<string, SqlStorageValue> {
  content_key: string;
  size_bytes: number;
  gcid: string;
}

/** Contents that more than one file in place has, largest first; empty files are left out. */
export function listDuplicates(sql: SqlStorage, pageToken: string, rows: number): DuplicatePage {
  const wayTo = makeWays(sql);
  const groups: DuplicateGroup[] = [];
  let after = readTimePlace(pageToken) ?? { timeMs: Number.MAX_SAFE_INTEGER, id: '' };
  for (;;) {
    const contents = sql
      .exec<SizedKey>(
        `SELECT content_key, size_bytes, gcid FROM contents WHERE nodes > 1 AND size_bytes > 0 AND (size_bytes, content_key) < (?, ?)
         ORDER BY size_bytes DESC, content_key DESC LIMIT ?`,
        after.timeMs,
        after.id,
        SWEPT_CONTENTS,
      )
      .toArray();
    const held = contents.length > 0 ? filesWith(sql, contents) : new Map<string, NodeRow[]>();
    for (const { content_key, size_bytes, gcid } of contents) {
      const files = (held.get(content_key) ?? []).flatMap((row) => {
        const path = wayTo(row.parent_id);
        return path ? [{ row, path }] : [];
      });
      after = { timeMs: size_bytes, id: content_key };
      if (files.length < 2) continue;
      groups.push({ sizeBytes: size_bytes, gcid, files });
      if (groups.length === rows) return { groups, nextPageToken: timeToken(after) };
    }
    if (contents.length < SWEPT_CONTENTS) return { groups, nextPageToken: '' };
  }
}
