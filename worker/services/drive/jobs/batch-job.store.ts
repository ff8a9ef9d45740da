/**
 * Moving, throwing away, putting back and deleting, for small and for very large batches: in the call by one transaction or,
 * above AT_ONCE, step by step by the alarm. A removal from shares ends the task only after they have acknowledged it.
 */
import { AppError, type ErrorName } from '#shared/errors.ts';
import type { DriveTx } from '../core/tx.ts';
import { requireInPlace } from '../tree/batch.store.ts';
import { type Changed, move, Placing, trash, untrash } from '../tree/change.store.ts';
import { type BatchChoice, outcomeParams } from '../tree/conflict.store.ts';
import { progressOf, requirePlacement } from '../tree/rules.ts';
import { lineOf, requireFolder } from '../tree/tree.store.ts';
import { takeFolders } from './batch-delete.store.ts';
import { type BatchAct, type CallAct, stepAct } from './batch-step.store.ts';
import { type DeleteJob, PLAIN_DELETE } from './delete-job.store.ts';
import { type TellingJob, updateTask } from './task.store.ts';

/** Ids that are handled inside the call: about 30 ms of an object's time. */
export const AT_ONCE = 1_000;

/** A large batch that was taken on; its ids are one row of `job_items`, what became of some of them are others. */
export interface BatchJob {
  readonly kind: 'batch';
  readonly act: BatchAct;
  /** Different ids; of the trash, its entries when emptying began. */
  readonly total: number;
  /** Ids that were seen to, from the first on. */
  readonly done: number;
  /** A share had something taken away. */
  readonly drain: boolean;
  /** Why some that are in place did not go. */
  readonly refusal: ErrorName | null;
}

/** Progress of a deletion when nothing of it is in the tree any more; the content of its folders is still to be deleted. */
const OUT_PROGRESS = 50;
/** @throws AppError as the contract says for each of these calls */
export function runAct(tx: DriveTx, ids: readonly string[], act: CallAct): Changed {
  switch (act.do) {
    case 'move':
      return move(tx, ids, act.to, act.choice);
    case 'trash':
      return trash(tx, ids, act.untilMs);
    case 'untrash':
      return untrash(tx, ids, act.choice);
  }
}

/**
 * Refuses what can be refused without reading each row; the rest is checked when the batch runs.
 * @returns the folders of these @throws AppError as runAct does
 */
export function checkAct(tx: DriveTx, ids: readonly string[], act: BatchAct): string[] {
  const mayBeTrashed = act.do === 'untrash' || act.do === 'delete';
  const parentIds = requireInPlace(tx.sql, ids, mayBeTrashed ? 'allow' : 'refuse');
  if (act.do !== 'move') return parentIds;
  requireFolder(tx.sql, act.to);
  requirePlacement({ ids, parentIds, to: act.to, lineOfTo: lineOf(tx.sql, act.to) });
  return parentIds;
}

/** The rest of a batch that begins with these. */
export function batchJob(ids: readonly string[], act: BatchAct): BatchJob {
  return { kind: 'batch', act, total: new Set(ids).size, done: 0, drain: false, refusal: null };
}

/** The same for the trash. @param total  roots that are in it; @param dueMs  only entries past their time then; null: everything */
export function emptyJob(total: number, dueMs: number | null): BatchJob {
  return { kind: 'batch', act: { do: 'empty', dueMs }, total, done: 0, drain: false, refusal: null };
}

type ItemPart = 'batch' | 'keep';

function storePart(tx: DriveTx, taskId: string, part: ItemPart, value: object): void {
  tx.sql.exec(
    "INSERT INTO job_items (task_id, part, node_id, note) VALUES (?, ?, '', ?)",
    taskId,
    part,
    JSON.stringify(value),
  );
}

/** Keeps the ids of a batch for its task. @param keeps  of copies, by id, the one that stays */
export function keepBatch(
  tx: DriveTx,
  taskId: string,
  ids: readonly string[],
  keeps: ReadonlyMap<string, string> = new Map(),
): void {
  storePart(tx, taskId, 'batch', [...new Set(ids)]);
  if (keeps.size > 0) storePart(tx, taskId, 'keep', [...keeps]);
  tx.wakeAt(tx.nowMs);
}

/** The same for a deletion; its folders are detached at once. @param parentIds  the folders of its ids */
export function keepDeletion(
  tx: DriveTx,
  taskId: string,
  ids: readonly string[],
  parentIds: readonly string[],
  job: BatchJob,
): void {
  keepBatch(tx, taskId, ids);
  if (takeFolders(quietly(tx), taskId, ids, parentIds, AT_ONCE))
    updateTask(tx, taskId, { job: { ...job, drain: true } });
}

function storedPart<T>(sql: SqlStorage, taskId: string, part: ItemPart): T | null {
  const note = sql
    .exec<{ note: string }>('SELECT note FROM job_items WHERE task_id = ? AND part = ?', taskId, part)
    .toArray()[0]?.note;
  return note === undefined ? null : (JSON.parse(note) as T);
}

function idsOf(sql: SqlStorage, taskId: string): string[] {
  const ids = storedPart<string[]>(sql, taskId, 'batch');
  if (ids === null) throw new AppError('internal');
  return ids;
}

