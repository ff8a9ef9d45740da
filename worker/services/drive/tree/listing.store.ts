/**
 * Pages of the tree by keyset: every page costs the same, however deep. Order and direction come from fixed words only.
 */

import type { FileCategory } from '#shared/drive/file-kind.ts';
import type { PageOrder } from '#shared/drive/orders.ts';
import type { DriveTx } from '../core/tx.ts';
import { crumbsOf } from './batch.store.ts';
import { NOT_BLOCKED } from './blocked.store.ts';
import { isRanked, rankIfLarge } from './folder-ranks.store.ts';
import {
  type PagePlace,
  placeToken,
  readPlace,
  readTimePlace,
  readTrashPlace,
  timeToken,
  trashToken,
} from './listing-query.ts';
import type { NodeRow } from './node-columns.ts';
import type { Standing } from './rules.ts';
import { IN_TRASH, isLive, lineOf, standingOf } from './tree.store.ts';

export interface NodePage {
  readonly rows: NodeRow[];
  readonly nextPageToken: string;
}

export interface PageQuery {
  readonly order: PageOrder;
  readonly foldersFirst: boolean;
  readonly pageToken: string;
  /** Rows, 1 or more. */
  readonly rows: number;
  /** Empty means complete ones only. */
  readonly phases: readonly string[];
  readonly foldersOnly?: boolean;
  readonly filesOnly?: boolean;
  /** Values of `file_category`; empty or left out means all. */
  readonly kinds?: readonly string[];
  /** Leaves out files whose content an operator closed: for a visitor, never for the owner. */
  readonly withoutBlocked?: boolean;
  /** The time of a picture is that when it was taken. */
  readonly isByTaken?: boolean;
}

const EMPTY: NodePage = { rows: [], nextPageToken: '' };
/** By kind means kind after kind, each by name. */
const COLUMNS = {
  name: 'sort_key',
  mod: 'modified_ms',
  size: 'size_bytes',
  type: 'sort_key',
  created: 'created_ms',
} as const;
/** Indexes of ranked folders. */
const INDEXES: Readonly<Partial<Record<string, string>>> = {
  created_ms: 'nodes_by_created',
  modified_ms: 'nodes_by_modified',
  size_bytes: 'nodes_by_size',
};
/** The value for folders among the kinds. */
const FOLDER = '';
/** Kinds from the last word to the first; any other kind comes at the end. */
const TYPE_TURNS: readonly (FileCategory | typeof FOLDER)[] = [
  FOLDER,
  'VIDEO',
  'IMAGE',
  'DOCUMENT',
  'AUDIO',
  'ARCHIVE',
  'OTHER',
];
const NAMED_KINDS = TYPE_TURNS.filter((kind) => kind !== FOLDER && kind !== 'OTHER');

/** Rows to look at when each has to be checked one by one. */
const CHECKED_ROWS = 500;

interface Order {
  readonly column: (typeof COLUMNS)[keyof typeof COLUMNS] | 'taken_ms';
  readonly direction: 'ASC' | 'DESC';
}

function orderOf({ order, isByTaken = false }: Pick<PageQuery, 'order' | 'isByTaken'>): Order {
  const [word, direction] = order.split('_') as [keyof typeof COLUMNS, 'asc' | 'desc'];
  const isTaken = isByTaken && (word === 'mod' || word === 'created');
  return {
    column: isTaken ? 'taken_ms' : COLUMNS[word],
    direction: direction === 'asc' || word === 'type' ? 'ASC' : 'DESC',
  };
}

