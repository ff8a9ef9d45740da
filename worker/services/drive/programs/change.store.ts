/** Changes of the tree by path: one transaction each, which resolves the path, checks what the request expects, and acts. */
import { AppError } from '#shared/errors.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { appendAct } from '../acts/log.store.ts';
import { ACT, SHOWN } from '../core/act.ts';
import { nodesMoved, nodesWritten } from '../core/node-listeners.ts';
import type { DriveTx, VersionLimits } from '../core/tx.ts';
import { beginCopyingAs } from '../jobs/batches.ts';
import { jobOf } from '../jobs/job.ts';
import { depthOf } from '../tree/batch.store.ts';
import { isBlocked } from '../tree/blocked.store.ts';
import { makeFolder, move, rename, setName, trashNodes } from '../tree/change.store.ts';
import { contentByKey, gainContent } from '../tree/content.store.ts';
import { rankIfLarge } from '../tree/folder-ranks.store.ts';
import type { NodeRow } from '../tree/node-columns.ts';
import { requireDepth } from '../tree/rules.ts';
import { insertNode, lineOf, MAX_DEPTH } from '../tree/tree.store.ts';
import { commitReserved, requireNodes, requireSpace, reserve } from '../tree/usage/quota.ts';
import { bumpWatchers } from '../tree/watchers.store.ts';
import { type ProgramContext, requireConditions } from './conditions.store.ts';
import { dropLocks, requireTreeUnlocked, requireUnlocked } from './locks.store.ts';
import type { Conditions, CopyOrder, MoveOrder, PathOrder, PropOrder } from './model.ts';
import { copyOver, moveOver } from './over.store.ts';
import { type FreePlace, isFolderAt, type Place, placeOf, requireAt, requireFree } from './place.store.ts';
import { changeProps, copyProps } from './props.store.ts';

/** The outcome of a change. */
export interface Done {
  readonly isNew: boolean;
  /** A share must acknowledge before the answer. */
  readonly drain: boolean;
  readonly taskId: string | null;
}

const MADE: Done = { isNew: true, drain: false, taskId: null };
const CHANGED: Done = { ...MADE, isNew: false };

/** A node that may be moved, trashed or copied: anything but the root. @throws AppError file_not_found, permission_denied */
function requireNodeAt(
  context: ProgramContext,
  { path, conditions }: PathOrder,
): Place & { node: NodeRow; parentId: string } {
  const place = requireAt(context.sql, context.rootId, path);
  requireConditions(context, conditions, place);
  const { node, parentId } = place;
  if (node === null || parentId === null) throw new AppError('permission_denied', { reason: 'root' });
  return { ...place, node, parentId };
}

/** @throws AppError already_exists, file_not_found, file_duplicated_name, locked, precondition_failed; those of `makeFolder` */
export function makeCollection(tx: DriveTx, context: ProgramContext, { path, conditions }: PathOrder): Done {
  const place = placeOf(tx.sql, context.rootId, path);
  requireConditions(context, conditions, place);
  if (place.node || place.parentId === null) throw new AppError('already_exists', { reason: 'taken' });
  const { parentId, name } = requireFree(place);
  requireUnlocked(context, parentId, conditions.tokens);
  makeFolder(tx, { parentId, name });
  return MADE;
}

/** Trashes what is at a path. @throws AppError file_not_found, permission_denied, locked, precondition_failed */
export function remove(tx: DriveTx, context: ProgramContext, order: PathOrder, trashTtlMs: number): Done {
  const { node, parentId } = requireNodeAt(context, order);
  requireTreeUnlocked(context, node.id, order.conditions.tokens);
  requireUnlocked(context, parentId, order.conditions.tokens);
  dropLocks(context, node.id);
  nodesMoved(tx, [node.id]);
  return { ...CHANGED, drain: trashNodes(tx, [node.id], tx.nowMs + trashTtlMs) };
}

/** Where something goes: a free place, or what it replaces. */
type Destination =
  | { readonly free: FreePlace; readonly target: null }
  | { readonly free: FreePlace; readonly target: NodeRow };

/**
 * @param from  what goes there
 * @throws AppError permission_denied, file_not_found, precondition_failed, locked, file_duplicated_name
 */