/** Windows are notified of a batch once, at its end: a person would see rows come and go. */
function quietly(tx: DriveTx): DriveTx {
  return { ...tx, changed: () => undefined };
}

type Outcome = 'skipped' | 'replaced' | 'rehomed' | 'placed';

function note(sql: SqlStorage, taskId: string, part: Outcome, ids: Iterable<string>): void {
  sql.exec(
    'INSERT OR IGNORE INTO job_items (task_id, part, node_id) SELECT ?, ?, value FROM json_each(?)',
    taskId,
    part,
    JSON.stringify([...ids]),
  );
}

function noted(sql: SqlStorage, taskId: string, part: Outcome): string[] {
  return sql
    .exec<{ node_id: string }>('SELECT node_id FROM job_items WHERE task_id = ? AND part = ?', taskId, part)
    .toArray()
    .map(({ node_id }) => node_id);
}

/** Does the next step of a batch. */
export function runBatch(tx: DriveTx, taskId: string, job: BatchJob): void {
  const { sql } = tx;
  const { act } = job;
  const ids = idsOf(sql, taskId);
  const choice: BatchChoice = 'choice' in act ? act.choice : { conflict: 'keep_both', trashUntilMs: 0 };
  // Nodes that the batch itself brought are neither replaced nor a reason to skip: recorded only where that is chosen.
  const isChosen = choice.conflict !== 'keep_both';
  const own = new Set(isChosen ? noted(sql, taskId, 'placed') : []);
  const quiet = quietly(tx);
  const placing = new Placing(quiet, choice, (id) => own.has(id));
  const keeps = new Map(act.do === 'tidy' ? storedPart<[string, string][]>(sql, taskId, 'keep') : []);
  const stepped = stepAct(quiet, { taskId, act, waiting: ids.slice(job.done), keeps }, placing);
  const done = job.done + stepped.ids;
  const isOver = stepped.isOver || (act.do !== 'empty' && done >= ids.length);
  note(sql, taskId, 'skipped', [...placing.skipped, ...stepped.left, ...(stepped.isOver ? ids.slice(job.done) : [])]);
  note(sql, taskId, 'replaced', placing.replaced);
  note(sql, taskId, 'rehomed', placing.rehomed);
  if (isChosen) note(sql, taskId, 'placed', placing.placed);
  const next: BatchJob = {
    ...job,
    done,
    drain: job.drain || stepped.drain,
    refusal: job.refusal ?? stepped.refusal,
  };
  const part = isDeletion(act) ? OUT_PROGRESS / 100 : 1;
  if (isOver) finish(tx, taskId, next);
  else updateTask(tx, taskId, { progress: Math.floor(progressOf(done, job.total) * part), job: next });
}

function isDeletion(act: BatchAct): boolean {
  return act.do === 'delete' || act.do === 'empty';
}

function finish(tx: DriveTx, taskId: string, { act, drain, refusal }: BatchJob): void {
  tx.changed();
  const of = (part: Outcome) => noted(tx.sql, taskId, part);
  const params = outcomeParams({ skipped: of('skipped'), replaced: of('replaced'), rehomed: of('rehomed') });
  // Detached nodes are still to be deleted.
  tx.sql.exec("DELETE FROM job_items WHERE task_id = ? AND part <> 'delete'", taskId);
  const message = isDeletion(act) ? PLAIN_DELETE.message : 'Completed';
  if (isOut(tx.sql, taskId)) {
    const job: DeleteJob = { ...PLAIN_DELETE, drain, begun: OUT_PROGRESS };
    updateTask(tx, taskId, { progress: OUT_PROGRESS, params, job });
  } else if (refusal !== null)
    updateTask(tx, taskId, { phase: 'PHASE_TYPE_ERROR', message: refusal, params, job: null });
  else if (!drain) endBatch(tx, taskId, { params, message });
  else {
    const job: TellingJob = { kind: 'telling', params, message };
    updateTask(tx, taskId, { progress: 99, job });
  }
}

/** Something was taken out of the tree and is still to be deleted. */
function isOut(sql: SqlStorage, taskId: string): boolean {
  return sql.exec("SELECT 1 FROM job_items WHERE task_id = ? AND part = 'delete' LIMIT 1", taskId).toArray().length > 0;
}

export function endBatch(tx: DriveTx, taskId: string, told: Omit<TellingJob, 'kind'>): void {
  updateTask(tx, taskId, { phase: 'PHASE_TYPE_COMPLETE', message: 'Completed', ...told, job: null });
}

/** Gives a batch up; nodes that it detached from the tree are deleted all the same. @param message  name of the refusal */
export function failBatch(tx: DriveTx, taskId: string, message: string): void {
  const end = 'PHASE_TYPE_ERROR';
  tx.sql.exec("DELETE FROM job_items WHERE task_id = ? AND part <> 'delete'", taskId);
  const job: DeleteJob = { ...PLAIN_DELETE, end, message };
  updateTask(tx, taskId, isOut(tx.sql, taskId) ? { message, job } : { phase: end, message, job: null });
}
