/**
 * Fetches as the drive sees them. The alarm starts runs of the job (fetch-job.entrypoint.ts), a few at a time; a run reports
 * each stored part and its progress, which renews its lease. A run whose lease ended has failed; the next one continues from
 * the stored parts, and calls of the old one are refused.
 */
import { AppError, type Result, succeed } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import { readConfig } from '#worker/env.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { DriveCore } from '../core/drive-core.ts';
import { forgetInterruptions } from '../core/former-process.store.ts';
import type { DriveTx } from '../core/tx.ts';
import { earliest } from '../jobs/expiry.ts';
import { requireTask, taskById, updateTask } from '../jobs/task.store.ts';
import type { OpenWindows } from '../live/open-windows.ts';
import type { HashJobs } from '../upload/hash/jobs.ts';
import { confirmPart, openPart, seal } from '../upload/parts.ts';
import { INLINE_HASH_BYTES } from '../upload/rules.ts';
import { uploadById } from '../upload/store.ts';
import { makeFetchOrders, textsOf } from './fetch-orders.ts';
import { failFetch, makeFetchStarts } from './fetch-starts.ts';
import { FETCH_LEASE_MS } from './keys.ts';
import type { FetchCalls, FetchRun } from './rpc-types.ts';
import { fetchProgress } from './rules.ts';
import { growUpload, openUpload } from './session.ts';
import {
  countOpenFetches,
  countRunningFetches,
  type FetchRow,
  fetchById,
  nextFetchMs,
  openFetches,
  updateFetch,
} from './store.ts';

/** Parts of any size: a run that gives its place up stores its bytes. Their sum is checked at the end. */
const PART_PROTOCOL = 's3' as const;

export interface Fetches extends FetchCalls {
  /** Starts runs that are due. @returns when to look again, epoch ms, or null */
  startDue(): number | null;
  /** Runs of a former process wait for the next. */
  endLeases(tx: DriveTx): void;
}

/** @throws AppError aborted: a newer run has taken over, or the task has ended */
export function requireRun({ sql }: DriveTx, { taskId, run }: FetchRun): FetchRow {
  const row = fetchById(sql, taskId);
  if (row?.state !== 'running' || row.run !== run) throw new AppError('aborted', { reason: 'fetch_run' });
  return row;
}

export function makeFetches(core: DriveCore, hashing: HashJobs, windows: Pick<OpenWindows, 'announceTask'>): Fetches {
  const { sql } = core;
  const limitsNow = () => readConfig(core.env).limits;

  const { due, start, endLeases } = makeFetchStarts(core);

  function report<T>(run: FetchRun, work: (tx: DriveTx, row: FetchRow) => T): Result<T> {
    return core.transact((tx) => {
      const row = requireRun(tx, run);
      updateFetch(sql, row.task_id, { due_ms: tx.nowMs + FETCH_LEASE_MS });
      return work(tx, row);
    });
  }

  const ok = { ok: true } as const;

  return {
    ...makeFetchOrders(core),
    next: () => start(due),
    endAll: () =>
      core.object.exists()
        ? core.transact((tx) => {
            for (const row of openFetches(sql)) failFetch(tx, row, 'cancelled', null, 0);
            return ok;
          })
        : succeed(ok),
    wait: (run) => report(run, () => ok),
    plan: (run) =>
      report(run, (tx, row) => {
        if (requireTask(sql, row.task_id).phase !== 'PHASE_TYPE_RUNNING') {
          updateTask(tx, row.task_id, { phase: 'PHASE_TYPE_RUNNING', message: 'Saving' });
          tx.changed();
        }
        const upload = row.upload_id === '' ? null : uploadById(sql, row.upload_id);
        const canResume = upload?.state === 'open' && row.has_ranges === 1 && row.validator !== '';
        return {
          url: row.url,
          validator: canResume ? row.validator : '',
          offset: canResume ? row.done_bytes : 0,
          sizeBytes: canResume ? upload.size_bytes : null,
          stallMs: limitsNow().fetchStallSeconds * SECOND_MS,
        };
      }),
    open: (run, opening) => report(run, (tx, row) => openUpload(tx, row, opening, limitsNow())),
    openPart: (run, part) =>
      report(run, (tx, row) => {
        growUpload(tx, row, part.totalBytes, limitsNow());
        const order = { uploadId: row.upload_id, part: part.part, sizeBytes: part.sizeBytes, protocol: PART_PROTOCOL };
        return openPart(tx, { ...order, single: false }).objectKey ?? '';
      }),
    confirmPart: (run, part, objectKey) =>
      report(run, (tx, row) => {
        const order = { uploadId: row.upload_id, part: part.part, sizeBytes: part.sizeBytes, protocol: PART_PROTOCOL };
        const { taken } = confirmPart(tx, { ...order, single: false, objectKey, etag: `${newHexId(16)}-1` });
        if (!taken) throw new AppError('unavailable', { reason: 'part_too_late' });
        const doneBytes = row.done_bytes + part.sizeBytes;
        updateFetch(sql, row.task_id, {
          done_bytes: doneBytes,
          moved_bytes: row.moved_bytes + part.sizeBytes,
          // A restarted run makes progress only past the bytes of the run before.
          ...(doneBytes > row.best_bytes ? { best_bytes: doneBytes, tries: 0 } : {}),
        });
        if (doneBytes > row.best_bytes) forgetInterruptions(tx, row.task_id);
        return ok;
      }),
    beat(run, { doneBytes, bytesPerSecond }) {
      let progress = 0;
      const taken = report(run, (tx, row) => {
        const task = requireTask(sql, row.task_id);
        progress = fetchProgress(doneBytes, task.file_size);
        updateTask(tx, row.task_id, {
          progress,
          params: {
            ...textsOf(task),
            done_bytes: String(doneBytes),
            predict_speed: String(Math.round(bytesPerSecond)),
          },
        });
        return ok;
      });
      if (taken.ok) windows.announceTask({ id: run.taskId, progress, doneBytes, bytesPerSecond });
      return taken;
    },
    seal: (run) => {
      let isLarge = false;
      const sealed = report(run, (tx, row) => {
        const { upload } = seal(tx, row.upload_id, null);
        isLarge = upload.size_bytes > INLINE_HASH_BYTES;
        const { error: _, ...params } = textsOf(taskById(sql, row.task_id));
        updateFetch(sql, row.task_id, { state: 'sealed' });
        forgetInterruptions(tx, row.task_id);
        updateTask(tx, row.task_id, { progress: 99, message: 'Saving', params: { ...params, predict_speed: '0' } });
        return hashing.planOf(tx, upload);
      });
      if (sealed.ok && isLarge) hashing.start(sealed.value.uploadId);
      return sealed;
    },
    fail: (run, { reason, waitMs }) => {
      const failed = core.transact((tx) => {
        failFetch(tx, requireRun(tx, run), reason, waitMs, limitsNow().fetchTries);
        return ok;
      });
      start(due);
      return failed;
    },
    more: (run) => start((tx) => [requireRun(tx, run)]),
    startDue() {
      if (countOpenFetches(sql) === 0) return null;
      start(due);
      const hasSlot = countRunningFetches(sql) < limitsNow().fetchTasksAtOnce;
      const leasedMs = nextFetchMs(sql, 'running');
      return earliest([
        leasedMs === null ? null : core.lookAtMs(leasedMs, core.object.nowMs()),
        hasSlot ? nextFetchMs(sql, 'waiting') : null,
      ]);
    },
    endLeases,
  };
}
