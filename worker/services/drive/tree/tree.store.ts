/**
 * Rows of the tree: making, finding and naming nodes, and whether they stand. Plain functions over the drive's SQL; they
 * decide nothing about who may do what. A trashed, deleted or unfinished root hangs under a parent of its own (below), so
 * that what happens to the folder it came from no longer reaches it.
 */

import { storedType } from '#shared/drive/file-kind.ts';
import type { Phase } from '#shared/drive/model.ts';
import { nameKey, numberedName, sortKey } from '#shared/drive/names.ts';
import type { Taken } from '#shared/drive/photos/taken.ts';
import { AppError } from '#shared/errors.ts';
import { ROOT_ID } from '#shared/ids.ts';
import { storedFindKey } from './find-keys.store.ts';
import type { NodeRow } from './node-columns.ts';
import type { Standing } from './rules.ts';
import { TIMED, takenCells } from './taken.store.ts';

/** `state` of a node. `made`: root of a copy that is still being made, hidden from every caller. */
export const STATE = { live: 0, trashed: 1, deleting: 2, made: 3 } as const;

/** SQL for roots in the trash; the second half is what makes the partial index serve. */
export const IN_TRASH = 'state = 1 AND state > 0';

/** `parent_id` of roots that are in no folder; none is a wire id. */
export const TRASH_PARENT = '~trash';
export const GONE_PARENT = '~gone';
export const MADE_PARENT = '~made';

/** Folders above a node at most; deeper trees are refused where they would be made. */
export const MAX_DEPTH = 100;

export interface NewNode {
  readonly id: string;
  readonly parentId: string;
  readonly isFile: boolean;
  readonly name: string;
  /** Default: that of the name. */
  readonly nameKey?: string;
  readonly nowMs: number;
  /** Default live. */
  readonly state?: number;
  readonly sizeBytes?: number;
  /** Default complete. */
  readonly phase?: Phase;
  readonly contentKey?: string | null;
  readonly gcid?: string;
  readonly folderType?: string;
  readonly params?: Readonly<Record<string, string>>;
  /** When the person last changed it; default `nowMs`. */
  readonly userModifiedMs?: number | null;
  /** When it was taken, where that is known. */
  readonly taken?: Taken | undefined;
  /** The caller counts it in `space.nodes`; default: a trigger does. */
  readonly isCounted?: boolean;
}

/** Adds a node. Kind and MIME type follow from the name. Repeating it with the same id changes nothing. @returns whether it was added */
export function insertNode(sql: SqlStorage, node: NewNode): boolean {
  return sql.exec(`${INSERT_NODE} ON CONFLICT (id) DO NOTHING`, ...valuesOf(node)).rowsWritten > 0;
}

/** Adds a node whose id is new. @returns its row */
export function addNode(sql: SqlStorage, node: NewNode): NodeRow {
  return sql.exec<NodeRow>(`${INSERT_NODE} RETURNING *`, ...valuesOf(node)).one();
}

