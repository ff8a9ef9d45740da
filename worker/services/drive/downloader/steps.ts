/** Steps that the parts of downloads share, inside the drive's transaction. */
import { AppError, type Result } from '#shared/errors.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DriveTx } from '../core/tx.ts';
import { textsOf } from '../fetch/fetch-orders.ts';
import { requireRun } from '../fetch/fetches.ts';
import { FETCH_LEASE_MS } from '../fetch/keys.ts';
import type { FetchRun } from '../fetch/rpc-types.ts';
import { updateFetch } from '../fetch/store.ts';
import { requireTask, updateTask } from '../jobs/task.store.ts';
import type { DownloadStage } from './rpc-types.ts';
import { type DownloadRow, downloadById, updateDownload } from './store.ts';

/** The work of a run: its lease is renewed, and a run that was replaced is refused. */
export function reportOf(core: DriveCore) {
  const { sql } = core;
  return function report<T>(run: FetchRun, work: (tx: DriveTx, row: DownloadRow) => T): Result<T> {
    return core.transact((tx) => {
      requireRun(tx, run);
      const row = downloadById(sql, run.taskId);
      if (!row) throw new AppError('aborted', { reason: 'fetch_run' });
      updateFetch(sql, row.task_id, { due_ms: tx.nowMs + FETCH_LEASE_MS });
      return work(tx, row);
    });
  };
}

export function enterStage(tx: DriveTx, taskId: string, stage: DownloadStage, more: Record<string, string> = {}): void {
  const { sql } = tx;
  const { error: _, error_detail: __, ...params } = textsOf(requireTask(sql, taskId));
  updateDownload(sql, taskId, { stage, moved_ms: tx.nowMs });
  updateTask(tx, taskId, { progress: 0, params: { ...params, ...more, stage, done_bytes: '0', predict_speed: '0' } });
  tx.changed();
}
