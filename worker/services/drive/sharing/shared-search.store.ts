/**
 * Search in names of what a share shows. It walks down from the folder that is shown, so that nothing outside the share is ever read,
 * and reads a bounded part of it: strangers search in the drive of its owner.
 */
import { nameKey } from '#shared/drive/names.ts';
import { findTerms } from '#shared/find/find-key.ts';
import { BELOW } from '../tree/batch.store.ts';
import { holdsTerm } from '../tree/search/search.store.ts';

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

/** Nodes in place whose names hold all terms. */
export function findShared(sql: SqlStorage, { text, below, beside }: SharedSearch): string[] {
  const terms = findTerms(nameKey(text), MAX_TERMS);
  if (terms.length === 0) return [];
  const holds = terms.map((term, at) => `AND ${holdsTerm(term, `?${2 * at + 3}`, `?${2 * at + 4}`)}`).join(' ');
  return sql
    .exec<{ id: string }>(
      `WITH RECURSIVE down (id) AS (
         SELECT value FROM json_each(?1)
         UNION SELECT nodes.id FROM down ${BELOW} ON nodes.parent_id = down.id AND nodes.state = 0 AND nodes.is_file = 0
         LIMIT ${READ_FOLDERS}),
       held (id) AS (
         SELECT value FROM json_each(?2)
         UNION ALL SELECT nodes.id FROM down ${BELOW} ON nodes.parent_id = down.id AND nodes.state = 0
         LIMIT ${READ_NODES})
       SELECT DISTINCT nodes.id FROM held CROSS JOIN nodes ON nodes.id = held.id WHERE nodes.state = 0 ${holds} LIMIT ${FOUND_NODES}`,
      JSON.stringify(below),
      JSON.stringify(beside),
      ...terms.flatMap(({ found, exact }) => [found, exact]),
    )
    .toArray()
    .map(({ id }) => id);
}
