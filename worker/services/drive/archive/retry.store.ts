/** Tasks of archives that failed, tried again: their last job is kept beside the task, and goes on where it ended. */
import { AppError, type Result } from '#shared/errors.ts';
import { readConfig } from '#worker/env.ts';
import type { LimitsConfig } from '#worker/env-limits.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DriveTx } from '../core/tx.ts';
import { requireTask, type TaskRow, updateTask } from '../jobs/task.store.ts';
import { isLive } from '../tree/tree.store.ts';
import { uploadById } from '../upload/store.ts';
import type { ArchiveJob, ArchiveOrder, ArchivePlace } from './rpc-types.ts';
import { firstPlace, promiseRest } from './session.ts';
import { requireSource } from './source.store.ts';

/** The job of a task that failed; it goes with its task. */
export const ENDED_JOB_COLUMN = 'ALTER TABLE tasks ADD COLUMN ended_job TEXT;';

export interface ArchiveRetries {
  /** The order of a task that failed; null for a task that cannot be tried again. @throws AppError not_found */
  ended(caller: CallerData, taskId: string): Result<ArchiveOrder | null>;
  /** @param order  the order now. @throws AppError failed_precondition, task_run_nums_limit, file_not_found, file_space_not_enough */
  retry(caller: CallerData, taskId: string, order: ArchiveOrder): Result<TaskRow>;
}

export function keepEndedJob({ sql }: DriveTx, taskId: string, job: ArchiveJob): void {
  sql.exec('UPDATE tasks SET ended_job = ? WHERE id = ?', JSON.stringify(job), taskId);
}

function endedJob(sql: SqlStorage, taskId: string): ArchiveJob | null {
  const [row] = sql.exec<{ job: string | null }>('SELECT ended_job AS job FROM tasks WHERE id = ?', taskId).toArray();
  return row?.job ? (JSON.parse(row.job) as ArchiveJob) : null;
}

/** Entries go on into the folder of the task; when it is gone, the task begins anew. */
function placeOf(
  tx: DriveTx,
  limits: LimitsConfig,
  order: ArchiveOrder,
  taskId: string,
  last: ArchivePlace,
): ArchivePlace {
  const isIn = order.do === 'extract' && last.folderId !== '' && isLive(tx.sql, last.folderId);
  if (!isIn) return firstPlace(tx, limits, order, taskId);
  promiseRest(tx, limits, order, taskId, Math.max(0, last.totalBytes - last.doneBytes));
  return { ...last, uploadId: '' };
}

function beginAgain(core: DriveCore, tx: DriveTx, task: TaskRow, order: ArchiveOrder, last: ArchiveJob): void {
  const { sql } = tx;
  const place = placeOf(tx, readConfig(core.env).limits, order, task.id, last.place);
  // The number of the run goes on, so that a late call of an earlier run is refused.
  const job: ArchiveJob = { kind: 'archive', order, place, run: last.run, tries: 0, untilMs: tx.nowMs };
  sql.exec('UPDATE tasks SET ended_job = NULL WHERE id = ?', task.id);
  const { error: _, error_detail: __, retry: ___, ...params } = JSON.parse(task.params) as Record<string, string>;
  const fileId = uploadById(sql, place.uploadId)?.node_id ?? place.folderId;
  const fresh = { phase: 'PHASE_TYPE_RUNNING', message: 'Saving', progress: 0 } as const;
  updateTask(tx, task.id, { ...fresh, fileSizeBytes: place.totalBytes, fileId, params, job });
  tx.wakeAt(tx.nowMs);
  tx.changed();
}

/** Begins a task that failed as it was ordered. @throws AppError failed_precondition, file_not_found, file_space_not_enough */
export function againArchive(core: DriveCore, tx: DriveTx, taskId: string): void {
  const last = endedJob(tx.sql, taskId);
  if (!last) throw new AppError('failed_precondition', { reason: 'task_type' });
  requireSource(tx.sql, last.order);
  beginAgain(core, tx, requireTask(tx.sql, taskId), last.order, last);
}

/** @param requireOpen  throws while too many tasks are open */
export function makeArchiveRetries(core: DriveCore, requireOpen: () => void): ArchiveRetries {
  const { sql } = core;
  return {
    ended: (caller, taskId) =>
      core.read(caller, () => {
        requireTask(sql, taskId);
        return endedJob(sql, taskId)?.order ?? null;
      }),
    retry: (caller, taskId, order) =>
      core.write(caller, (tx) => {
        const task = requireTask(sql, taskId);
        const last = endedJob(sql, taskId);
        if (!last) throw new AppError('failed_precondition', { reason: 'task_type' });
        if (task.phase !== 'PHASE_TYPE_ERROR') return task;
        requireOpen();
        requireSource(sql, order);
        beginAgain(core, tx, task, order, last);
        return requireTask(sql, taskId);
      }),
  };
}