function requireDestination(context: ProgramContext, from: NodeRow, order: MoveOrder, isMove: boolean): Destination {
  const { sql } = context;
  const { tokens } = order.conditions;
  const to = placeOf(sql, context.rootId, order.to);
  const { parentId, node: target } = to;
  if (parentId === null) throw new AppError('permission_denied', { reason: 'root' });
  const denied = (reason: string) =>
    new AppError('permission_denied', { reason, messageKey: 'programs.dav.into_itself' });
  if (target?.id === from.id) throw denied('same');
  const line = lineOf(sql, parentId);
  if (line.includes(from.id)) throw denied('into_itself');
  if (target === null) {
    const free = requireFree(to, isMove && from.parent_id === parentId ? from.id : '');
    requireUnlocked(context, parentId, tokens);
    return { free, target: null };
  }
  if (lineOf(sql, from.id).includes(target.id)) throw denied('over_own_folder');
  if (!order.overwrite) throw new AppError('precondition_failed', { reason: 'overwrite', field: 'Overwrite' });
  requireTreeUnlocked(context, target.id, tokens);
  requireUnlocked(context, parentId, tokens);
  return { free: { ...to, parentId }, target };
}

/** Puts a node into a folder under a name that is free there. @returns whether a share must have acknowledged */
function moveAs(tx: DriveTx, node: NodeRow, parentId: string, name: string): boolean {
  if (node.parent_id === parentId) {
    if (node.name !== name) rename(tx, node.id, name);
    return false;
  }
  if (node.name !== name) setName(tx, node, name);
  return move(tx, [node.id], parentId, { conflict: 'keep_both', trashUntilMs: 0 }).drain;
}

/** Trashes what another node takes the place of. */
function clear(tx: DriveTx, context: ProgramContext, target: NodeRow, trashTtlMs: number): boolean {
  dropLocks(context, target.id);
  nodesMoved(tx, [target.id]);
  return trashNodes(tx, [target.id], tx.nowMs + trashTtlMs);
}

/**
 * Moves or renames. A file over a file leaves the one that was there, with a new version.
 * @throws AppError as `requireDestination`; invalid_argument for a tree that would be too deep
 */
export function moveTo(tx: DriveTx, context: ProgramContext, order: MoveOrder, limits: VersionLimits): Done {
  const { node, parentId } = requireNodeAt(context, order);
  requireTreeUnlocked(context, node.id, order.conditions.tokens);
  requireUnlocked(context, parentId, order.conditions.tokens);
  const { free, target } = requireDestination(context, node, order, true);
  dropLocks(context, node.id);
  if (target === null) return { ...MADE, drain: moveAs(tx, node, free.parentId, free.name) };
  if (target.is_file === 1 && node.is_file === 1) return { ...CHANGED, drain: moveOver(tx, node, target, limits) };
  const cleared = clear(tx, context, target, order.trashTtlMs);
  return { ...CHANGED, drain: moveAs(tx, node, free.parentId, free.name) || cleared };
}

/** A new file with the content of another one. */
function copyFile(tx: DriveTx, from: NodeRow, { parentId, name }: FreePlace, limitBytes: number): void {
  const { sql, nowMs } = tx;
  const content = from.content_key === null ? null : contentByKey(sql, from.content_key);
  if (!content) throw new AppError('file_uncompleted');
  requireNodes(tx, 1);
  const id = newWireId();
  const { content_key: contentKey, manifest, size_bytes: sizeBytes, gcid, crc32 } = content;
  reserve(tx, id, sizeBytes, limitBytes, 1);
  const of = { contentKey, sizeBytes, gcid, userModifiedMs: from.user_modified_ms, isCounted: true };
  insertNode(sql, { id, parentId, isFile: true, name, nowMs, ...of });
  commitReserved(tx, id, { bytes: sizeBytes, uploadedBytes: 0, clientBytes: 0 });
  gainContent(tx, { contentKey, manifest, sizeBytes, gcid, crc32 });
  copyProps(sql, [[from.id, id]]);
  rankIfLarge(tx, parentId);
  appendAct(tx, { kind: ACT.copy, ids: [id], to: parentId, shown: SHOWN.recent });
  nodesWritten(tx, [id]);
  bumpWatchers(tx, [id]);
}