/** The source of a page: SQL that is true for its rows, with its values. */
interface Scope {
  /** The folder that is listed; '' also for a list of roots. */
  readonly folderId: string;
  /** An index that leads with the kind: each slice is of one. */
  readonly isByKind?: boolean;
  readonly from: string;
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
  const { column, direction } = orderOf(query);
  // One value, however many phases are named: SQLite binds 100 at most.
  const phases = JSON.stringify(query.phases.length > 0 ? query.phases : ['PHASE_TYPE_COMPLETE']);
  const values: SqlStorageValue[] = [...scope.values, rank, phases];
  const isPhase = 'phase IN (SELECT value FROM json_each(?))';
  const turn = `ORDER BY ${column} ${direction}, id ${direction}`;
  let rest = query.withoutBlocked ? ` AND ${NOT_BLOCKED}` : '';
  if (after) {
    rest += ` AND (${column}, id) ${direction === 'ASC' ? '>' : '<'} (?, ?)`;
    values.push(after.key, after.id);
  }
  const kinds = rank === 0 ? [] : (query.kinds ?? []);
  const isOneRange = scope.isByKind === true;
  if (isOneRange) {
    rest += ' AND category = ?';
    values.push(rank === 0 ? FOLDER : (kinds[0] ?? ''));
  }
  if (kinds.length === 0 || isOneRange) {
    values.push(limit);
    return {
      text: `SELECT * FROM ${scope.from} WHERE ${scope.where} AND is_file = ? AND ${isPhase}${rest} ${turn} LIMIT ?`,
      values,
    };
  }
  // The index holds the kind, so that only shown rows are looked up: one picture among 100,000 songs is found in one sweep.
  const isKind = kinds.includes('OTHER')
    ? 'category NOT IN (SELECT value FROM json_each(?))'
    : 'category IN (SELECT value FROM json_each(?))';
  values.push(
    JSON.stringify(kinds.includes('OTHER') ? NAMED_KINDS.filter((kind) => !kinds.includes(kind)) : kinds),
    limit,
  );
  const ids = `SELECT id FROM ${scope.from} WHERE ${scope.where} AND is_file = ?
    AND (SELECT phase FROM nodes AS same WHERE same.id = nodes.id) IN (SELECT value FROM json_each(?))${rest} AND ${isKind} ${turn} LIMIT ?`;
  return { text: `SELECT * FROM nodes WHERE id IN (${ids}) ${turn}`, values };
}

function kindOfRow(row: NodeRow): string {
  if (row.is_file === 0) return FOLDER;
  return NAMED_KINDS.find((kind) => kind === row.category) ?? 'OTHER';
}

/** SQL that is true for things of some kinds. @param kinds  the place of a JSON array of `FOLDER` and values of `file_category` */
const IS_OF_KINDS = (kinds: string) =>
  `CASE WHEN is_file = 0 THEN 'FOLDER' WHEN category IN (${NAMED_KINDS.map((kind) => `'${kind}'`).join(', ')}) THEN category ELSE 'OTHER' END
   IN (SELECT value FROM json_each(${kinds}))`;

/** For `IS_OF_KINDS`; `[]` asks for all. */
function wantedKinds({ foldersOnly, kinds = [] }: Pick<PageQuery, 'foldersOnly' | 'kinds'>): string {
  return JSON.stringify(foldersOnly ? ['FOLDER'] : kinds);
}

/** Whether a thing is of one of the kinds, `FOLDER` and values of `file_category`; none asked for: all are. */
export function isOfKinds(row: NodeRow, kinds: readonly string[]): boolean {
  return kinds.length === 0 || kinds.includes(kindOfRow(row) || 'FOLDER');
}

/** Kind after kind, each by name. The key of a place is `<kind>/<sort key>`. */
function readByType(
  sql: SqlStorage,
  scope: Scope,
  query: PageQuery,
  after: PagePlace | null,
  limit: number,
): NodeRow[] {
  const [kindOfPlace = '', ...name] = String(after?.key ?? '').split('/');
  const startsAt = after ? (TYPE_TURNS as readonly string[]).indexOf(kindOfPlace) : -1;
  const rows: NodeRow[] = [];
  for (const [turn, kind] of TYPE_TURNS.entries()) {
    if (kind === FOLDER ? query.filesOnly || query.kinds?.length : query.foldersOnly) continue;
    if (query.kinds?.length && !query.kinds.includes(kind)) continue;
    if (rows.length >= limit || turn < startsAt) continue;
    const from = after && turn === startsAt ? { ...after, key: name.join('/') } : null;
    const kinds = kind === FOLDER ? [] : [kind];
    const part = slice(scope, kind === FOLDER ? 0 : 1, { ...query, kinds }, from, limit - rows.length);
    rows.push(...sql.exec<NodeRow>(part.text, ...part.values).toArray());
  }
  return rows;
}

