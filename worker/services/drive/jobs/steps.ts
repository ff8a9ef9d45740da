/** Runs tasks step by step: the first step in the call that begins a task, the others by the alarm, one at a time per task. */
import { AppError, type ErrorData, unwrap } from '#shared/errors.ts';
import { logError } from '#worker/platform/log.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DriveTx } from '../core/tx.ts';
import { CALL_ROWS, RETRY_MS, STEP_ROWS } from '../keys.ts';
import { endBatch, runBatch } from './batch-job.store.ts';
import { copyStep, firstRowsOf } from './copy-job.store.ts';
import { deleteStep } from './delete-job.store.ts';
import { clearFault, recordFailedStep } from './faults.store.ts';
import { jobOf } from './job.ts';
import { type Handovers, makeSourceSteps } from './source-steps.ts';

export interface TaskSteps {
  /** Runs one step of a task. @returns the refusal that ended it, if one did */
  step(taskId: string): Promise<ErrorData | null>;
  /** One step of each of the oldest tasks. @returns when the next alarm is due, epoch ms, or null */
  stepAll(nowMs: number): Promise<number | null>;
  /** Of the noun of common folders, which is above this one. */
  setHandovers(handovers: Handovers): void;
}

/** Nodes of a save that one alarm copies, page by page: other calls of the object run between two pages. */
const SAVE_ROWS = 2_000;

/** Tasks stepped in one alarm; the others wait for the next, which follows at once. */
const TASKS_PER_ALARM = 10;

/** Jobs of archives have runs of their own (archive/archives.ts). Batches run in the order they were requested, so that the last request wins. */
const STEPPED = "job IS NOT NULL AND json_extract(job, '$.kind') <> 'archive'";
const NEXT_TASKS = `SELECT id FROM tasks WHERE ${STEPPED} AND (json_extract(job, '$.kind') <> 'batch' OR id =
    (SELECT id FROM tasks WHERE job IS NOT NULL AND json_extract(job, '$.kind') = 'batch' ORDER BY created_ms, id LIMIT 1))
  ORDER BY updated_ms LIMIT ?`;

/** A step that needs no other object, inside the caller's transaction; asks for an alarm when something is left. */
function localStep(tx: DriveTx, taskId: string, rows: number): void {
  const job = jobOf(tx.sql, taskId);
  if (job?.kind === 'delete') deleteStep(tx, taskId, job, rows);
  else if (job?.kind === 'copy') copyStep(tx, taskId, job, rows);
  if (jobOf(tx.sql, taskId)) tx.wakeAt(tx.nowMs);
}

/** The first step of a task, in the call that begins it. @param ids  number of ids in the request */
export function beginStep(tx: DriveTx, taskId: string, ids: number): void {
  const job = jobOf(tx.sql, taskId);
  if (ids <= CALL_ROWS) localStep(tx, taskId, job?.kind === 'copy' ? firstRowsOf(job.total) : CALL_ROWS);
  else tx.wakeAt(tx.nowMs);
}

/** @param onWrite  called before a step of a batch changes the tree */
export function makeTaskSteps(core: DriveCore, onWrite: () => void): TaskSteps {
  const { sql } = core;
  const running = new Map<string, Promise<ErrorData | null>>();
  let handovers: Handovers | undefined;
  const source = makeSourceSteps(core, () => {
    if (!handovers) throw new Error('no part takes folders over');
    return handovers;
  });

  /** One step of a large batch, which ends when the shares know. @throws AppError unavailable while one does not */
  async function batchStep(taskId: string): Promise<null> {
    onWrite();
    const isDelivered = unwrap(
      core.transact((tx) => {
        const job = jobOf(sql, taskId);
        if (job?.kind === 'batch') runBatch(tx, taskId, job);
        return jobOf(sql, taskId)?.kind !== 'telling';
      }),
    );
    if (isDelivered) return null;
    if (!(await core.deliverRemovals())) throw new AppError('unavailable');
    unwrap(
      core.transact((tx) => {
        // The task may have been cancelled while the shares were updated.
        const job = jobOf(sql, taskId);
        if (job?.kind === 'telling') {
          const { kind: _, ...outcome } = job;
          endBatch(tx, taskId, outcome);
        }
      }),
    );
    return null;
  }

  async function stepOnce(taskId: string): Promise<ErrorData | null> {
    const job = jobOf(sql, taskId);
    if (!job) return null;
    if (job.kind === 'measure') return source.measure(taskId, job);
    if (job.kind === 'batch' || job.kind === 'telling') return batchStep(taskId);
    if (job.kind === 'copy' && job.origin) await source.copy(taskId, job.origin, SAVE_ROWS);
    else unwrap(core.transact((tx) => localStep(tx, taskId, STEP_ROWS)));
    return null;
  }

  function step(taskId: string): Promise<ErrorData | null> {
    const current = running.get(taskId);
    if (current) return current;
    const next = stepOnce(taskId).finally(() => running.delete(taskId));
    running.set(taskId, next);
    return next;
  }

  /** Tasks whose last step failed; read once, as a rule empty. */
  let faulty: Set<string> | undefined;
  function faultyTasks(): Set<string> {
    faulty ??= new Set(
      sql
        .exec<{ job_id: string }>('SELECT job_id FROM job_faults')
        .toArray()
        .map(({ job_id: jobId }) => jobId),
    );
    return faulty;
  }

  function recordFault(taskId: string, error: unknown, nowMs: number): void {
    faultyTasks().add(taskId);
    const name = error instanceof AppError ? error.errorName : 'internal';
    core.object.transaction(() => recordFailedStep(core.tx(nowMs), taskId, name));
  }

  return {
    step,
    setHandovers(given) {
      handovers = given;
    },
    async stepAll(nowMs) {
      let [hasFailed, hasMoved] = [false, false];
      for (const { id } of sql.exec<{ id: string }>(NEXT_TASKS, TASKS_PER_ALARM).toArray()) {
        try {
          await step(id);
          if (faultyTasks().delete(id)) core.object.transaction(() => clearFault(core.tx(nowMs), id));
          hasMoved ||= jobOf(sql, id) !== null;
        } catch (error) {
          hasFailed = true;
          logError('drive.task-step', error, { task: id });
          recordFault(id, error, nowMs);
        }
      }
      const hasMore = sql.exec(`SELECT 1 FROM tasks WHERE ${STEPPED} LIMIT 1`).toArray().length > 0;
      if (!hasMore) return null;
      // A task that must be tried again does not delay the others.
      return hasFailed && !hasMoved ? nowMs + RETRY_MS : nowMs;
    },
  };
}
