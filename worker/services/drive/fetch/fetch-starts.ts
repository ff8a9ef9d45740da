/** Starts due runs of fetches, under a lease that is stored before the job is called; and plans the next try of one that failed. */
import type { FetchReason } from '#shared/drive/fetch/fetch-reason.ts';
import { FETCH_MESSAGES } from '#shared/drive/fetch/fetch-reason.ts';
import type { Result } from '#shared/errors.ts';
import { readConfig } from '#worker/env.ts';
import type { DriveCore } from '../core/drive-core.ts';
import { forgetInterruptions, mayGoOn } from '../core/former-process.store.ts';
import type { DriveTx } from '../core/tx.ts';
import { recordFailedJob } from '../jobs/faults.store.ts';
import { taskById, updateTask } from '../jobs/task.store.ts';
import { release } from '../tree/usage/quota.ts';
import { textsOf } from './fetch-orders.ts';
import { FETCH_LEASE_MS } from './keys.ts';
import { isRetried, isSpent, retryWaitMs } from './rules.ts';
import { dropUpload } from './session.ts';
import {
  countRunningFetches,
  dueFetches,
  type FetchRow,
  fetchById,
  restartDownload,
  runningFetches,
  updateFetch,
} from './store.ts';

export interface FetchStarts {
  /** Fetches whose next run may start now; runs whose lease has ended count as failed. */
  due(tx: DriveTx): readonly FetchRow[];
  /** Leases the chosen rows and starts their runs. */
  start(rows: (tx: DriveTx) => readonly FetchRow[]): Result<{ ok: true }>;
  /** Runs of a former process wait for the next; they were no tries. */
  endLeases(tx: DriveTx): void;
}

/** Ends a fetch without a file, or plans its next try. */
export function failFetch(
  tx: DriveTx,
  row: FetchRow,
  reason: FetchReason,
  waitMs: number | null,
  maxTries: number,
): void {
  const { sql, nowMs } = tx;
  const tries = row.tries + 1;
  const params = { ...textsOf(taskById(sql, row.task_id)), predict_speed: '0', error: reason };
  const message = FETCH_MESSAGES[reason];
  if (isRetried(reason) && tries < maxTries) {
    // Parts of the former file do not fit the new one.
    if (reason === 'changed') {
      dropUpload(tx, row);
      restartDownload(tx, row.task_id);
    }
    const dueMs = nowMs + retryWaitMs(tries, waitMs);
    updateFetch(sql, row.task_id, { state: 'waiting', tries, due_ms: dueMs });
    updateTask(tx, row.task_id, { phase: 'PHASE_TYPE_PENDING', message, params });
    tx.wakeAt(dueMs);
  } else {
    dropUpload(tx, row);
    forgetInterruptions(tx, row.task_id);
    // A torrent has reserved space for files that are not stored.
    release(sql, row.task_id);
    updateTask(tx, row.task_id, { phase: 'PHASE_TYPE_ERROR', message, params: { ...params, error_detail: message } });
    tx.wakeAt(nowMs);
  }
  tx.changed();
}

export function makeFetchStarts(core: DriveCore): FetchStarts {
  const { sql } = core;
  const limitsNow = () => readConfig(core.env).limits;

  /** @returns what starts the run when the lease is stored; null when the fetch has ended */
  function lease(tx: DriveTx, row: FetchRow): (() => void) | null {
    // A server that has each run begin anew would hold its slot for ever.
    if (isSpent(row, taskById(tx.sql, row.task_id)?.file_size ?? 0)) {
      failFetch(tx, row, 'incomplete', null, 0);
      return null;
    }
    const run = row.run + 1;
    updateFetch(tx.sql, row.task_id, { state: 'running', run, due_ms: tx.nowMs + FETCH_LEASE_MS });
    tx.wakeForLease(tx.nowMs + FETCH_LEASE_MS);
    return () => core.startRun(row.kind === 'http' ? 'FetchJob' : 'DownloadJob', row.task_id, run);
  }

  /** Jobs are started when their leases are stored. */
  function start(rows: (tx: DriveTx) => readonly FetchRow[]): Result<{ ok: true }> {
    const leased = core.transact((tx) => rows(tx).map((row) => lease(tx, row)));
    if (!leased.ok) return leased;
    for (const run of leased.value) run?.();
    return { ok: true, value: { ok: true } };
  }

  function due(tx: DriveTx): FetchRow[] {
    const { fetchTasksAtOnce, fetchTries } = limitsNow();
    for (const row of dueFetches(sql, 'running', tx.nowMs, fetchTasksAtOnce)) {
      failFetch(tx, row, 'stalled', null, fetchTries);
      // No source did this: the run itself ended.
      if (fetchById(sql, row.task_id)?.state === 'ended') recordFailedJob(tx, row.task_id, 'run_lost');
    }
    const slots = fetchTasksAtOnce - countRunningFetches(sql);
    return slots > 0 ? dueFetches(sql, 'waiting', tx.nowMs, slots) : [];
  }

  function endLeases(tx: DriveTx): void {
    for (const row of runningFetches(sql)) {
      if (mayGoOn(sql, row.task_id)) updateFetch(sql, row.task_id, { state: 'waiting', due_ms: tx.nowMs });
      else failFetch(tx, row, 'internal', null, 0);
    }
    tx.wakeAt(tx.nowMs);
  }

  return { due, start, endLeases };
}
