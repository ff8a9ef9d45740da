/**
 * Making copies of trees in steps: from this drive (copy) or another (restore). Copies are made hidden, under ids that
 * follow from task and source, and are put in place when all are there; space was promised before and is spent row by row.
 * A crash between steps repeats nothing: each step and what is left are one transaction.
 */
import type { Phase } from '#shared/drive/model.ts';
import { renamedParams, type SavedName } from '#shared/drive/saved.ts';
import { AppError } from '#shared/errors.ts';
import type { DriveTx } from '../core/tx.ts';
import { copyIdOf } from '../keys.ts';
import { bumpWatchers } from '../sharing/watch.store.ts';
import { Placing } from '../tree/change.store.ts';
import { type BatchChoice, outcomeParams } from '../tree/conflict.store.ts';
import { gainContent } from '../tree/content.store.ts';
import { noteEvent } from '../tree/history/history.store.ts';
import { progressOf } from '../tree/rules.ts';
import { readSource, type SourceNode, type SourcePage, type SourceWant } from '../tree/source.store.ts';
import { insertNode, isLive, MADE_PARENT, nodeById, STATE, standingOf } from '../tree/tree.store.ts';
import { hasNodes, release, requireNodes, reserve, spend } from '../tree/usage/quota.ts';
import { type DeleteJob, markForDeletion } from './delete-job.store.ts';
import { exclude, excludeWithAncestors } from './excluded.store.ts';
import { updateTask } from './task.store.ts';

/** Where the copies come from when it is another drive. */
export interface CopyOrigin {
  readonly shareId: string;
  readonly ownerId: string;
  readonly rootIds: readonly string[];
}

export interface CopyJob {
  readonly kind: 'copy';
  /** Folder the copies are put into. */
  readonly to: string;
  readonly limitBytes: number;
  readonly total: number;
  readonly done: number;
  /** Sources that were gone when they were read. */
  readonly missing: number;
  readonly origin: CopyOrigin | null;
  /** Where names are taken when the copies are put in place; absent: both stay. */
  readonly choice?: BatchChoice;
}

/** Folders asked for at once. */
const WANT_FOLDERS = 200;
/** New names that a task lists; all of them are counted. */
const TOLD_NAMES = 20;
/** Rows of one question to the source; a page with long names and manifests stays far below what one call may carry. */
export const WANT_ROWS = 1_000;

function items(sql: SqlStorage, taskId: string, part: string, limit: number): { node_id: string; note: string }[] {
  return sql
    .exec<{ node_id: string; note: string }>(
      'SELECT node_id, note FROM job_items WHERE task_id = ? AND part = ? LIMIT ?',
      taskId,
      part,
      limit,
    )
    .toArray();
}

function dropItem(sql: SqlStorage, taskId: string, part: string, nodeId: string): void {
  sql.exec('DELETE FROM job_items WHERE task_id = ? AND part = ? AND node_id = ?', taskId, part, nodeId);
}

function addItem(sql: SqlStorage, taskId: string, part: string, nodeId: string, note = ''): void {
  sql.exec(
    'INSERT OR REPLACE INTO job_items (task_id, part, node_id, note) VALUES (?, ?, ?, ?)',
    taskId,
    part,
    nodeId,
    note,
  );
}

function addItems(sql: SqlStorage, taskId: string, part: string, ids: readonly string[]): void {
  sql.exec(
    'INSERT OR REPLACE INTO job_items (task_id, part, node_id) SELECT ?, ?, value FROM json_each(?)',
    taskId,
    part,
    JSON.stringify(ids),
  );
}

/** Writes down what the choice of the batch leaves out, for the one who asks how it ended. */
export function noteSkipped(sql: SqlStorage, taskId: string, ids: readonly string[]): void {
  addItems(sql, taskId, 'skipped', ids);
}

/**
 * Promises the space and writes down what is to copy; no root lies below another one.
 * @param held  bytes, and files and folders, of what is copied
 * @throws AppError file_space_not_enough, file_count_limit, task_sub_task_num_limit
 */
export function beginCopy(
  tx: DriveTx,
  taskId: string,
  rootIds: readonly string[],
  held: { readonly bytes: number; readonly rows: number },
  limitBytes: number,
): void {
  requireCopySize(tx, held.rows);
  requireNodes(tx, held.rows);
  reserve(tx.sql, taskId, held.bytes, limitBytes, tx.nowMs);
  addItems(tx.sql, taskId, 'root', rootIds);
}

function requireCopySize(tx: DriveTx, rows: number): void {
  const limit = tx.limits.nodesPerCopy;
  if (rows > limit) throw new AppError('task_sub_task_num_limit', { metadata: { limit: String(limit) } });
}

