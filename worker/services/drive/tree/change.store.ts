/**
 * Changes of the tree that are one row each, whatever their size: make, rename, move, trash, restore.
 * Each runs inside a command's transaction and notifies the shares that watch.
 */

import { storedType } from '#shared/drive/file-kind.ts';
import { nameKey, sortKey } from '#shared/drive/names.ts';
import { AppError } from '#shared/errors.ts';
import { ROOT_ID } from '#shared/ids.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { appendAct } from '../acts/log.store.ts';
import { ACT, type ActKind, SHOWN } from '../core/act.ts';
import { nodesMoved, nodesWritten } from '../core/node-listeners.ts';
import type { DriveTx } from '../core/tx.ts';
import { depthOf, heightOf, requireBatch, requireInPlace } from './batch.store.ts';
import { type BatchChoice, decideConflict, holdersOf, outcomeParams } from './conflict.store.ts';
import { storedFindKey } from './find-keys.store.ts';
import { rankGrown } from './folder-ranks.store.ts';
import type { NodeRow } from './node-columns.ts';
import { requireDepth, requireName, requirePlacement } from './rules.ts';
import { readUnreadSoon } from './taken.store.ts';
import {
  askedNames,
  freeName,
  insertNode,
  lineOf,
  MAX_DEPTH,
  nameTaken,
  nodeById,
  placesOf,
  requireFolder,
  STATE,
  standingOf,
  TRASH_PARENT,
} from './tree.store.ts';
import { requireNodes } from './usage/quota.ts';
import { bumpWatchers, notifyWatchers, watchersAbove, watchersBelow } from './watchers.store.ts';

/** The result of a change. `drain`: a share must acknowledge before the answer is sent. */
export interface Changed {
  readonly drain: boolean;
  /** For the params of its task. */
  readonly params?: Readonly<Record<string, string>>;
}

function folderRow(tx: DriveTx, id: string): NodeRow {
  const row = nodeById(tx.sql, id);
  if (!row) throw new AppError('internal');
  return row;
}

/** Makes a folder; a second one of the same name is allowed (wire-contract.md 3.4). */
export function makeFolder(tx: DriveTx, input: { parentId: string; name: string; folderType?: string }): NodeRow {
  requireName(input.name);
  requireFolder(tx.sql, input.parentId);
  requireDepth(depthOf(tx.sql, input.parentId) + 1, MAX_DEPTH);
  requireNodes(tx, 1);
  const id = newWireId();
  insertNode(tx.sql, {
    id,
    parentId: input.parentId,
    isFile: false,
    name: input.name,
    nowMs: tx.nowMs,
    folderType: input.folderType ?? 'NORMAL',
  });
  nodesWritten(tx, [id]);
  bumpWatchers(tx, [input.parentId]);
  appendAct(tx, { kind: ACT.create, ids: [id], to: input.parentId, shown: SHOWN.recent });
  return folderRow(tx, id);
}

export function setName(tx: DriveTx, row: NodeRow, name: string): void {
  const { mime, category } = row.is_file === 1 ? storedType(name, row.size_bytes) : { mime: '', category: '' };
  tx.sql.exec(
    'UPDATE nodes SET name = ?, name_key = ?, find_key = ?, sort_key = ?, mime = ?, category = ? WHERE id = ?',
    name,
    nameKey(name),
    storedFindKey(name),
    sortKey(name),
    mime,
    category,
    row.id,
  );
}

/** @throws AppError file_not_found, file_in_recycle_bin, file_name_empty, file_rename_to_same_name, file_duplicated_name, file_rename_uncompleted */
export function rename(tx: DriveTx, id: string, name: string): NodeRow {
  const [row] = requireBatch(tx.sql, [id], 'refuse');
  if (!row) throw new AppError('file_not_found');
  requireName(name);
  if (row.phase !== 'PHASE_TYPE_COMPLETE') throw new AppError('file_rename_uncompleted');
  if (row.name === name) throw new AppError('file_rename_to_same_name');
  if (nameTaken(tx.sql, row.parent_id, name, id)) throw new AppError('file_duplicated_name');
  setName(tx, row, name);
  tx.sql.exec('UPDATE nodes SET modified_ms = ?, revision = revision + 1 WHERE id = ?', tx.nowMs, id);
  appendAct(tx, { kind: ACT.rename, ids: [id], to: row.parent_id, detail: { was: row.name } });
  nodesWritten(tx, [id]);
  bumpWatchers(tx, [id]);
  readUnreadSoon(tx);
  return folderRow(tx, id);
}

