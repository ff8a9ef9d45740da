/** Fetches as their owner orders them: begun, counted, tried again. */
import { AppError } from '#shared/errors.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DriveTx } from '../core/tx.ts';
import { fetchLimitsOf } from '../entitlement/limits.store.ts';
import { requireTask, type TaskRow, updateTask } from '../jobs/task.store.ts';
import { beginFetch, requireOpenLimit, requireToday } from './begin-fetch.ts';
import { LOOKS_PER_TASK } from './keys.ts';
import type { FetchCalls } from './rpc-types.ts';
import { countFetchDay, fetchById, fetchDay, restartDownload, updateFetch } from './store.ts';

/** Params of a task; none without a task. */
export function textsOf(row: TaskRow | null): Record<string, string> {
  return row ? (JSON.parse(row.params) as Record<string, string>) : {};
}

/** Begins a fetch that failed from its first byte. */
export function againFetch(tx: DriveTx, taskId: string): void {
  const { error: _, error_detail: __, ...params } = textsOf(requireTask(tx.sql, taskId));
  const none = { tries: 0, upload_id: '', done_bytes: 0, best_bytes: 0, moved_bytes: 0 };
  updateFetch(tx.sql, taskId, { state: 'waiting', due_ms: tx.nowMs, ...none });
  restartDownload(tx, taskId);
  updateTask(tx, taskId, { phase: 'PHASE_TYPE_PENDING', progress: 0, message: '', fileId: '', params });
  tx.wakeAt(tx.nowMs);
  tx.changed();
}

export function makeFetchOrders(core: DriveCore): Pick<FetchCalls, 'begin' | 'day' | 'look' | 'retry'> {
  const { sql } = core;
  return {
    begin: (caller, input, key) => {
      const begun = core.write(caller, (tx) => beginFetch(tx, input).id, key);
      return begun.ok ? core.read(caller, () => requireTask(sql, begun.value)) : begun;
    },
    day: (caller, free) =>
      core.write(caller, (tx) => ({ ...fetchDay(tx.sql, tx.nowMs), limits: fetchLimitsOf(tx, free) })),
    look: (caller, count, free) =>
      core.write(caller, (tx) => {
        const day = fetchDay(tx.sql, tx.nowMs);
        if (day.looked + count > fetchLimitsOf(tx, free).tasksPerDay * LOOKS_PER_TASK)
          throw new AppError('resource_exhausted', { reason: 'addresses_per_day' });
        countFetchDay(tx.sql, tx.nowMs, { created: 0, looked: count });
        return day;
      }),
    retry: (caller, taskId, storageLimitBytes, limits) =>
      core.write(caller, (tx) => {
        const task = requireTask(sql, taskId);
        const row = fetchById(sql, taskId);
        if (!row) throw new AppError('failed_precondition', { reason: 'task_type' });
        if (task.phase !== 'PHASE_TYPE_ERROR') return task;
        requireToday(tx, limits);
        requireOpenLimit(tx, limits);
        countFetchDay(sql, tx.nowMs, { created: 1, looked: 0 });
        sql.exec('UPDATE fetches SET storage_limit_bytes = ? WHERE task_id = ?', storageLimitBytes, taskId);
        againFetch(tx, taskId);
        return requireTask(sql, taskId);
      }),
  };
}