/** The next read; null when everything has been read. */
export function nextWant(sql: SqlStorage, taskId: string, rows: number): SourceWant | null {
  const roots = items(sql, taskId, 'root', rows);
  if (roots.length > 0) return { kind: 'roots', ids: roots.map((item) => item.node_id) };
  const folders = items(sql, taskId, 'folder', WANT_FOLDERS);
  return folders.length > 0
    ? { kind: 'children', folders: folders.map((item) => ({ id: item.node_id, cursor: item.note })) }
    : null;
}

/** Promises what a source that grew needs more. @returns whether it was possible */
function spendOrReserve(tx: DriveTx, taskId: string, job: CopyJob, bytes: number): boolean {
  if (spend(tx.sql, taskId, bytes)) return true;
  try {
    reserve(tx.sql, taskId, bytes, job.limitBytes, tx.nowMs);
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
  return spend(tx.sql, taskId, bytes);
}

function makeCopy(tx: DriveTx, taskId: string, job: CopyJob, node: SourceNode, id: string, isRoot: boolean): void {
  const origin = job.origin;
  insertNode(tx.sql, {
    id,
    parentId: isRoot ? MADE_PARENT : copyIdOf(taskId, node.parentId),
    state: isRoot ? STATE.made : STATE.live,
    isFile: node.isFile,
    name: node.name,
    nowMs: tx.nowMs,
    sizeBytes: node.sizeBytes,
    contentKey: node.contentKey,
    gcid: node.gcid,
    folderType: node.isFile ? '' : 'NORMAL',
    userModifiedMs: node.userModifiedMs,
    params: origin ? { original_share_id: origin.shareId, original_file_id: node.id } : {},
  });
  if (isRoot) addItem(tx.sql, taskId, 'place', id, node.id);
  if (!node.isFile) addItem(tx.sql, taskId, 'folder', node.id);
}

/**
 * Makes the copies of one page and writes down how far it is.
 * @returns the job as it stands, or null when it failed and only its leftovers are left to delete
 */
export function applyPage(
  tx: DriveTx,
  taskId: string,
  job: CopyJob,
  want: SourceWant,
  page: SourcePage,
): CopyJob | null {
  const known = new Map(page.contents.map((content) => [content.contentKey, content]));
  const isRoot = want.kind === 'roots';
  const fresh = page.nodes
    .map((node) => ({ node, id: copyIdOf(taskId, node.id) }))
    .filter(
      ({ node, id }) => (node.contentKey === null || known.has(node.contentKey)) && nodeById(tx.sql, id) === null,
    );
  const bytes = fresh.reduce((sum, { node }) => sum + (node.isFile ? node.sizeBytes : 0), 0);
  // The source may have grown since it was measured, and other copies may have been made.
  if (job.done + fresh.length > tx.limits.nodesPerCopy) return failCopy(tx, taskId, 'task_sub_task_num_limit');
  if (!hasNodes(tx, fresh.length)) return failCopy(tx, taskId, 'file_count_limit');
  if (!spendOrReserve(tx, taskId, job, bytes)) return failCopy(tx, taskId, 'file_space_not_enough');
  const counts = new Map<string, number>();
  for (const { node, id } of fresh) {
    makeCopy(tx, taskId, job, node, id, isRoot);
    if (node.contentKey !== null) counts.set(node.contentKey, (counts.get(node.contentKey) ?? 0) + 1);
  }
  for (const [key, count] of counts) {
    const content = known.get(key);
    if (content) gainContent(tx, content, count);
  }
  for (const { id, cursor } of page.reached) {
    if (cursor === null) dropItem(tx.sql, taskId, isRoot ? 'root' : 'folder', id);
    else addItem(tx.sql, taskId, 'folder', id, cursor);
  }
  return saveJob(tx, taskId, { ...job, done: job.done + fresh.length, missing: job.missing + page.missing });
}

function saveJob(tx: DriveTx, taskId: string, job: CopyJob): CopyJob {
  updateTask(tx, taskId, { phase: 'PHASE_TYPE_RUNNING', progress: progressOf(job.done, job.total), job });
  return job;
}

/** Gives a copy up: what was made goes, and the task ends as an error when it has gone. */
export function failCopy(tx: DriveTx, taskId: string, message: string): null {
  release(tx.sql, taskId);
  const made = items(tx.sql, taskId, 'place', Number.MAX_SAFE_INTEGER).map((item) => item.node_id);
  tx.sql.exec('DELETE FROM job_items WHERE task_id = ?', taskId);
  const end: Phase = 'PHASE_TYPE_ERROR';
  const job: DeleteJob = { kind: 'delete', total: 0, done: 0, end, message };
  markForDeletion(tx, taskId, made);
  updateTask(tx, taskId, { message, job });
  tx.sql.exec('UPDATE tasks SET request_key = NULL WHERE id = ?', taskId);
  tx.wakeAt(tx.nowMs);
  return null;
}

/** Puts up to `rows` made copies in place. @returns whether the task has ended */
export function placeCopies(tx: DriveTx, taskId: string, job: CopyJob, rows: number): boolean {
  if (standingOf(tx.sql, job.to) === 'gone') {
    failCopy(tx, taskId, 'file_not_found');
    return false;
  }
  const made = items(tx.sql, taskId, 'place', rows);
  // Skipped nodes were never copied: a name that was taken since gets a number.
  const choice: BatchChoice =
    job.choice?.conflict === 'replace' ? job.choice : { conflict: 'keep_both', trashUntilMs: 0 };
  const placing = new Placing(tx, choice, (id) => isPlaced(tx.sql, taskId, id));
  for (const item of made) {
    const row = nodeById(tx.sql, item.node_id);
    if (row) {
      placing.put(row, job.to);
      if (job.origin) noteEvent(tx, 'TYPE_RESTORE', row.id);
      if (job.origin && nodeById(tx.sql, row.id)?.name !== row.name)
        addItem(tx.sql, taskId, 'renamed', row.id, row.name);
    }
    dropItem(tx.sql, taskId, 'place', item.node_id);
    addItem(tx.sql, taskId, 'placed', item.node_id, item.note);
  }
  for (const id of placing.replaced) addItem(tx.sql, taskId, 'replaced', id);
  exclude(tx.sql, placing.replaced);
  excludeWithAncestors(tx.sql, [job.to]);
  placing.end();
  bumpWatchers(tx, [job.to]);
  if (items(tx.sql, taskId, 'place', 1).length > 0) return false;
  finishCopy(tx, taskId, job);
  return true;
}

function isPlaced(sql: SqlStorage, taskId: string, id: string): boolean {
  const placed = "SELECT 1 FROM job_items WHERE task_id = ? AND part = 'placed' AND node_id = ?";
  return sql.exec(placed, taskId, id).toArray().length > 0;
}

function finishCopy(tx: DriveTx, taskId: string, job: CopyJob): void {
  const all = (part: string) => items(tx.sql, taskId, part, Number.MAX_SAFE_INTEGER);
  const placed = all('placed');
  const outcome = outcomeParams({
    skipped: all('skipped').map(({ node_id }) => node_id),
    replaced: all('replaced').map(({ node_id }) => node_id),
  });
  const renamed = renamedParams(newNames(tx.sql, taskId), all('renamed').length);
  tx.sql.exec('DELETE FROM job_items WHERE task_id = ?', taskId);
  release(tx.sql, taskId);
  const trace = Object.fromEntries(placed.map((item) => [item.note, item.node_id]));
  updateTask(tx, taskId, {
    phase: 'PHASE_TYPE_COMPLETE',
    job: null,
    message: job.missing > 0 ? 'Saved without what was removed meanwhile' : 'Saved',
    params: job.origin
      ? {
          original_share_id: job.origin.shareId,
          trace_file_ids: JSON.stringify(trace),
          ...renamed,
        }
      : outcome,
  });
}

/** The first of what had to take another name. */
function newNames(sql: SqlStorage, taskId: string): SavedName[] {
  const told = sql.exec<{ was: string; name: string }>(
    `SELECT job_items.note AS was, nodes.name FROM job_items JOIN nodes ON nodes.id = job_items.node_id
     WHERE task_id = ? AND part = 'renamed' ORDER BY nodes.sort_key, nodes.id LIMIT ?`,
    taskId,
    TOLD_NAMES,
  );
  return [...told].map(({ was, name }) => ({ from: was, to: name }));
}

/** A step of a copy inside one drive. @returns whether the task has ended */
export function copyStep(tx: DriveTx, taskId: string, begun: CopyJob, rows: number): boolean {
  let job = begun;
  for (let left = rows; left > 0; ) {
    const pageRows = Math.min(left, WANT_ROWS);
    const want = nextWant(tx.sql, taskId, pageRows);
    if (!want) return placeCopies(tx, taskId, job, left);
    const page = readSource(tx.sql, want, pageRows, (id) => isLive(tx.sql, id));
    const next = applyPage(tx, taskId, job, want, page);
    if (!next) return false;
    job = next;
    left -= Math.max(1, page.nodes.length + page.reached.length);
  }
  return false;
}
