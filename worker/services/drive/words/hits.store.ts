/** Finds files by the words inside them. Whether a file is in place is looked up at each search: the index may be behind. */
import { type BlobManifest, parseManifest } from '#shared/content/manifest.ts';
import type { QueryTerm } from '#shared/find/query.ts';
import { tokenExpression } from '#shared/find/tokens.ts';
import type { NodeRow } from '../tree/node-columns.ts';
import {
  conditionsOf,
  type FoundNode,
  makeValues,
  makeWays,
  type Narrowing,
  sourceOf,
} from '../tree/search/search.store.ts';
import { hasIndex } from './words.store.ts';

/** Rows of the index of one look, and looks of one search: conditions may leave most of them out. */
const LOOKED_ROWS = 500;
const LOOKS = 8;
/** Tokens that a word which may go on stands for, in their order. */
const BEGINNINGS = 24;

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
function beginning(sql: SqlStorage, letters: string): string[] {
  return sql
    .exec<{ term: string }>(
      `SELECT term FROM word_tokens WHERE term >= ?1 AND term < ?1 || char(${0x10_ff_ff}) LIMIT ${BEGINNINGS}`,
      letters,
    )
    .toArray()
    .map(({ term }) => term);
}

/** Files in place that hold all terms, those read last first. */
export function wordHits(sql: SqlStorage, { terms, narrowing, kinds, rows }: WordQuery): WordHit[] {
  if (!hasIndex(sql)) return [];
  const expression = tokenExpression(terms, (letters) => beginning(sql, letters));
  if (expression === '') return [];
  const among = narrowing.ids && new Set(narrowing.ids);
  const wayTo = makeWays(sql);
  const hits: WordHit[] = [];
  let before = Number.MAX_SAFE_INTEGER;
  for (let look = 0; look < LOOKS && hits.length < rows; look += 1) {
    const found = sql
      .exec<IndexRow>(
        `SELECT n, node_id, content_key FROM words CROSS JOIN word_files ON n = words.rowid
         WHERE words MATCH ? AND words.rowid < ? ORDER BY words.rowid DESC LIMIT ${LOOKED_ROWS}`,
        expression,
        before,
      )
      .toArray();
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
    for (const { node_id: id, content_key: key } of found) {
      const row = nodes.get(id);
      const path = row?.phase === 'PHASE_TYPE_COMPLETE' && row.content_key === key ? wayTo(row.parent_id) : null;
      const manifest = row && path && parseManifest(row.manifest);
      if (manifest) hits.push({ row, path, manifest });
      if (hits.length === rows) break;
    }
    before = found.at(-1)?.n ?? 0;
    if (found.length < LOOKED_ROWS) break;
  }
  return hits;
}
