/**
 * Search in names of all folders, used space by kind, files with equal bytes. One sweep over an index of names, so
 * that any part of a name in any script is found, one letter too.
 */
import { type BlobManifest, parseManifest } from '#shared/content/manifest.ts';
import { nameKey, sortKey } from '#shared/drive/names.ts';
import { trimEndWhere } from '#shared/trim-end.ts';
import { crumbsOf } from '../batch.store.ts';
import { type PagePlace, placeToken, readPlace, readTimePlace, timeToken } from '../listing-query.ts';
import type { NodeRow } from '../node-columns.ts';
import { isLive, lineOf, nodeById } from '../tree.store.ts';

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
const CHECKED_ROWS = 500;
/** Sorts after every continuation of a name: the last character, as often as a name can hold it. */
const PAST_ANY_NAME = '\u{10FFFF}'.repeat(64);
/** Words of a search that count; each is a value of the statement. */
const MAX_WORDS = 32;

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
}

/** Digits that a number has at most before its sort key counts them otherwise. */
const COUNTED_DIGITS = 8;

/**
 * The beginnings of sort keys of the names that begin with this text, in their order. Digits at its end may be the beginning
 * of a longer number, which stands elsewhere.
 */
export function stretchesOf(whole: string): string[] {
  const stem = trimEndWhere(whole, (char) => char >= '0' && char <= '9');
  const digits = whole.slice(stem.length);
  const before = sortKey(stem);
  if (digits === '') return [before];
  const long = `${before}${COUNTED_DIGITS + 1}`;
  // Zeros that lead a number are not in its key.
  const known = digits.startsWith('0') ? '' : digits;
  const least = Math.max(1, known.length);
  const counts = Array.from({ length: Math.max(0, COUNTED_DIGITS + 1 - least) }, (_, at) => least + at);
  return [...counts.map((count) => `${before}${count}${known}`), long];
}

interface Reading {
  readonly parts: readonly string[];
  readonly whole: string;
  readonly kinds: readonly string[];
  /** 0: what begins with the whole text; 1: what does not. */
  readonly rank: number;
}

/** Names with all words whose sort keys begin with `stretch`, in their order. */
function readStretch(
  sql: SqlStorage,
  { parts, whole, kinds, rank }: Reading,
  stretch: string,
  after: PagePlace | null,
  limit: number,
): NameRow[] {
  const begins = `substr(name_key, 1, ${[...whole].length}) = ?`;
  const values: SqlStorageValue[] = [];
  let text = 'SELECT id, sort_key FROM nodes INDEXED BY nodes_names WHERE state = 0';
  if (stretch !== '') {
    // The end of the stretch in the index, so that the rest of the names is not read.
    text += ' AND sort_key < ?';
    values.push(stretch + PAST_ANY_NAME);
  }
  if (after && after.key >= stretch) {
    text += ' AND (sort_key, id) > (?, ?)';
    values.push(after.key, after.id);
  } else if (stretch !== '') {
    text += ' AND sort_key >= ?';
    values.push(stretch);
  }
  for (const word of parts) {
    text += ' AND instr(name_key, ?) > 0';
    values.push(word);
  }
  text += rank === 0 ? ` AND ${begins}` : ` AND NOT ${begins}`;
  values.push(whole);
  if (kinds.length > 0) {
    text += " AND CASE WHEN is_file = 0 THEN 'FOLDER' ELSE category END IN (SELECT value FROM json_each(?))";
    values.push(JSON.stringify(kinds));
  }
  values.push(limit);
  return sql.exec<NameRow>(`${text} ORDER BY sort_key, id LIMIT ?`, ...values).toArray();
}

function readNames(sql: SqlStorage, reading: Reading, after: PagePlace | null): NameRow[] {
  const rows: NameRow[] = [];
  for (const stretch of reading.rank === 0 ? stretchesOf(reading.whole) : ['']) {
    if (rows.length < CHECKED_ROWS) rows.push(...readStretch(sql, reading, stretch, after, CHECKED_ROWS - rows.length));
  }
  return rows;
}

/** Complete files and folders whose names hold all words. @throws AppError invalid_argument for a bad page token */
export function search(sql: SqlStorage, query: SearchQuery): FoundPage {
  const whole = nameKey(query.text.trim());
  const parts = [...new Set(whole.split(/\s+/).filter((word) => word !== ''))].slice(0, MAX_WORDS);
  if (parts.length === 0) return { found: [], nextPageToken: '' };
  const start = readPlace(query.pageToken, ORDER, true);
  const wayTo = makeWays(sql);
  const found: FoundNode[] = [];
  for (const rank of [0, 1]) {
    if (start && start.rank > rank) continue;
    let after = start?.rank === rank ? start : null;
    for (;;) {
      const names = readNames(sql, { parts, whole, kinds: query.kinds, rank }, after);
      for (const { id, sort_key } of names) {
        const row = nodeById(sql, id);
        const path = row?.phase === 'PHASE_TYPE_COMPLETE' ? wayTo(row.parent_id) : null;
        if (!row || !path) continue;
        found.push({ row, path });
        if (found.length === query.rows)
          return { found, nextPageToken: placeToken({ order: ORDER, foldersFirst: true, rank, key: sort_key, id }) };
      }
      const last = names.at(-1);
      if (!last || names.length < CHECKED_ROWS) break;
      after = { order: ORDER, foldersFirst: true, rank, key: last.sort_key, id: last.id };
    }
  }
  return { found, nextPageToken: '' };
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

/** Contents that more than one file in place has, largest first; empty files are left out. */
export function listDuplicates(sql: SqlStorage, pageToken: string, rows: number): DuplicatePage {
  const wayTo = makeWays(sql);
  const groups: DuplicateGroup[] = [];
  let after = readTimePlace(pageToken) ?? { timeMs: Number.MAX_SAFE_INTEGER, id: '' };
  for (;;) {
    const contents = sql
      .exec<{ content_key: string; size_bytes: number; gcid: string }>(
        `SELECT content_key, size_bytes, gcid FROM contents WHERE nodes > 1 AND size_bytes > 0 AND (size_bytes, content_key) < (?, ?)
         ORDER BY size_bytes DESC, content_key DESC LIMIT ?`,
        after.timeMs,
        after.id,
        CHECKED_ROWS,
      )
      .toArray();
    for (const { content_key, size_bytes, gcid } of contents) {
      const files = sql
        .exec<NodeRow>(
          'SELECT * FROM nodes WHERE content_key = ? AND state = 0 ORDER BY created_ms, id LIMIT ?',
          content_key,
          GROUP_FILES,
        )
        .toArray()
        .flatMap((row) => {
          const path = wayTo(row.parent_id);
          return path ? [{ row, path }] : [];
        });
      after = { timeMs: size_bytes, id: content_key };
      if (files.length < 2) continue;
      groups.push({ sizeBytes: size_bytes, gcid, files });
      if (groups.length === rows) return { groups, nextPageToken: timeToken(after) };
    }
    if (contents.length < CHECKED_ROWS) return { groups, nextPageToken: '' };
  }
}
