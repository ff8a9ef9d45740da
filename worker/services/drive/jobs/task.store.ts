/**
 * Rows of tasks: the order, its progress, and the work left.
 */

import type { Phase, TaskType } from '#shared/drive/model.ts';
import { AppError } from '#shared/errors.ts';
import type { DriveTx } from '../core/tx.ts';
import { type EndedTask, notifyOfTask } from './ended-tasks.store.ts';
import { clearFault, recordFailedJob } from './faults.store.ts';

export interface TaskRow extends Record<string, SqlStorageValue> {
  id: string;
  type: string;
  phase: string;
  progress: number;
  name: string;
  message: string;
  file_id: string;
  file_name: string;
  file_size: number;
  params: string;
  request_key: string | null;
  job: string | null;
  created_ms: number;
  updated_ms: number;
}

export interface NewTask {
  readonly id: string;
  readonly type: TaskType;
  readonly phase: Phase;
  readonly name?: string;
  readonly message?: string;
  readonly fileId?: string;
  readonly fileName?: string;
  readonly fileSizeBytes?: number;
  readonly params?: Readonly<Record<string, string>>;
  readonly requestKey?: string | null;
  /** The job that is left; null when nothing is. */
  readonly job?: object | null;
}

/** @returns its row */
export function insertTask(tx: DriveTx, task: NewTask): TaskRow {
  const inserted = tx.sql.exec<TaskRow>(
    `INSERT INTO tasks (id, type, phase, progress, name, message, file_id, file_name, file_size, params, request_key, asked_key, job, created_ms, updated_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
    task.id,
    task.type,
    task.phase,
    task.phase === 'PHASE_TYPE_COMPLETE' ? 100 : 0,
    task.name ?? task.fileName ?? '',
    task.message ?? '',
    task.fileId ?? '',
    task.fileName ?? '',
    task.fileSizeBytes ?? 0,
    JSON.stringify(task.params ?? {}),
    task.requestKey ?? null,
    task.requestKey ?? null,
    task.job ? JSON.stringify(task.job) : null,
    tx.nowMs,
    tx.nowMs,
  );
  return inserted.one();
}

export function taskById(sql: SqlStorage, id: string): TaskRow | null {
  return sql.exec<TaskRow>('SELECT * FROM tasks WHERE id = ?', id).toArray()[0] ?? null;
}

/** @throws AppError not_found */
export function requireTask(sql: SqlStorage, id: string): TaskRow {
  const row = taskById(sql, id);
  if (!row) throw new AppError('not_found', { reason: 'task_not_found' });
  return row;
}

export interface TaskChange {
  readonly phase?: Phase;
  /** 0 to 100. */
  readonly progress?: number;
  readonly message?: string;
  readonly params?: Readonly<Record<string, string>>;
  /** null: nothing is left to do. */
  readonly job?: object | null;
  readonly fileSizeBytes?: number;
  readonly fileId?: string;
  readonly fileName?: string;
}

/** Changes the given fields of a task and its time of change. @returns false when there is no such task */
export function updateTask(tx: DriveTx, id: string, change: TaskChange): boolean {
  const [changed] = tx.sql
    .exec<EndedTask>(
      `UPDATE tasks SET phase = coalesce(?, phase), progress = coalesce(?, progress), message = coalesce(?, message), params = coalesce(?, params),
       file_size = coalesce(?, file_size), file_id = coalesce(?, file_id), file_name = coalesce(?, file_name), job = CASE WHEN ? THEN ? ELSE job END, updated_ms = ? WHERE id = ? RETURNING type, name, file_name, file_id, created_ms`,
      change.phase ?? null,
      change.progress ?? (change.phase === 'PHASE_TYPE_COMPLETE' ? 100 : null),
      change.message ?? null,
      change.params ? JSON.stringify(change.params) : null,
      change.fileSizeBytes ?? null,
      change.fileId ?? null,
      change.fileName ?? null,
      change.job === undefined ? 0 : 1,
      change.job ? JSON.stringify(change.job) : null,
      tx.nowMs,
      id,
    )
    .toArray();
  if (!changed) return false;
  if (change.phase) {
    notifyOfTask(tx, id, change.phase, changed);
    if (change.phase === 'PHASE_TYPE_ERROR')
      recordFailedJob(tx, id, change.params?.['error'] || (change.message ?? ''));
    else clearFault(tx, id);
  }
  return true;
}

/** The rest of a task that is done, while a share may still show the nodes it removed. */
export interface TellingJob {
  readonly kind: 'telling';
  /** Default: those the task has. */
  readonly params?: Readonly<Record<string, string>>;
  /** Default: Completed. */
  readonly message?: string;
}

export interface TaskQuery {
  /** `''`: every type; several by comma. */
  readonly type: string;
  readonly rows: number;
  readonly pageToken: string;
  /** Empty: every phase. */
  readonly phases: readonly string[];
  /** Empty: every task. */
  readonly ids: readonly string[];
}
