/**
 * Changes of the tree that are one row each, however much lies below: make, rename, move, trash, put back.
 * Each runs inside a command's transaction and tells the shares that watch.
 */
import { kindOfFile, mimeOf, nameKey } from '#shared/drive/names.ts';
import { AppError } from '#shared/errors.ts';
import { ROOT_ID } from '#shared/ids.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { requireDepth, requireName, requirePlacement } from './rules.ts';
import {
  freeName,
  insertNode,
  lineOf,
  MAX_DEPTH,
  type NodeRow,
  nameTaken,
  nodeById,
  requireFolder,
  STATE,
  standingOf,
  TRASH_PARENT,
} from './tree.store.ts';
import { depthOf, heightOf, requireBatch } from './tree-batch.store.ts';
import type { DriveTx } from './tx.ts';
import { bumpWatchers, sharesAbove, sharesBelow, tellShares } from './watch.store.ts';

/** What a change leaves to do: `drain`, a share must have acknowledged before the answer leaves. */
export interface Changed {
  readonly drain: boolean;
}

function folderRow(tx: DriveTx, id: string): NodeRow {
  const row = nodeById(tx.sql, id);
  if (!row) throw new AppError('internal');
  return row;
}

/** Makes a folder; a second one of the same name is allowed (contract.md 3.4). */
export function makeFolder(tx: DriveTx, input: { parentId: string; name: string; folderType?: string }): NodeRow {
  requireName(input.name);
  requireFolder(tx.sql, input.parentId);
  requireDepth(depthOf(tx.sql, input.parentId) + 1, MAX_DEPTH);
  const id = newWireId();
  insertNode(tx.sql, {
    id,
    parentId: input.parentId,
    isFile: false,
    name: input.name,
    nowMs: tx.nowMs,
    folderType: input.folderType ?? 'NORMAL',
  });
  bumpWatchers(tx, [input.parentId]);
  return folderRow(tx, id);
}

function setName(tx: DriveTx, row: NodeRow, name: string): void {
  const mime = row.is_file === 1 ? mimeOf(name) : '';
  const category = row.is_file === 1 ? kindOfFile(name) : '';
  tx.sql.exec(
    'UPDATE nodes SET name = ?, name_key = ?, mime = ?, category = ? WHERE id = ?',
    name,
    nameKey(name),
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
  bumpWatchers(tx, [id]);
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

export function move(tx: DriveTx, ids: readonly string[], to: string): Changed {
  const rows = requireBatchInto(tx, ids, to);
  const left = sharesAbove(tx.sql, new Set(rows.map((row) => row.parent_id)));
  for (const row of rows) place(tx, row, to);
  tellShares(tx, left, true);
  bumpWatchers(tx, [to]);
  return { drain: left.length > 0 };
}

/** @param untilMs  when what was thrown away is deleted for good */
export function trash(tx: DriveTx, ids: readonly string[], untilMs: number): Changed {
  const rows = requireBatch(tx.sql, ids, 'refuse');
  const rowIds = rows.map((row) => row.id);
  const shares = [...sharesAbove(tx.sql, rowIds), ...sharesBelow(tx.sql, rowIds)];
  for (const row of rows) {
    tx.sql.exec(
      `UPDATE nodes SET state = ${STATE.trashed}, parent_id = ?, trash_parent_id = ?, trashed_ms = ?, trash_until_ms = ?, revision = revision + 1 WHERE id = ?`,
      TRASH_PARENT,
      row.parent_id,
      tx.nowMs,
      untilMs,
      row.id,
    );
  }
  tx.wakeAt(untilMs);
  tellShares(tx, shares, true);
  return { drain: shares.length > 0 };
}

/** Where a node goes when it comes back: its own folder when that still stands and is not too deep, else the root. */
function homeOf(tx: DriveTx, row: NodeRow): string {
  const folderId = row.state === STATE.trashed ? (row.trash_parent_id ?? ROOT_ID) : ROOT_ID;
  if (folderId === ROOT_ID || standingOf(tx.sql, folderId) !== 'live') return ROOT_ID;
  const height = row.is_file === 1 ? 0 : heightOf(tx.sql, [row.id]);
  return depthOf(tx.sql, folderId) + height <= MAX_DEPTH ? folderId : ROOT_ID;
}

/** The trashed root that hides a folder, if one does. */
function hiddenBy(tx: DriveTx, folderId: string): string | null {
  return lineOf(tx.sql, folderId).find((id) => nodeById(tx.sql, id)?.state === STATE.trashed) ?? null;
}

/** Puts back what is in the trash; what is not there stays as it is. Something below a trashed folder goes to the root. */
export function untrash(tx: DriveTx, ids: readonly string[]): Changed {
  const waiting = new Set(requireBatch(tx.sql, ids, 'allow').map((row) => row.id));
  const rowIds = [...waiting];
  const putBack = (id: string): void => {
    waiting.delete(id);
    const row = nodeById(tx.sql, id);
    if (!row || standingOf(tx.sql, id) !== 'trashed') return;
    // A folder of the same batch comes back before what was in it, so that this finds its place again or never left it.
    const hidden = hiddenBy(tx, row.state === STATE.trashed ? (row.trash_parent_id ?? ROOT_ID) : row.parent_id);
    if (hidden !== null && waiting.has(hidden)) putBack(hidden);
    if (standingOf(tx.sql, id) === 'trashed') place(tx, row, homeOf(tx, row));
  };
  for (const id of rowIds) if (waiting.has(id)) putBack(id);
  tellShares(tx, [...sharesAbove(tx.sql, rowIds), ...sharesBelow(tx.sql, rowIds)], false);
  return { drain: false };
}
