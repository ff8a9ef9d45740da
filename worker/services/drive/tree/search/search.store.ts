/**
 * Search in names of all folders, used space by kind, files with equal bytes. One sweep over an index of names, so
 * that any part of a name in any script is found, one letter too.
 */
import { type BlobManifest, parseManifest } from '#shared/content/manifest.ts';
import { nameKey } from '#shared/drive/names.ts';
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
  rank: number;
}

type NamePlace = Pick<PagePlace, 'rank' | 'key' | 'id'>;

interface NameQuery {
  readonly parts: readonly string[];
  readonly whole: string;
  readonly kinds: readonly string[];
}

/**
 * Names with all words: those that begin with the whole text first (rank 0), each rank in the order of names. Sweeps the index of
 * names once.
 */
function readNames(sql: SqlStorage, { parts, whole, kinds }: NameQuery, after: NamePlace | null): NameRow[] {
  const holds = parts.map(() => ' AND instr(name_key, ?) > 0').join('');
  const isKind = " AND CASE WHEN is_file = 0 THEN 'FOLDER' ELSE category END IN (SELECT value FROM json_each(?))";
  const isAfter = 'WHERE (rank, sort_key, id) > (?, ?, ?)';
  return sql
    .exec<NameRow>(
      `SELECT id, sort_key, rank FROM (
         SELECT id, sort_key, CASE WHEN substr(name_key, 1, ${[...whole].length}) = ? THEN 0 ELSE 1 END AS rank
         FROM nodes INDEXED BY nodes_by_name WHERE state = 0${holds}${kinds.length > 0 ? isKind : ''})
       ${after ? isAfter : ''} ORDER BY rank, sort_key, id LIMIT ?`,
      ...[whole, ...parts, ...(kinds.length > 0 ? [JSON.stringify(kinds)] : [])],
      ...(after ? [after.rank, after.key, after.id] : []),
      CHECKED_ROWS,
    )
    .toArray();
}

/** Complete files and folders whose names hold all words. @throws AppError invalid_argument for a bad page token */
export function search(sql: SqlStorage, query: SearchQuery): FoundPage {
  const whole = nameKey(query.text.trim());
  const parts = [...new Set(whole.split(/\s+/).filter((word) => word !== ''))].slice(0, MAX_WORDS);
  if (parts.length === 0) return { found: [], nextPageToken: '' };
  const wayTo = makeWays(sql);
  const found: FoundNode[] = [];
  let after: NamePlace | null = readPlace(query.pageToken, ORDER, true);
  for (;;) {
    const names = readNames(sql, { parts, whole, kinds: query.kinds }, after);
    for (const { id, sort_key: key, rank } of names) {
      const row = nodeById(sql, id);
      const path = row?.phase === 'PHASE_TYPE_COMPLETE' ? wayTo(row.parent_id) : null;
      after = { rank, key, id };
      if (!row || !path) continue;
      found.push({ row, path });
      if (found.length === query.rows)
        return { found, nextPageToken: placeToken({ order: ORDER, foldersFirst: true, ...after }) };
    }
    if (names.length < CHECKED_ROWS) return { found, nextPageToken: '' };
  }
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