const INSERT_NODE = `INSERT INTO nodes (id, parent_id, is_file, state, name, name_key, find_key, sort_key, size_bytes, phase, content_key, gcid, mime, category,
    folder_type, params, created_ms, modified_ms, user_modified_ms, counted, camera_ms, camera_zone, taken_by, taken_ms)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

function valuesOf(node: NewNode): SqlStorageValue[] {
  const type = node.isFile ? storedType(node.name, node.sizeBytes ?? 0) : { mime: '', category: '' };
  const userModifiedMs = node.userModifiedMs ?? node.nowMs;
  const phase = node.phase ?? 'PHASE_TYPE_COMPLETE';
  const isTimed = phase === 'PHASE_TYPE_COMPLETE' && TIMED.some((category) => category === type.category);
  return [
    node.id,
    node.parentId,
    node.isFile ? 1 : 0,
    node.state ?? STATE.live,
    node.name,
    node.nameKey ?? nameKey(node.name),
    storedFindKey(node.name),
    sortKey(node.name),
    node.sizeBytes ?? 0,
    phase,
    node.contentKey ?? null,
    node.gcid ?? '',
    type.mime,
    type.category,
    node.folderType ?? '',
    JSON.stringify(node.params ?? {}),
    node.nowMs,
    node.nowMs,
    userModifiedMs,
    node.isCounted ? 1 : 0,
    ...takenCells(node.taken),
    isTimed ? (node.taken?.clockMs ?? userModifiedMs) : null,
  ];
}

/** A name key that no name has: for an unfinished file that holds no name of its folder yet. */
export function unnamedKey(id: string): string {
  return `\0${id}`;
}

export function nodeById(sql: SqlStorage, id: string): NodeRow | null {
  return sql.exec<NodeRow>('SELECT * FROM nodes WHERE id = ?', id).toArray()[0] ?? null;
}

/** Those of these nodes that are there. One question, however many. */
export function nodesById(sql: SqlStorage, ids: readonly string[]): Map<string, NodeRow> {
  const text = 'SELECT nodes.* FROM json_each(?) AS asked CROSS JOIN nodes ON nodes.id = asked.value';
  const found = sql.exec<NodeRow>(text, JSON.stringify(ids));
  return new Map([...found].map((row) => [row.id, row]));
}

/** The complete ones of these nodes, each with the folder that it is in. */
export function placesOf(sql: SqlStorage, ids: readonly string[]): { ids: string[]; from: string[] } {
  const rows = sql
    .exec<{ id: string; parent_id: string }>(
      'SELECT nodes.id, nodes.parent_id FROM json_each(?1) AS asked CROSS JOIN nodes ON nodes.id = asked.value WHERE nodes.phase = ?2',
      JSON.stringify([...new Set(ids)]),
      'PHASE_TYPE_COMPLETE',
    )
    .toArray();
  return { ids: rows.map(({ id }) => id), from: rows.map((row) => row.parent_id) };
}

interface Place extends Record<string, SqlStorageValue> {
  parent_id: string;
  is_file: number;
  state: number;
}

function placeOf(sql: SqlStorage, id: string): Place | undefined {
  return sql.exec<Place>('SELECT parent_id, is_file, state FROM nodes WHERE id = ?', id).toArray()[0];
}

/** Where a node stands; the root always stands. */
export function standingOf(sql: SqlStorage, id: string): Standing {
  return id === ROOT_ID ? 'live' : standingFrom(sql, placeOf(sql, id));
}

function standingFrom(sql: SqlStorage, start: Place | undefined): Standing {
  let place = start;
  for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
    if (!place || place.state === STATE.deleting || place.state === STATE.made) return 'gone';
    if (place.state === STATE.trashed) return 'trashed';
    if (place.parent_id === ROOT_ID) return 'live';
    place = placeOf(sql, place.parent_id);
  }
  return 'gone';
}

export function isLive(sql: SqlStorage, id: string): boolean {
  return standingOf(sql, id) === 'live';
}

/** Those of these nodes that are live, in their order; each folder is looked up once. */
export function liveOf(sql: SqlStorage, ids: readonly string[]): string[] {
  const asked = `SELECT id, parent_id, is_file, state FROM nodes WHERE id IN (SELECT value FROM json_each(?))`;
  const found = sql.exec<Place & { id: string }>(asked, JSON.stringify(ids)).toArray();
  const places = new Map(found.map((place) => [place.id, place]));
  const standings = new Map<string, Standing>([[ROOT_ID, 'live']]);
  return ids.filter((id) => {
    const place = places.get(id);
    if (place?.state !== STATE.live) return id === ROOT_ID;
    const above = standings.get(place.parent_id) ?? standingOf(sql, place.parent_id);
    standings.set(place.parent_id, above);
    return above === 'live';
  });
}

/** A folder that is live, or the root. @throws AppError file_not_found, file_in_recycle_bin */
export function requireFolder(sql: SqlStorage, id: string): void {
  if (id === ROOT_ID) return;
  const place = placeOf(sql, id);
  const standing = standingFrom(sql, place);
  if (standing === 'trashed') throw new AppError('file_in_recycle_bin', { field: 'parent_id' });
  if (standing === 'gone' || place?.is_file !== 0) throw new AppError('file_not_found', { field: 'parent_id' });
}

/** Ids from the node up to, and without, the root or the parent that hides it. */
export function lineOf(sql: SqlStorage, id: string): string[] {
  const line: string[] = [];
  let at = id;
  while (at !== ROOT_ID && line.length <= MAX_DEPTH) {
    const row = sql.exec<{ parent_id: string }>('SELECT parent_id FROM nodes WHERE id = ?', at).toArray()[0];
    if (!row) break;
    line.push(at);
    at = row.parent_id;
  }
  return line;
}

/**
 * Names to look for, as JSON for SQL: pairs of the key that the index has and the key that counts. Equal `name_key` means equal
 * `sort_key`, so that one index serves order and look-up.
 */
export function askedNames(names: readonly string[]): string {
  return JSON.stringify(names.map((name) => [sortKey(name), nameKey(name)]));
}

/** Whether a live node of this folder has this name already. */
export function nameTaken(sql: SqlStorage, parentId: string, name: string, exceptId = ''): boolean {
  return (
    sql
      .exec(
        'SELECT 1 FROM nodes WHERE parent_id = ? AND state = 0 AND is_file IN (0, 1) AND sort_key = ? AND name_key = ? AND id <> ? LIMIT 1',
        parentId,
        sortKey(name),
        nameKey(name),
        exceptId,
      )
      .toArray().length > 0
  );
}

/** Names are tried one by one up to this number, then by doubling: ten thousand equal names stay cheap. */
const TRIED_ONE_BY_ONE = 32;

/** The name, or its first free `name(n).ext`, among the live nodes of a folder. */
export function freeName(sql: SqlStorage, parentId: string, name: string): string {
  const taken = (n: number): boolean => nameTaken(sql, parentId, n === 0 ? name : numberedName(name, n));
  let free = 0;
  while (free < TRIED_ONE_BY_ONE && taken(free)) free += 1;
  if (free === TRIED_ONE_BY_ONE) {
    let low = free - 1;
    while (taken(free)) [low, free] = [free, free * 2];
    while (free - low > 1) {
      const middle = (low + free) >> 1;
      if (taken(middle)) low = middle;
      else free = middle;
    }
  }
  return free === 0 ? name : numberedName(name, free);
}
