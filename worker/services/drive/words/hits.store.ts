/** Finds files by the words inside them. Whether a file is in place is looked up at each search: the index may be behind. */
import { type BlobManifest, parseManifest } from '#shared/content/manifest.ts';
import type { QueryTerm } from '#shared/find/query.ts';
import { tokenSearch } from '#shared/find/tokens.ts';
import type { NodeRow } from '../tree/node-columns.ts';
import {
  conditionsOf,
  type FoundNode,
  makeValues,
  makeWays,
  type Narrowing,
  sourceOf,
} from '../tree/search/search.store.ts';
import { hasIndex, isSwitchedOff } from './words.store.ts';

/** Rows of the index of one look for each row that is shown, and looks of one search: conditions may leave most of them out. */
const ROWS_LOOKED_AT = 3;
const LOOKS = 64;
/** Files of one search in which the order of tokens is compared, times the tokens: 10 to 20 µs each at worst. */
const MAX_COMPARED = 30_000;
/** Rows of a sweep that take as long as the comparison of one token in a file, at worst. */
const COMPARED_ROWS = 50;
/** FTS5 leaves a bound row out that is no integer, and numbers are bound as none. */
const ROW = 'CAST(? AS INTEGER)';

export interface WordHit extends FoundNode {
  readonly manifest: BlobManifest;
}

export interface WordQuery {
  readonly terms: readonly QueryTerm[];
  readonly narrowing: Narrowing;
  /** `FOLDER` and values of `file_category`; empty: all. */
  readonly kinds: readonly string[];
  readonly rows: number;
}

interface IndexRow extends Record<string, SqlStorageValue> {
  n: number;
  node_id: string;
  content_key: string;
}

type HitRow = NodeRow & { manifest: string };

/** The index cannot bound by itself how many tokens it reads for a beginning: one letter took seconds. */
function beginning(sql: SqlStorage, letters: string, most: number): string[] {
  return sql
    .exec<{ term: string }>(
      `SELECT term FROM word_tokens WHERE term >= ?1 AND term < ?1 || char(${0x10_ff_ff}) LIMIT ?2`,
      letters,
      most,
    )
    .toArray()
    .map(({ term }) => term);
}

/**
 * Files in place that hold all terms, those read last first.
 * @param charge  counts work that the rows of statements do not show
 */
export function wordHits(
  sql: SqlStorage,
  { terms, narrowing, kinds, rows }: WordQuery,
  charge: (rows: number) => void,
): WordHit[] {
  if (!hasIndex(sql) || isSwitchedOff(sql)) return [];
  const { expression, anywhere, tokens } = tokenSearch(terms, (letters, most) => beginning(sql, letters, most));
  if (expression === '') return [];
  let compared = 0;
  /** Whether the tokens of a file are in their order: FTS5 would compare those of all files up to the last hit. */
  const isInOrder = (n: number): boolean => {
    if (anywhere === null) return true;
    compared += tokens;
    charge(tokens * COMPARED_ROWS);
    return sql.exec(`SELECT 1 FROM words WHERE words MATCH ? AND rowid = ${ROW}`, expression, n).toArray().length > 0;
  };
  const among = narrowing.ids && new Set(narrowing.ids);
  const wayTo = makeWays(sql);
  const hits: WordHit[] = [];
  const looked = rows * ROWS_LOOKED_AT;
  let before = Number.MAX_SAFE_INTEGER;
  for (let look = 0; look < LOOKS && hits.length < rows && compared < MAX_COMPARED; look += 1) {
    const found = sql
      .exec<IndexRow>(
        `SELECT n, node_id, content_key FROM words CROSS JOIN word_files ON n = words.rowid
         WHERE words MATCH ? AND words.rowid < ${ROW} ORDER BY words.rowid DESC LIMIT ?`,
        anywhere ?? expression,
        before,
        looked,
      )
      .toArray();
    charge(found.length * tokens);
    const ids = found.map(({ node_id }) => node_id).filter((id) => !among || among.has(id));
    const values = makeValues();
    const source = sourceOf({ ...narrowing, ids }, values);
    const conditions = conditionsOf(kinds, narrowing, values);
    const nodes = new Map(
      [
        ...sql.exec<HitRow>(
          `SELECT nodes.*, (SELECT manifest FROM contents WHERE contents.content_key = nodes.content_key) AS manifest
           FROM ${source}${conditions}`,
          ...values.list,
        ),
      ].map((row) => [row.id, row]),
    );
    for (const { n, node_id: id, content_key: key } of found) {
      const row = nodes.get(id);
      const path = row?.phase === 'PHASE_TYPE_COMPLETE' && row.content_key === key ? wayTo(row.parent_id) : null;
      const manifest = row && path && parseManifest(row.manifest);
      if (manifest && isInOrder(n)) hits.push({ row, path, manifest });
      if (hits.length === rows || compared >= MAX_COMPARED) break;
    }
    before = found.at(-1)?.n ?? 0;
    if (found.length < looked) break;
  }
  return hits;
}
