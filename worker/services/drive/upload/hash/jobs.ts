/** Hashing of sealed uploads as the drive sees it: windows are leased to the hash job, which reports their digests. */

import { parseManifest } from '#shared/content/manifest.ts';
import { windowCount } from '#shared/content/window.ts';
import { AppError, type Result } from '#shared/errors.ts';
import { HOUR_MS } from '#shared/units.ts';
import type { WindowDigest } from '#worker/platform/blobs/window-digest.ts';
import type { DriveCore } from '../../core/drive-core.ts';
import { forgetInterruptions, mayGoOn } from '../../core/former-process.store.ts';
import type { DriveTx } from '../../core/tx.ts';
import { taskById, updateTask } from '../../jobs/task.store.ts';
import { nextSeq } from '../../tree/content.store.ts';
import { requireUpload } from '../begin-session.ts';
import type { HashPlan } from '../rpc-types.ts';
import { hashProgress, LEASED_WINDOWS, WINDOW_LEASE_MS } from '../rules.ts';
import type { UploadPhase, UploadRow } from '../store.ts';
import { digestedCount, freeWindows, hashingUploads, leaseJob, leaseWindows, putDigests } from './store.ts';

/** Until a job is tried again during whose runs process after process ended. */
const LATE_MS = HOUR_MS;

export interface HashJobs {
  /** @param digests  of windows that need not be read */
  planOf(tx: DriveTx, row: UploadRow, digests?: readonly WindowDigest[]): HashPlan;
  /** Not awaited: the job calls back, and an alarm repeats it when its lease runs out. */
  start(uploadId: string): void;
  /** Takes digests and leases the next windows. @throws AppError failed_precondition when the upload has ended */
  nextWindows(uploadId: string, digested: readonly WindowDigest[]): Result<{ windows: number[]; left: number }>;
  /** Starts the next run of a job that ended with windows left. */
  resume(uploadId: string): Result<{ ok: true }>;
  /** Windows that a former process had are free, and their jobs due. */
  endLeases(tx: DriveTx): void;
}

export function makeHashJobs(core: DriveCore): HashJobs {
  const start = (uploadId: string): void => core.startRun('HashJob', uploadId);

  return {
    start,
    planOf: (tx, row, digests = []) => ({
      uploadId: row.id,
      phase: row.state as UploadPhase,
      sizeBytes: row.size_bytes,
      manifest: parseManifest(row.manifest ?? '') ?? null,
      seq: row.state === 'hashing' ? nextSeq(tx.sql) : 0,
      digests,
    }),
    nextWindows: (uploadId, digested) =>
      core.transact((tx) => {
        const row = requireUpload(tx.sql, uploadId);
        if (row.state !== 'hashing') throw new AppError('failed_precondition', { reason: 'upload_over' });
        putDigests(tx.sql, uploadId, digested);
        const done = digestedCount(tx.sql, uploadId);
        // A fetch shows the progress of its bytes.
        const isOwn = taskById(tx.sql, row.task_id)?.type === 'upload';
        if (digested.length > 0 && isOwn) updateTask(tx, row.task_id, { progress: hashProgress(row.size_bytes, done) });
        const untilMs = tx.nowMs + WINDOW_LEASE_MS;
        leaseJob(tx.sql, uploadId, untilMs);
        tx.wakeForLease(untilMs);
        if (digested.length > 0) forgetInterruptions(tx, uploadId);
        const windows = leaseWindows(tx.sql, uploadId, row.size_bytes, LEASED_WINDOWS, tx.nowMs, untilMs);
        return { windows, left: windowCount(row.size_bytes) - done };
      }),
    resume(uploadId) {
      const leased = core.transact<{ ok: true }>((tx) => {
        leaseJob(tx.sql, uploadId, tx.nowMs + WINDOW_LEASE_MS);
        return { ok: true };
      });
      if (leased.ok) start(uploadId);
      return leased;
    },
    endLeases(tx) {
      for (const { id } of hashingUploads(tx.sql)) {
        freeWindows(tx.sql, id);
        // The bytes are the person's only copy: a job that seems to end the process waits, it is not given up.
        const isLate = !mayGoOn(tx.sql, id);
        leaseJob(tx.sql, id, isLate ? tx.nowMs + LATE_MS : tx.nowMs);
        if (!isLate) start(id);
      }
      tx.wakeAt(tx.nowMs);
    },
  };
}
