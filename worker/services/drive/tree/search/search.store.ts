/**
 * Search in names of all folders, used space by kind, files with equal bytes. One sweep over an index of names, so
 * that any part of a name in any script is found, one letter too.
 */
import { type BlobManifest, parseManifest } from '#shared/content/manifest.ts';
import { nameKey } from '#shared/drive/names.ts';
import { type FindTerm, findKey, findTerms } from '#shared/find/find-key.ts';
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

export interface SearchQuery {
  readonly text: string;
  /** `FOLDER` and values of `file_category`; empty: all. */
  readonly kinds: readonly string[];
  readonly pageToken: string;
  /** Rows, 1 or more. */
  readonly rows: number;
}

/** Order of the token of a search. */
const ORDER = 'name_asc';
/** Ranks are 0 to 3. */
const LAST_RANK = 3;

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
}

/** The key for finding; until it is filled, the key of the name. */
export const FOUND = 'coalesce(find_key, name_key)';

/**
 * Whether a name holds a term: by the key for finding, or as it is spelled, so that a name without its key is found too.
 * @param found  SQL of the term in the key for finding; `exact`: in the key of names
 */
export function holdsTerm({ found, exact }: FindTerm, foundSql: string, exactSql: string): string {
  // The same letters are in the key of a name that has no other.
  const isElse = found === exact ? 'find_key IS NOT NULL AND ' : '';
  return `(instr(${FOUND}, ${foundSql}) > 0 OR ${isElse}instr(name_key, ${exactSql}) > 0)`;
}

/** Behind every name that begins with a text: no name has more of the last character of all. */
const LAST = '\u{10ffff}'.repeat(64);

/**
 * Names with all terms after a place, from `rows`, with their rank: 0 begins with the text as it is spelled, 1 holds its terms so,
 * 2 and 3 do with the letters that people take for them. Values: whole and its end by both keys, kinds, then both keys of each term, place.
 */
function matches({ terms, kinds }: NameQuery, rows: string, near: string): string {
  const at = (n: number, key: number): string => `?${FIRST_TERM + 2 * n + key}`;
  const holds = terms.map((term, n) => ` AND ${holdsTerm(term, at(n, 0), at(n, 1))}`).join('');
  const isSpelled = terms.map((_, n) => `instr(name_key, ${at(n, 1)}) > 0`).join(' AND ');
  const isKind = " AND CASE WHEN is_file = 0 THEN 'FOLDER' ELSE category END IN (SELECT value FROM json_each(?5))";
  return `SELECT id, sort_key, rank FROM (
      SELECT id, sort_key, CASE WHEN ${isSpelled} THEN name_key NOT BETWEEN ?1 AND ?2 ELSE 2 + (${FOUND} NOT BETWEEN ?3 AND ?4) END AS rank
      FROM ${rows}${kinds.length > 0 ? isKind : ''}${holds})
    ${near} ORDER BY rank, sort_key, id`;
}

/** The first value of a term in the statement. */
const FIRST_TERM = 6;

/**
 * Names with all terms by rank, each rank in the order of names. Sweeps the index of names once. Where very many match, sorting them
 * would cost as much as the sweep: a sample says which name cannot be among the first.
 */
function readNames(sql: SqlStorage, query: NameQuery, after: NamePlace | null, sweep: Sweep): NameRow[] {
  const { terms, whole, kinds } = query;
  const ends = [whole.exact, whole.found].flatMap((text) => [text, text + LAST]);
  const values = [...ends, JSON.stringify(kinds), ...terms.flatMap(({ found, exact }) => [found, exact])];
  let place = '';
  if (after) {
    const [rank, key, id] = [1, 2, 3].map((n) => `?${values.length + n}`);
    place = `(rank, sort_key, id) > (${rank}, ${key}, ${id})`;
    values.push(...([after.rank, after.key, after.id] as string[]));
  }
  const live = 'nodes INDEXED BY nodes_by_name WHERE state = 0';
  const { nodes } = sql.exec<{ nodes: number }>('SELECT nodes FROM space').one();
  const sample = `(SELECT id, sort_key, name_key, find_key, is_file, category FROM ${live} LIMIT ${sweep.sample}) WHERE true`;
  const isAfter = place === '' ? '' : `WHERE ${place}`;
  const [last] =
    nodes < sweep.sampledNodes
      ? []
      : sql.exec<NameRow>(`${matches(query, sample, isAfter)} LIMIT 1 OFFSET ${sweep.names - 1}`, ...values).toArray();
  const next = values.length + 1;
  const isNear = last ? `(sort_key <= ?${next} AND rank = ?${next + 1} OR rank < ?${next + 1})` : '';
  // Names behind the bound are passed over before their letters are looked at, where no better rank can be among them.
  const isBetter = last?.rank === 1 ? ' OR name_key BETWEEN ?1 AND ?2' : '';
  const isBefore = last && last.rank < 2 ? ` AND (sort_key <= ?${next}${isBetter})` : '';
  const conditions = [place, isNear].filter((each) => each !== '').join(' AND ');
  return sql
    .exec<NameRow>(
      `${matches(query, live + isBefore, conditions === '' ? '' : `WHERE ${conditions}`)} LIMIT ${sweep.names}`,
      ...values,
      ...(last ? [last.sort_key, last.rank] : []),
    )
    .toArray();
}

/** Complete files and folders whose names hold all terms. @throws AppError invalid_argument for a bad page token */
export function search(tx: Pick<DriveTx, 'sql' | 'nowMs' | 'wakeAt'>, query: SearchQuery, sweep = SWEEP): FoundPage {
  const { sql } = tx;
  const exact = nameKey(query.text.trim());
  const terms = findTerms(exact, MAX_TERMS);
  if (terms.length === 0) return { found: [], nextPageToken: '' };
  fillSoon(tx);
  const wayTo = makeWays(sql);
  const found: FoundNode[] = [];
  const asked = { terms, whole: { exact, found: findKey(exact) }, kinds: query.kinds };
  let after: NamePlace | null = readPlace(query.pageToken, ORDER, true, { lastRank: LAST_RANK });
  for (let limit = Math.min(query.rows + EXTRA_NAMES, sweep.names); ; limit = sweep.names) {
    const names = readNames(sql, asked, after, { ...sweep, names: limit });
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

function nodesById(sql: SqlStorage, names: readonly NameRow[]): Map<string, NodeRow> {
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
