/**
 * Pages of the tree by keyset: every page costs the same, however deep. Order and direction come from fixed words only.
 */
import type { SortOrder } from '#shared/drive/model.ts';
import { type PagePlace, placeToken, readPlace, readTimePlace, timeToken } from './listing.ts';
import type { Standing } from './rules.ts';
import { IN_TRASH, isLive, type NodeRow, standingOf } from './tree.store.ts';

export interface NodePage {
  readonly rows: NodeRow[];
  readonly nextPageToken: string;
}

export interface PageQuery {
  readonly order: SortOrder;
  readonly foldersFirst: boolean;
  readonly pageToken: string;
  /** Rows, 1 or more. */
  readonly rows: number;
  /** Empty means complete ones only. */
  readonly phases: readonly string[];
  readonly foldersOnly?: boolean;
  readonly filesOnly?: boolean;
}

const EMPTY: NodePage = { rows: [], nextPageToken: '' };
const COLUMNS = { name: 'name_key', mod: 'modified_ms', size: 'size_bytes' } as const;

/** Rows to look at when each has to be checked one by one. */
const CHECKED_ROWS = 500;

interface Order {
  readonly column: (typeof COLUMNS)[keyof typeof COLUMNS];
  readonly direction: 'ASC' | 'DESC';
}

function orderOf(order: SortOrder): Order {
  const [word, direction] = order.split('_') as ['name' | 'mod' | 'size', 'asc' | 'desc'];
  return { column: COLUMNS[word], direction: direction === 'asc' ? 'ASC' : 'DESC' };
}

/** What a page is taken from: SQL that is true for its rows, with its values. */
interface Scope {
  readonly where: string;
  readonly values: readonly SqlStorageValue[];
}

function slice(
  scope: Scope,
  rank: number,
  query: PageQuery,
  after: PagePlace | null,
  limit: number,
): { text: string; values: SqlStorageValue[] } {
  const { column, direction } = orderOf(query.order);
  const phases = query.phases.length > 0 ? query.phases : ['PHASE_TYPE_COMPLETE'];
  const values: SqlStorageValue[] = [...scope.values, rank, ...phases];
  let text = `SELECT * FROM nodes WHERE ${scope.where} AND is_file = ? AND phase IN (${phases.map(() => '?').join(', ')})`;
  if (after) {
    text += ` AND (${column}, id) ${direction === 'ASC' ? '>' : '<'} (?, ?)`;
    values.push(after.key, after.id);
  }
  values.push(limit);
  return { text: `${text} ORDER BY ${column} ${direction}, id ${direction} LIMIT ?`, values };
}

function readOrdered(
  sql: SqlStorage,
  scope: Scope,
  query: PageQuery,
  after: PagePlace | null,
  limit: number,
): NodeRow[] {
  const ranks = query.foldersOnly ? [0] : query.filesOnly ? [1] : [0, 1];
  if (query.foldersFirst || ranks.length === 1) {
    const rows: NodeRow[] = [];
    for (const rank of ranks) {
      if (rows.length >= limit || (after && after.rank > rank)) continue;
      const part = slice(scope, rank, query, after?.rank === rank ? after : null, limit - rows.length);
      rows.push(...sql.exec<NodeRow>(part.text, ...part.values).toArray());
    }
    return rows;
  }
  const { column, direction } = orderOf(query.order);
  const parts = ranks.map((rank) => slice(scope, rank, query, after, limit));
  const text = `${parts.map((part) => `SELECT * FROM (${part.text})`).join(' UNION ALL ')} ORDER BY ${column} ${direction}, id ${direction} LIMIT ?`;
  return sql.exec<NodeRow>(text, ...parts.flatMap((part) => part.values), limit).toArray();
}

