/** A job as its task's row holds it: the work left to do, as JSON. */

import type { BatchJob } from './batch-job.store.ts';
import type { CopyJob, CopyOrigin } from './copy-model.ts';
import type { DeleteJob } from './delete-job.store.ts';
import { type TellingJob, taskById } from './task.store.ts';

/** A save from a share whose size is not known yet. */
export interface MeasureJob {
  readonly kind: 'measure';
  readonly to: string;
  readonly limitBytes: number;
  readonly ids: readonly string[];
  readonly origin: CopyOrigin;
}

/** A job with runs of its own (archive/archives.ts): its noun reads the rest. */
export interface RunJob {
  readonly kind: 'archive';
}

export type Job = RunJob | MeasureJob | CopyJob | DeleteJob | BatchJob | TellingJob;

export function jobOf(sql: SqlStorage, taskId: string): Job | null {
  const text = taskById(sql, taskId)?.job;
  return text ? (JSON.parse(text) as Job) : null;
}

function hasTask(sql: SqlStorage, condition: string): boolean {
  return sql.exec(`SELECT 1 FROM tasks WHERE job IS NOT NULL AND ${condition} LIMIT 1`).toArray().length > 0;
}

export function hasWaitingBatch(sql: SqlStorage): boolean {
  return hasTask(sql, "json_extract(job, '$.kind') = 'batch'");
}

/** Whether a task deletes entries of the trash past their time; until it ends no second one is needed. */
export function isSweepingTrash(sql: SqlStorage): boolean {
  return hasTask(sql, "json_extract(job, '$.act.dueMs') IS NOT NULL");
}
