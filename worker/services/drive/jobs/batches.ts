/** Copying, deleting, emptying the trash and tidying copies away: each a task, large ones run by the alarm. */
import { AppError } from '#shared/errors.ts';
import type { DriveTx } from '../core/tx.ts';
import { depthOf, heightOf, measure, requireBatch, topmost } from '../tree/batch.store.ts';
import { holdsBlocked } from '../tree/blocked.store.ts';
import { requireBatchInto, trash } from '../tree/change.store.ts';
import { type Choosing, choiceOf, decideConflict } from '../tree/conflict.store.ts';
import type { NodeRow } from '../tree/node-columns.ts';
import { requireDepth } from '../tree/rules.ts';
import { IN_TRASH, MAX_DEPTH, nodeById } from '../tree/tree.store.ts';
import { copiesOf, type TidyGroup } from '../tree/usage/usage.store.ts';
import { AT_ONCE, batchJob, checkAct, emptyJob, keepBatch, keepDeletion } from './batch-job.store.ts';
import { type BatchAnswer, completedTask, newTask } from './changes.ts';
import { addItems } from './copy-items.store.ts';
import { beginCopy } from './copy-job.store.ts';
import type { CopyJob } from './copy-model.ts';
import { detach, markTrashForDeletion, PLAIN_DELETE } from './delete-job.store.ts';
import { hasWaitingBatch } from './job.ts';
import { beginStep } from './steps.ts';

export interface CopyInput extends Choosing {
  readonly ids: readonly string[];
  readonly to: string;
  readonly limitBytes: number;
}

/** Ids of a batch whose names are taken in the target folder. */
function takenIn(sql: SqlStorage, to: string, rows: readonly NodeRow[], ids: readonly string[]): string[] {
  const wanted = new Set(ids);
  return rows
    .filter((row) => wanted.has(row.id) && decideConflict(sql, row, to, 'skip', () => false).kind === 'skip')
    .map(({ id }) => id);
}

export function beginCopying(tx: DriveTx, input: CopyInput): BatchAnswer {
  const { sql } = tx;
  const rows = requireBatchInto(tx, input.ids, input.to);
  if (rows.some((row) => row.phase !== 'PHASE_TYPE_COMPLETE'))
    throw new AppError('invalid_argument', { reason: 'file_uncompleted', field: 'ids' });
  if (holdsBlocked(sql, input.ids)) throw new AppError('file_blocked', { field: 'ids' });
  const choice = choiceOf(tx, input);
  const top = topmost(sql, input.ids);
  const skipped = new Set(choice.conflict === 'skip' ? takenIn(sql, input.to, rows, top) : []);
  const isFolder = new Map(rows.map((row) => [row.id, row.is_file === 0]));
  const wanted = top.filter((id) => !skipped.has(id));
  const folders = wanted.filter((id) => isFolder.get(id));
  const ids = [...folders, ...wanted.filter((id) => !isFolder.get(id))];
  const held = measure(sql, ids);
  const total = held.files + held.folders;
  const { to, limitBytes } = input;
  const at = { folders: folders.length, at: 0 };
  const job: CopyJob = { kind: 'copy', to, limitBytes, total, done: 0, missing: 0, origin: null, choice, ...at };
  const taskId = newTask(tx, 'copy', rows[0], job);
  addItems(sql, taskId, 'skipped', [...skipped]);
  beginCopy(tx, taskId, ids, { bytes: held.bytes, rows: total }, limitBytes);
  beginStep(tx, taskId, input.ids.length);
  return { taskId, drain: choice.conflict === 'replace' };
}

/**
 * Copies one folder with all that is in it, under a name that is free there; the caller has checked the place.
 * @returns the task, which has ended where it was done at once
 * @throws AppError file_blocked, file_space_not_enough, file_count_limit, task_sub_task_num_limit, invalid_argument
 */
export function beginCopyingAs(
  tx: DriveTx,
  folder: NodeRow,
  { to, name, limitBytes }: { readonly to: string; readonly name: string; readonly limitBytes: number },
): string {
  const ids = [folder.id];
  requireDepth(depthOf(tx.sql, to) + heightOf(tx.sql, ids), MAX_DEPTH);
  if (holdsBlocked(tx.sql, ids)) throw new AppError('file_blocked', { field: 'ids' });
  const held = measure(tx.sql, ids);
  const total = held.files + held.folders;
  const job: CopyJob = {
    kind: 'copy',
    to,
    name,
    limitBytes,
    total,
    done: 0,
    missing: 0,
    origin: null,
    folders: 1,
    at: 0,
  };
  const taskId = newTask(tx, 'copy', folder, job);
  beginCopy(tx, taskId, ids, { bytes: held.bytes, rows: total }, limitBytes);
  beginStep(tx, taskId, 1);
  return taskId;
}

function deleteMany(tx: DriveTx, ids: readonly string[]): BatchAnswer {
  const parentIds = checkAct(tx, ids, { do: 'delete' });
  const job = batchJob(ids, { do: 'delete' });
  const taskId = newTask(tx, 'delete', nodeById(tx.sql, ids[0] ?? '') ?? undefined, job);
  keepDeletion(tx, taskId, ids, parentIds, job);
  return { taskId, drain: false };
}

function deleteFew(tx: DriveTx, requested: readonly string[]): BatchAnswer {
  const rows = requireBatch(tx.sql, requested, 'allow');
  const ids = rows.map((row) => row.id);
  const taskId = newTask(tx, 'delete', rows[0], PLAIN_DELETE);
  const drain = detach(tx, taskId, ids);
  beginStep(tx, taskId, ids.length);
  return { taskId, drain };
}

export function beginDeleting(tx: DriveTx, ids: readonly string[]): BatchAnswer {
  return ids.length > AT_ONCE ? deleteMany(tx, ids) : deleteFew(tx, ids);
}

export function beginEmptying(tx: DriveTx): BatchAnswer {
  const roots = tx.sql.exec<{ n: number }>(`SELECT count(*) AS n FROM nodes WHERE ${IN_TRASH}`).one().n;
  // After a waiting batch: it may move more into the trash.
  if (roots > AT_ONCE || hasWaitingBatch(tx.sql)) {
    const taskId = newTask(tx, 'emptytrash', undefined, emptyJob(roots, null));
    keepBatch(tx, taskId, []);
    return { taskId, drain: false };
  }
  const taskId = newTask(tx, 'emptytrash', undefined, PLAIN_DELETE);
  markTrashForDeletion(tx, taskId, false);
  tx.changed();
  beginStep(tx, taskId, 0);
  return { taskId, drain: false };
}

/**
 * Trashes copies; the file that stays is in place when it is done. All or none; in a large batch a copy of a file that is gone
 * by its turn stays, and the task reports it as skipped.
 * @throws AppError file_not_found, file_in_recycle_bin, failed_precondition
 */
export function beginTidying(tx: DriveTx, groups: readonly TidyGroup[], untilMs: number): BatchAnswer {
  const ids = copiesOf(tx.sql, groups);
  if (ids.length <= AT_ONCE) return completedTask(tx, 'trash', ids, trash(tx, ids, untilMs));
  const first = nodeById(tx.sql, ids[0] ?? '') ?? undefined;
  const taskId = newTask(tx, 'trash', first, batchJob(ids, { do: 'tidy', untilMs }));
  keepBatch(tx, taskId, ids, new Map(groups.flatMap((each) => each.ids.map((id) => [id, each.keep]))));
  return { taskId, drain: false };
}