function readOrdered(
  sql: SqlStorage,
  scope: Scope,
  query: PageQuery,
  after: PagePlace | null,
  limit: number,
): NodeRow[] {
  if (query.order === 'type_desc') return readByType(sql, scope, query, after, limit);
  const ranks = query.foldersOnly ? [0] : query.filesOnly || query.kinds?.length ? [1] : [0, 1];
  if (query.foldersFirst || ranks.length === 1) {
    const rows: NodeRow[] = [];
    for (const rank of ranks) {
      if (rows.length >= limit || (after && after.rank > rank)) continue;
      const part = slice(scope, rank, query, after?.rank === rank ? after : null, limit - rows.length);
      rows.push(...sql.exec<NodeRow>(part.text, ...part.values).toArray());
    }
    return rows;
  }
  const { column, direction } = orderOf(query);
  const parts = ranks.map((rank) => slice(scope, rank, query, after, limit));
  const text = `${parts.map((part) => `SELECT * FROM (${part.text})`).join(' UNION ALL ')} ORDER BY ${column} ${direction}, id ${direction} LIMIT ?`;
  return sql.exec<NodeRow>(text, ...parts.flatMap((part) => part.values), limit).toArray();
}

function page(sql: SqlStorage, scope: Scope, query: PageQuery): NodePage {
  const { order, foldersFirst } = query;
  const { folderId } = scope;
  const after = readPlace(query.pageToken, order, foldersFirst, { folderId });
  const rows = readOrdered(sql, scope, query, after, query.rows + 1);
  if (rows.length <= query.rows) return { rows, nextPageToken: '' };
  rows.pop();
  const last = rows.at(-1);
  if (!last) return EMPTY;
  return {
    rows,
    nextPageToken: placeToken({
      folderId,
      order,
      foldersFirst,
      rank: last.is_file,
      key: order === 'type_desc' ? `${kindOfRow(last)}/${last.sort_key}` : (last[orderOf(query).column] ?? 0),
      id: last.id,
    }),
  };
}

/** The nodes of a folder; none when the folder is not live. */
export function listFolder(sql: SqlStorage, folderId: string, query: PageQuery): NodePage {
  if (!isLive(sql, folderId)) return EMPTY;
  const isOneKind = query.order.startsWith('name') && query.kinds?.length === 1;
  const isByKind = (query.order === 'type_desc' || isOneKind) && isRanked(sql, folderId);
  const index = isByKind ? 'nodes_by_kind' : INDEXES[orderOf(query).column];
  const isSorted = isByKind || (index !== undefined && isRanked(sql, folderId));
  const from = `nodes INDEXED BY ${isSorted ? index : 'nodes_by_name'}`;
  const where = `parent_id = ? AND state = 0${isSorted ? ' AND ranked = 1' : ''}`;
  return page(sql, { folderId, from, where, values: [folderId], isByKind }, query);
}

/** These nodes, in order and by pages. */
export function listNodes(sql: SqlStorage, ids: readonly string[], query: PageQuery): NodePage {
  return page(
    sql,
    { folderId: '', from: 'nodes', where: 'id IN (SELECT value FROM json_each(?))', values: [JSON.stringify(ids)] },
    query,
  );
}

/** 5,000: more things than this are not counted, 5 ms. */
const MAX_COUNTED = 5_000;

export interface FolderCounts {
  readonly files: number;
  readonly folders: number;
}

/** Complete things of a folder, or of a list of ids, that visitors may see; null for more than are counted in a call. */
export function countShown(sql: SqlStorage, of: { readonly folderId: string } | { readonly ids: readonly string[] }) {
  const [where, value] =
    'ids' in of ? ['id IN (SELECT value FROM json_each(?))', JSON.stringify(of.ids)] : ['parent_id = ?', of.folderId];
  const rows = sql
    .exec<{ is_file: number; num: number }>(
      `SELECT is_file, COUNT(*) AS num FROM (SELECT is_file FROM nodes
       WHERE ${where} AND state = 0 AND phase = 'PHASE_TYPE_COMPLETE' AND ${NOT_BLOCKED} LIMIT ?) GROUP BY is_file`,
      value,
      MAX_COUNTED + 1,
    )
    .toArray();
  const numOf = (isFile: number) => rows.find((row) => row.is_file === isFile)?.num ?? 0;
  const counts: FolderCounts = { files: numOf(1), folders: numOf(0) };
  return counts.files + counts.folders > MAX_COUNTED ? null : counts;
}

export interface TrashPage extends NodePage {
  /** Names from the root down to where each would go back to, by its id; nothing of what has no folder any more. */
  readonly from: Readonly<Record<string, readonly string[]>>;
}