/** Puts one node into a folder under a name that is free there. */
export function place(tx: DriveTx, row: NodeRow, to: string): void {
  const name = freeName(tx.sql, to, row.name);
  if (name !== row.name) setName(tx, row, name);
  tx.sql.exec(
    'UPDATE nodes SET parent_id = ?, state = 0, trashed_ms = NULL, trash_parent_id = NULL, trash_until_ms = NULL, revision = revision + 1 WHERE id = ?',
    to,
    row.id,
  );
}

/** Whether all of these names are free in a folder, and each stands once: then nothing has to be chosen. */
export function areFree(sql: SqlStorage, rows: readonly NodeRow[], to: string): boolean {
  const names = rows.map((row) => row.name);
  if (new Set(names.map(nameKey)).size < rows.length) return false;
  const taken = `SELECT 1 FROM json_each(?2) AS asked CROSS JOIN nodes INDEXED BY nodes_by_name
    ON nodes.parent_id = ?1 AND nodes.state = 0 AND nodes.is_file IN (0, 1) AND nodes.sort_key = asked.value ->> 0
    AND nodes.name_key = asked.value ->> 1 LIMIT 1`;
  return sql.exec(taken, to, askedNames(names)).toArray().length === 0;
}

/** Puts nodes into a folder where their names are free. */
function placeAll(tx: DriveTx, rows: readonly NodeRow[], to: string): void {
  // Setting what a move does not change would have the indexes of names and of the trash written anew.
  const back = 'state = 0, trashed_ms = NULL, trash_parent_id = NULL, trash_until_ms = NULL,';
  tx.sql.exec(
    `UPDATE nodes SET parent_id = ?, ${rows.every(({ state }) => state === STATE.live) ? '' : back} revision = revision + 1
     WHERE id IN (SELECT value FROM json_each(?))`,
    to,
    JSON.stringify(rows.map((row) => row.id)),
  );
}

/** Checks a batch on its way into a folder. @throws AppError as the contract says for move and copy */
export function requireBatchInto(tx: DriveTx, ids: readonly string[], to: string): NodeRow[] {
  const rows = requireBatch(tx.sql, ids, 'refuse');
  requireFolder(tx.sql, to);
  requirePlacement({
    ids: rows.map((row) => row.id),
    parentIds: rows.map((row) => row.parent_id),
    to,
    lineOfTo: lineOf(tx.sql, to),
  });
  const folders = rows.filter((row) => row.is_file === 0).map((row) => row.id);
  if (folders.length > 0) requireDepth(depthOf(tx.sql, to) + heightOf(tx.sql, folders), MAX_DEPTH);
  return rows;
}

/** Takes nodes out of their folders. */
function moveToTrash(tx: DriveTx, ids: readonly string[], untilMs: number): void {
  tx.sql.exec(
    `UPDATE nodes SET state = ${STATE.trashed}, trash_parent_id = parent_id, parent_id = ?, trashed_ms = ?, trash_until_ms = ?, revision = revision + 1
     WHERE id IN (SELECT value FROM json_each(?))`,
    TRASH_PARENT,
    tx.nowMs,
    untilMs,
    JSON.stringify(ids),
  );
}

/** A batch on its way into folders, by its choice. Replaced nodes are trashed, where the person finds them. */
export class Placing {
  readonly skipped: string[] = [];
  readonly replaced: string[] = [];
  readonly placed = new Set<string>();
  /** Folders that these were put into. */
  readonly #homes = new Map<string, string>();
  /** Put into the root, because their own folder is not in place. */
  readonly rehomed: string[] = [];
  readonly #tx: DriveTx;
  readonly #choice: BatchChoice;
  readonly #isOwn: (id: string) => boolean;
  /** Folders that replaced nodes left. */
  readonly #left: string[] = [];

  /** @param isOwn  whether an earlier step of the same batch brought that node */
  constructor(tx: DriveTx, choice: BatchChoice, isOwn: (id: string) => boolean = () => false) {
    this.#tx = tx;
    this.#choice = choice;
    this.#isOwn = isOwn;
  }