/**
 * Copies by reference. A file over a file becomes its new version.
 * @throws AppError as `requireDestination`; file_space_not_enough, file_count_limit, file_blocked, task_sub_task_num_limit
 */
export function copyTo(tx: DriveTx, context: ProgramContext, order: CopyOrder, limits: VersionLimits): Done {
  const { node } = requireNodeAt(context, order);
  const { free, target } = requireDestination(context, node, order, false);
  const { limitBytes } = order;
  if (isBlocked(tx.sql, node.gcid)) throw new AppError('file_blocked', { reason: 'content_blocked' });
  if (node.is_file === 1 && target?.is_file === 1) {
    if (node.content_key !== target.content_key) {
      requireSpace(tx, node.size_bytes, limitBytes);
      requireNodes(tx, 1);
    }
    copyOver(tx, node, target, limits);
    return CHANGED;
  }
  const drain = target !== null && clear(tx, context, target, order.trashTtlMs);
  const done = { isNew: target === null, drain, taskId: null };
  requireDepth(depthOf(tx.sql, free.parentId) + 1, MAX_DEPTH);
  if (node.is_file === 1) {
    copyFile(tx, node, free, limitBytes);
    return done;
  }
  if (order.isShallow) {
    copyProps(tx.sql, [[node.id, makeFolder(tx, { parentId: free.parentId, name: free.name }).id]]);
    return done;
  }
  const taskId = beginCopyingAs(tx, node, { to: free.parentId, name: free.name, limitBytes });
  return { ...done, taskId: jobOf(tx.sql, taskId) ? taskId : null };
}

/** Sets and removes properties, all or none. @throws AppError file_not_found, locked, precondition_failed, storage_full */
export function setProps(tx: DriveTx, context: ProgramContext, order: PropOrder): Done {
  const { path, conditions, changes, modifiedMs, starred } = order;
  const place = requireAt(tx.sql, context.rootId, path);
  requireConditions(context, conditions, place);
  requireUnlocked(context, place.id, conditions.tokens);
  changeProps(tx.sql, place.id, changes);
  const { node } = place;
  if (node && modifiedMs !== null)
    tx.sql.exec('UPDATE nodes SET user_modified_ms = ? WHERE id = ?', modifiedMs, node.id);
  const isStarring = node !== null && starred !== null && (node.starred === 1) !== starred;
  if (isStarring) {
    tx.sql.exec('UPDATE nodes SET starred = ? WHERE id = ?', starred ? 1 : 0, node.id);
    appendAct(tx, { kind: starred ? ACT.star : ACT.unstar, ids: [node.id], to: node.parent_id });
  }
  // The tags of the folders above change: programs that follow them read the properties anew.
  const isOther = changes.length > 0 || modifiedMs !== null;
  if (node && isOther) appendAct(tx, { kind: ACT.update, ids: [node.id], to: node.parent_id });
  tx.changed();
  return CHANGED;
}

/** Whether a PUT may go there: a file that gets a version, or a free place. */
export interface PutPlace {
  readonly parentId: string;
  readonly name: string;
  readonly target: NodeRow | null;
}

/** @throws AppError file_not_found, method_not_allowed for a folder, file_duplicated_name, locked, precondition_failed */
export function requirePut(context: ProgramContext, { path, conditions }: PathOrder): PutPlace {
  return requirePutTo(context, placeOf(context.sql, context.rootId, path), conditions);
}

/** @throws AppError as `requirePut` */
export function requirePutTo(context: ProgramContext, place: Place, conditions: Conditions): PutPlace {
  requireConditions(context, conditions, place);
  if (isFolderAt(place))
    throw new AppError('method_not_allowed', { reason: 'folder', messageKey: 'programs.dav.put_over_folder' });
  if (place.node) {
    requireUnlocked(context, place.node.id, conditions.tokens);
    return { parentId: place.node.parent_id, name: place.node.name, target: place.node };
  }
  const { parentId, name } = requireFree(place);
  requireUnlocked(context, parentId, conditions.tokens);
  requireDepth(depthOf(context.sql, parentId) + 1, MAX_DEPTH);
  return { parentId, name, target: null };
}