function page(sql: SqlStorage, scope: Scope, query: PageQuery): NodePage {
  const after = readPlace(query.pageToken, query.order, query.foldersFirst);
  const rows = readOrdered(sql, scope, query, after, query.rows + 1);
  if (rows.length <= query.rows) return { rows, nextPageToken: '' };
  rows.pop();
  const last = rows.at(-1);
  if (!last) return EMPTY;
  const { order, foldersFirst } = query;
  return {
    rows,
    nextPageToken: placeToken({
      order,
      foldersFirst,
      rank: last.is_file,
      key: last[orderOf(order).column],
      id: last.id,
    }),
  };
}

/** What lies in a folder; nothing when the folder is not live. */
export function listFolder(sql: SqlStorage, folderId: string, query: PageQuery): NodePage {
  if (!isLive(sql, folderId)) return EMPTY;
  return page(sql, { where: 'parent_id = ? AND state = 0', values: [folderId] }, query);
}

/** These nodes, in order and by pages. */
export function listNodes(sql: SqlStorage, ids: readonly string[], query: PageQuery): NodePage {
  return page(sql, { where: 'id IN (SELECT value FROM json_each(?))', values: [JSON.stringify(ids)] }, query);
}

/** Roots of what was thrown away, newest first. @param fromFolder  only what was thrown away from this folder; null for all */
export function listTrash(sql: SqlStorage, fromFolder: string | null, pageToken: string, limit: number): NodePage {
  const after = readTimePlace(pageToken);
  const rows = sql
    .exec<NodeRow>(
      `SELECT * FROM nodes WHERE ${IN_TRASH} AND (?1 IS NULL OR trash_parent_id = ?1) AND (trashed_ms, id) < (?2, ?3)
       ORDER BY trashed_ms DESC, id DESC LIMIT ?4`,
      fromFolder,
      after?.timeMs ?? Number.MAX_SAFE_INTEGER,
      after?.id ?? '',
      limit + 1,
    )
    .toArray();
  if (rows.length <= limit) return { rows, nextPageToken: '' };
  rows.pop();
  const last = rows.at(-1);
  return { rows, nextPageToken: last ? timeToken({ timeMs: last.trashed_ms ?? 0, id: last.id }) : '' };
}

export interface EverywhereQuery {
  readonly pageToken: string;
  readonly rows: number;
  readonly starred: boolean;
  readonly phases: readonly string[];
  readonly foldersOnly?: boolean;
}

/** Every live file of the drive, or every starred or folder node, by id. */
export function listEverywhere(sql: SqlStorage, query: EverywhereQuery): NodePage {
  const phases = query.phases.length > 0 ? query.phases : ['PHASE_TYPE_COMPLETE'];
  const kind = query.foldersOnly ? 'is_file = 0' : query.starred ? 'starred = 1' : 'is_file = 1';
  const parents = new Map<string, Standing>();
  const parentLives = (id: string): boolean => {
    const known = parents.get(id) ?? standingOf(sql, id);
    parents.set(id, known);
    return known === 'live';
  };
  const rows: NodeRow[] = [];
  let afterId = readTimePlace(query.pageToken)?.id ?? '';
  for (;;) {
    const found = sql
      .exec<NodeRow>(
        `SELECT * FROM nodes WHERE id > ? AND state = 0 AND ${kind} ${query.starred ? 'AND starred = 1' : ''}
         AND phase IN (SELECT value FROM json_each(?)) ORDER BY id LIMIT ?`,
        afterId,
        JSON.stringify(phases),
        CHECKED_ROWS,
      )
      .toArray();
    for (const row of found) {
      if (!parentLives(row.parent_id)) continue;
      const last = rows.at(-1);
      if (rows.length === query.rows) return { rows, nextPageToken: last ? timeToken({ timeMs: 0, id: last.id }) : '' };
      rows.push(row);
    }
    const lastFound = found.at(-1);
    if (!lastFound || found.length < CHECKED_ROWS) return { rows, nextPageToken: '' };
    afterId = lastFound.id;
  }
}