/** In the trash the time is that of trashing, which does not change. */
const TRASH_COLUMNS = { ...COLUMNS, mod: 'trashed_ms', created: 'trashed_ms', type: 'category' } as const;

/** Trashed roots. @param fromFolder  only those of this folder; null for all */
export function listTrash(sql: SqlStorage, fromFolder: string | null, query: Omit<PageQuery, 'phases'>): TrashPage {
  const { order, pageToken, rows: limit } = query;
  const [word, way] = order.split('_') as [keyof typeof COLUMNS, 'asc' | 'desc'];
  const column = TRASH_COLUMNS[word];
  const after = readTrashPlace(pageToken, order);
  const rows = sql
    .exec<NodeRow>(
      `SELECT * FROM nodes WHERE ${IN_TRASH} AND (?1 IS NULL OR trash_parent_id = ?1) AND (?5 = '[]' OR ${IS_OF_KINDS('?5')})
       AND (?2 IS NULL OR (${column}, id) ${way === 'asc' ? '>' : '<'} (?2, ?3)) ORDER BY ${column} ${way}, id ${way} LIMIT ?4`,
      fromFolder,
      after?.key ?? null,
      after?.id ?? '',
      limit + 1,
      wantedKinds(query),
    )
    .toArray();
  const isMore = rows.length > limit;
  if (isMore) rows.pop();
  const last = rows.at(-1);
  return {
    rows,
    nextPageToken: isMore && last ? trashToken(order, { key: last[column] ?? 0, id: last.id }) : '',
    from: homesOf(sql, rows),
  };
}

function homesOf(sql: SqlStorage, rows: readonly NodeRow[]): Record<string, readonly string[]> {
  const ways = new Map<string, readonly string[] | null>();
  const homes: Record<string, readonly string[]> = {};
  for (const { id, trash_parent_id } of rows) {
    const folderId = trash_parent_id ?? '';
    let way = ways.get(folderId);
    if (way === undefined) {
      way = isLive(sql, folderId) ? crumbsOf(sql, lineOf(sql, folderId)).map(({ name }) => name) : null;
      ways.set(folderId, way);
    }
    if (way) homes[id] = way;
  }
  return homes;
}

export interface EverywhereQuery {
  readonly pageToken: string;
  readonly rows: number;
  readonly starred: boolean;
  readonly phases: readonly string[];
  readonly foldersOnly?: boolean;
  readonly kinds?: readonly string[];
}

/** Every live file of the drive, or every starred or folder node, by id. */
export function listEverywhere(sql: SqlStorage, query: EverywhereQuery): NodePage {
  const phases = query.phases.length > 0 ? query.phases : ['PHASE_TYPE_COMPLETE'];
  const kind = query.foldersOnly ? 'is_file = 0' : query.starred ? 'starred = 1' : 'is_file = 1';
  const kinds = wantedKinds(query);
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
        `SELECT * FROM nodes WHERE id > ?1 AND state = 0 AND ${kind} ${query.starred ? 'AND starred = 1' : ''}
         AND phase IN (SELECT value FROM json_each(?2)) AND (?4 = '[]' OR ${IS_OF_KINDS('?4')}) ORDER BY id LIMIT ?3`,
        afterId,
        JSON.stringify(phases),
        CHECKED_ROWS,
        kinds,
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

export interface ListRequest {
  readonly parentId: string;
  readonly rows: number;
  readonly pageToken: string;
  readonly order: PageOrder;
  readonly foldersFirst: boolean;
  readonly trashed: boolean;
  readonly foldersOnly: boolean;
  readonly filesOnly: boolean;
  readonly kinds?: readonly string[];
  readonly phases: readonly string[];
  readonly starred: boolean;
}

/** A folder, everything (`*` or starred), or the trash. */
export function list(tx: Pick<DriveTx, 'sql' | 'nowMs' | 'wakeAt'>, request: ListRequest): NodePage | TrashPage {
  const { sql } = tx;
  const { parentId, trashed, starred } = request;
  if (trashed) return listTrash(sql, parentId === '*' ? null : parentId, request);
  if (parentId === '*' || starred) return listEverywhere(sql, request);
  const page = listFolder(sql, parentId, request);
  if (page.nextPageToken !== '') rankIfLarge(tx, parentId);
  return page;
}