  /** @returns whether it is in the folder now; a skipped node stays where it was */
  put(row: NodeRow, to: string): boolean {
    const { sql } = this.#tx;
    const isOwn = (id: string): boolean => this.placed.has(id) || this.#isOwn(id);
    const decision = decideConflict(sql, row, to, this.#choice.conflict, isOwn);
    if (decision.kind === 'skip') {
      this.skipped.push(row.id);
      return false;
    }
    if (decision.kind === 'replace') {
      const ids = decision.rows.map(({ id }) => id);
      moveToTrash(this.#tx, ids, this.#choice.trashUntilMs);
      for (const id of ids) {
        this.replaced.push(id);
        this.#left.push(to);
      }
    }
    place(this.#tx, row, to);
    this.placed.add(row.id);
    this.#homes.set(row.id, to);
    return true;
  }

  /** Puts nodes into a folder where their names are free, by one statement. */
  putFree(rows: readonly NodeRow[], to: string): void {
    placeAll(this.#tx, rows, to);
    for (const { id } of rows) {
      this.placed.add(id);
      this.#homes.set(id, to);
    }
  }

  /** Folders that nodes were put into. */
  get homes(): Set<string> {
    return new Set(this.#homes.values());
  }

  /** Logs nodes that were put into folders; an unfinished file has no acts before its upload ends. @param rows  as they were before */
  log(kind: ActKind, rows: readonly NodeRow[]): void {
    const placed = rows.filter(({ id, phase }) => phase === 'PHASE_TYPE_COMPLETE' && this.#homes.has(id));
    appendAct(this.#tx, {
      kind,
      ids: placed.map(({ id }) => id),
      // Also of the trash: a node of a trashed folder leaves that folder.
      from: placed.map((row) => row.parent_id),
      to: placed.map(({ id }) => this.#homes.get(id) ?? ''),
    });
  }

  /** Notifies the shares that lost nodes, looked up once for all, as it reads every watched path. @returns whether there are any */
  end(): boolean {
    if (this.replaced.length === 0) return false;
    const tx = this.#tx;
    appendAct(tx, { kind: ACT.trash, ids: this.replaced, from: this.#left });
    const shares = [...watchersAbove(tx, new Set(this.#left)), ...watchersBelow(tx, this.replaced)];
    tx.wakeAt(this.#choice.trashUntilMs);
    if (shares.length > 0) notifyWatchers(tx, shares, true);
    return shares.length > 0;
  }
}

export function move(tx: DriveTx, ids: readonly string[], to: string, choice: BatchChoice): Changed {
  const placing = new Placing(tx, choice);
  const drain = moveRows(tx, requireBatchInto(tx, ids, to), to, placing);
  nodesMoved(tx, [...ids, ...placing.replaced]);
  nodesWritten(tx, [to]);
  return { drain, params: outcomeParams(placing) };
}

/** Moves nodes that may go there. @returns whether a share must have acknowledged */
export function moveRows(tx: DriveTx, rows: readonly NodeRow[], to: string, placing: Placing): boolean {
  const left = watchersAbove(tx, new Set(rows.map((row) => row.parent_id)));
  if (areFree(tx.sql, rows, to)) placing.putFree(rows, to);
  else for (const row of rows) placing.put(row, to);
  placing.log(ACT.move, rows);
  const lost = placing.end();
  rankGrown(
    tx,
    rows.map(() => to),
  );
  notifyWatchers(tx, left, true);
  bumpWatchers(tx, [to]);
  return lost || left.length > 0;
}

/** @param untilMs  when the trashed nodes are deleted forever */
export function trash(tx: DriveTx, ids: readonly string[], untilMs: number): Changed {
  requireInPlace(tx.sql, ids, 'refuse');
  nodesMoved(tx, ids);
  return { drain: trashNodes(tx, ids, untilMs) };
}

/** Throws nodes away that are in a folder. @returns whether a share must have acknowledged */
export function trashNodes(tx: DriveTx, ids: readonly string[], untilMs: number): boolean {
  const shares = [...watchersAbove(tx, ids), ...watchersBelow(tx, ids)];
  appendAct(tx, { kind: ACT.trash, ...placesOf(tx.sql, ids) });
  moveToTrash(tx, ids, untilMs);
  tx.wakeAt(untilMs);
  notifyWatchers(tx, shares, true);
  return shares.length > 0;
}

/** The folder that a node was in before it, or a folder above it, was trashed. */
function formerFolderOf(row: NodeRow): string {
  return row.state === STATE.trashed ? (row.trash_parent_id ?? ROOT_ID) : row.parent_id;
}

/** Where a node goes when it comes back: its own folder when that still stands and is not too deep, else the root. */
function homeOf(tx: DriveTx, row: NodeRow): string {
  const folderId = row.state === STATE.trashed ? formerFolderOf(row) : ROOT_ID;
  if (folderId === ROOT_ID || standingOf(tx.sql, folderId) !== 'live') return ROOT_ID;
  const height = row.is_file === 1 ? 0 : heightOf(tx.sql, [row.id]);
  return depthOf(tx.sql, folderId) + height <= MAX_DEPTH ? folderId : ROOT_ID;
}

/** The trashed root that hides a folder, if one does. */
function hiddenBy(tx: DriveTx, folderId: string): string | null {
  return lineOf(tx.sql, folderId).find((id) => nodeById(tx.sql, id)?.state === STATE.trashed) ?? null;
}

/** Where all of these go when they come back, under free names; null when that must be found out one by one. */
export function commonHome(tx: DriveTx, rows: readonly NodeRow[], waiting: ReadonlySet<string>): string | null {
  const [first] = rows;
  const isAlike = (row: NodeRow) =>
    row.is_file === 1 && row.state === STATE.trashed && row.trash_parent_id === first?.trash_parent_id;
  if (!first || !rows.every(isAlike)) return null;
  const hidden = hiddenBy(tx, first.trash_parent_id ?? ROOT_ID);
  if (hidden !== null && waiting.has(hidden)) return null;
  const home = homeOf(tx, first);
  return areFree(tx.sql, rows, home) ? home : null;
}

/** Puts back nodes of the trash; others stay as they are. Something below a trashed folder goes to the root. */
export function untrash(tx: DriveTx, ids: readonly string[], choice: BatchChoice): Changed {
  const placing = new Placing(tx, choice);
  const rows = requireBatch(tx.sql, ids, 'allow');
  const drain = untrashRows(tx, rows, new Set(rows.map(({ id }) => id)), placing);
  nodesMoved(tx, placing.replaced);
  nodesWritten(tx, ids);
  const [home, ...others] = placing.homes;
  const parent: Record<string, string> = home !== undefined && others.length === 0 ? { parent_id: home } : {};
  return { drain, params: { ...outcomeParams(placing), ...parent } };
}

/**
 * Puts nodes back. @param waiting  ids of the whole batch that are still to come back, these among them
 * @returns whether a share must have acknowledged
 */
export function untrashRows(tx: DriveTx, rows: readonly NodeRow[], waiting: Set<string>, placing: Placing): boolean {
  const recordRehomed = (row: NodeRow, to: string): void => {
    if (to === ROOT_ID && formerFolderOf(row) !== ROOT_ID) placing.rehomed.push(row.id);
  };
  const putHome = (row: NodeRow, to: string): void => {
    if (placing.put(row, to)) recordRehomed(row, to);
  };
  const putBack = (id: string): void => {
    waiting.delete(id);
    const row = nodeById(tx.sql, id);
    if (!row || standingOf(tx.sql, id) !== 'trashed') return;
    // A folder of the same batch comes back before its content, so that this finds its place again or never left it.
    const hidden = hiddenBy(tx, formerFolderOf(row));
    if (hidden !== null && waiting.has(hidden)) putBack(hidden);
    if (standingOf(tx.sql, id) === 'trashed') putHome(row, homeOf(tx, row));
  };
  const home = commonHome(tx, rows, waiting);
  if (home !== null) {
    placing.putFree(rows, home);
    for (const row of rows) recordRehomed(row, home);
  } else for (const { id } of rows) if (waiting.has(id)) putBack(id);
  placing.log(ACT.untrash, rows);
  const lost = placing.end();
  const ids = rows.map(({ id }) => id);
  notifyWatchers(tx, [...watchersAbove(tx, ids), ...watchersBelow(tx, ids)], false);
  return lost;
}

/** The oldest folder of this name; makes it when there is none. */
export function findOrMakeFolder(
  tx: DriveTx,
  input: { parentId: string; name: string },
): { row: NodeRow; found: boolean } {
  requireName(input.name);
  requireFolder(tx.sql, input.parentId);
  const row = holdersOf(tx.sql, input.parentId, [input.name]).find(({ is_file }) => is_file === 0);
  return row ? { row, found: true } : { row: makeFolder(tx, input), found: false };
}
