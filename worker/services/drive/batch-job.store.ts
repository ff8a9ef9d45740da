/**
 * Moving, throwing away and putting back, for small and for very large batches: in the call by one transaction or, above
 * AT_ONCE, step by step by the alarm. What shares have to forget ends the task only when they know.
 */
import { AppError, type ErrorName } from '#shared/errors.ts';
import { type BatchAct, stepAct } from './batch-step.store.ts';
import { type BatchChoice, outcomeParams } from './conflict.store.ts';
import { progressOf, requirePlacement } from './rules.ts';
import { updateTask } from './tasks.store.ts';
import { lineOf, requireFolder } from './tree.store.ts';
import { requireInPlace } from './tree-batch.store.ts';
import { type Changed, move, Placing, trash, untrash } from './tree-change.store.ts';
import type { DriveTx } from './tx.ts';

/** Ids that are handled inside the call: about 30 ms of an object's time. */
export const AT_ONCE = 1_000;

/** A large batch that was taken on; its ids are one row of `job_items`, what became of some of them are others. */
export interface BatchJob {
  readonly kind: 'batch';
  readonly act: BatchAct;
  /** Different ids. */
  readonly total: number;
  /** Ids that were seen to, from the first on. */
  readonly done: number;
  /** A share had something taken away. */
  readonly drain: boolean;
  /** Why some that are in place did not go. */
  readonly refusal: ErrorName | null;
}

/** A batch that is done, while a share may still show what it took away. */
export interface TellingJob {
  readonly kind: 'telling';
  readonly params: Readonly<Record<string, string>>;
}

/** @throws AppError as the contract says for each of these calls */
export function runAct(tx: DriveTx, ids: readonly string[], act: BatchAct): Changed {
  switch (act.do) {
    case 'move':
      return move(tx, ids, act.to, act.choice);
    case 'trash':
      return trash(tx, ids, act.untilMs);
    case 'untrash':
      return untrash(tx, ids, act.choice);
  }
}

/** What can be refused without reading each row; the rest is judged when the batch runs. @throws AppError as runAct does */
export function judgeAct(tx: DriveTx, ids: readonly string[], act: BatchAct): void {
  const parentIds = requireInPlace(tx.sql, ids, act.do === 'untrash' ? 'allow' : 'refuse');
  if (act.do !== 'move') return;
  requireFolder(tx.sql, act.to);
  requirePlacement({ ids, parentIds, to: act.to, lineOfTo: lineOf(tx.sql, act.to) });
}

/** What is left of a batch that begins with these. */
export function batchJob(ids: readonly string[], act: BatchAct): BatchJob {
  return { kind: 'batch', act, total: new Set(ids).size, done: 0, drain: false, refusal: null };
}

/** Keeps the ids of a batch for its task. */
export function keepBatch(tx: DriveTx, taskId: string, ids: readonly string[]): void {
  tx.sql.exec(
    "INSERT INTO job_items (task_id, part, node_id, note) VALUES (?, 'batch', '', ?)",
    taskId,
    JSON.stringify([...new Set(ids)]),
  );
  tx.wakeAt(tx.nowMs);
}

function idsOf(sql: SqlStorage, taskId: string): string[] {
  const note = sql
    .exec<{ note: string }>("SELECT note FROM job_items WHERE task_id = ? AND part = 'batch'", taskId)
    .toArray()[0]?.note;
  if (note === undefined) throw new AppError('internal');
  return JSON.parse(note) as string[];
}

type Outcome = 'skipped' | 'replaced' | 'placed';

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
  const choice: BatchChoice = act.do === 'trash' ? { conflict: 'keep_both', trashUntilMs: 0 } : act.choice;
  // What the batch itself brought neither is replaced nor makes anything be skipped: only where that is chosen it is noted.
  const isChosen = choice.conflict !== 'keep_both';
  const own = new Set(isChosen ? noted(sql, taskId, 'placed') : []);
  // Windows hear of the batch once, when it is over: rows that are on their way would come and go before the person's eyes.
  const quiet: DriveTx = { ...tx, changed: () => undefined };
  const placing = new Placing(quiet, choice, (id) => own.has(id));
  const stepped = stepAct(quiet, ids.slice(job.done), act, placing);
  const done = stepped.isOver ? ids.length : job.done + stepped.ids;
  note(sql, taskId, 'skipped', [...placing.skipped, ...stepped.left, ...(stepped.isOver ? ids.slice(job.done) : [])]);
  note(sql, taskId, 'replaced', placing.replaced);
  if (isChosen) note(sql, taskId, 'placed', placing.placed);
  const next: BatchJob = {
    ...job,
    done,
    drain: job.drain || stepped.drain,
    refusal: job.refusal ?? stepped.refusal,
  };
  if (done < ids.length) updateTask(tx, taskId, { progress: progressOf(done, ids.length), job: next });
  else finish(tx, taskId, next);
}

function finish(tx: DriveTx, taskId: string, { drain, refusal }: BatchJob): void {
  tx.changed();
  const outcome = { skipped: noted(tx.sql, taskId, 'skipped'), replaced: noted(tx.sql, taskId, 'replaced') };
  const params = outcomeParams(outcome);
  tx.sql.exec('DELETE FROM job_items WHERE task_id = ?', taskId);
  if (refusal !== null) updateTask(tx, taskId, { phase: 'PHASE_TYPE_ERROR', message: refusal, params, job: null });
  else if (!drain) endBatch(tx, taskId, params);
  else {
    const job: TellingJob = { kind: 'telling', params };
    updateTask(tx, taskId, { progress: 99, job });
  }
}

export function endBatch(tx: DriveTx, taskId: string, params: Readonly<Record<string, string>>): void {
  updateTask(tx, taskId, { phase: 'PHASE_TYPE_COMPLETE', message: 'Completed', params, job: null });
}

/** @param message  name of the refusal */
export function failBatch(tx: DriveTx, taskId: string, message: string): void {
  tx.sql.exec('DELETE FROM job_items WHERE task_id = ?', taskId);
  updateTask(tx, taskId, { phase: 'PHASE_TYPE_ERROR', message, job: null });
}
