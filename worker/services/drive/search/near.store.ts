/**
 * Names that hold the words of a search but for an error. The index of names gives candidates, which hold a piece of each word; code
 * counts the errors. A large drive is read in slices, each a call of its own, so that others have their turn between.
 */
import type { QueryTerm } from '#shared/find/query.ts';
import { type Candidate, compared, holdsNear, mayBeNear, nearWordsOf } from '../tree/search/near-terms.ts';
import {
  conditionsOf,
  type FoundNode,
  makeValues,
  makeWays,
  type Narrowing,
  nodesById,
  sourceOf,
  type Values,
} from '../tree/search/search.store.ts';

/** Rows of the index in one slice: below 40 ms. */
const SLICE_ROWS = 120_000;
/** Candidates of one slice beside those without an error, of which there are less than a page; names behind them are not compared. */
const CANDIDATES = 300;

export interface NearQuery {
  readonly terms: readonly QueryTerm[];
  readonly narrowing: Narrowing;
  readonly kinds: readonly string[];
  /** Nodes that are found at most. */
  readonly rows: number;
  /** Where the slice begins; '' for the first. */
  readonly from: string;
}

export interface NearNode extends FoundNode {
  readonly errors: number;
}

export interface NearPage {
  /** The fewest errors first, then in the order of names. */
  readonly found: readonly NearNode[];
  /** Where the next slice begins; '' at the end. */
  readonly next: string;
}

interface Row extends Candidate, Record<string, SqlStorageValue> {
  id: string;
  sort_key: string;
  found: string;
  exact: string;
}

type SliceKey = readonly [parentId: string, isFile: number, sortKey: string, id: string];

function readSliceKey(text: string): SliceKey | null {
  return text === '' ? null : (JSON.parse(text) as SliceKey);
}

const INDEX_ORDER = '(nodes.parent_id, nodes.state, nodes.is_file, nodes.sort_key, nodes.id)';
const rowOf = ([parentId, isFile, sortKey, id]: SliceKey, { bind }: Values): string =>
  `(${bind(parentId)}, 0, ${bind(isFile)}, ${bind(sortKey)}, ${bind(id)})`;

/** Where the slice ends that begins there; null where the rest fits into it. */
function sliceEnd(sql: SqlStorage, from: SliceKey | null): SliceKey | null {
  const values = makeValues();
  const after = from ? ` AND ${INDEX_ORDER} > ${rowOf(from, values)}` : '';
  const [end] = sql
    .exec<{ parent_id: string; is_file: number; sort_key: string; id: string }>(
      `SELECT parent_id, is_file, sort_key, id FROM nodes INDEXED BY nodes_by_name WHERE state = 0${after}
       ORDER BY parent_id, state, is_file, sort_key, id LIMIT 1 OFFSET ${SLICE_ROWS}`,
      ...values.list,
    )
    .toArray();
  return end ? [end.parent_id, end.is_file, end.sort_key, end.id] : null;
}

/** @param charge  counts rows for further words, as a search by words does */
export function searchNear(
  sql: SqlStorage,
  { terms, narrowing, kinds, rows, from }: NearQuery,
  charge: (rows: number) => void = () => undefined,
): NearPage {
  if (!mayBeNear(terms)) return { found: [], next: '' };
  const begin = readSliceKey(from);
  const isWhole = narrowing.folders === null && narrowing.ids === null;
  const isLong = isWhole && sql.exec<{ nodes: number }>('SELECT nodes FROM space').one().nodes > SLICE_ROWS;
  const end = isLong ? sliceEnd(sql, begin) : null;
  const values = makeValues();
  const key = 'coalesce(nodes.find_key, nodes.name_key)';
  const sought = nearWordsOf(terms);
  const holds = holdsNear(sought, key, values);
  const slice = [
    ...(begin ? [` AND ${INDEX_ORDER} > ${rowOf(begin, values)}`] : []),
    ...(end ? [` AND ${INDEX_ORDER} <= ${rowOf(end, values)}`] : []),
  ].join('');
  const candidates = sql.exec<Row>(
    `SELECT nodes.id AS id, nodes.sort_key AS sort_key, ${key} AS found, nodes.name_key AS exact
     FROM ${sourceOf(narrowing, values)}${slice}${holds}${conditionsOf(kinds, narrowing, values)} LIMIT ${CANDIDATES + rows}`,
    ...values.list,
  );
  const near = [...compared(candidates, sought)]
    .filter(({ errors }) => errors > 0)
    .map(({ candidate: { id, sort_key }, errors }) => ({ id, sort_key, errors }));
  charge((sought.length - 1) * candidates.rowsRead);
  near.sort((a, b) => a.errors - b.errors || compare(a.sort_key, b.sort_key) || compare(a.id, b.id));
  return { found: liveOnes(sql, near, rows), next: end ? JSON.stringify(end) : '' };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function liveOnes(sql: SqlStorage, near: readonly { id: string; errors: number }[], rows: number): NearNode[] {
  const wayTo = makeWays(sql);
  const found: NearNode[] = [];
  for (let from = 0; from < near.length && found.length < rows; from += rows) {
    const some = near.slice(from, from + rows);
    const byId = nodesById(sql, some);
    for (const { id, errors } of some) {
      const row = byId.get(id);
      const path = row?.phase === 'PHASE_TYPE_COMPLETE' ? wayTo(row.parent_id) : null;
      if (row && path && found.length < rows) found.push({ row, path, errors });
    }
  }
  return found;
}
