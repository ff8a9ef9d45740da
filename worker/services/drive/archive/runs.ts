/** Runs of jobs about archives: leased, started, and given up after too many. */
import { HOUR_MS, SECOND_MS } from '#shared/units.ts';
import { type Env, readConfig } from '#worker/env.ts';
import type { DriveCore } from '../core/drive-core.ts';
import { forgetInterruptions, mayGoOn } from '../core/former-process.store.ts';
import type { DriveTx } from '../core/tx.ts';
import { updateTask } from '../jobs/task.store.ts';
import { ARCHIVE_ERRORS } from './failed.ts';
import { keepEndedJob } from './retry.store.ts';
import type { ArchiveJob } from './rpc-types.ts';
import { archiveJob, endSpace, IS_ARCHIVE_JOB, setJob } from './session.ts';

export interface ArchiveRuns {
  /** Leases the next run. @returns starts it, once the transaction has ended */
  lease(tx: DriveTx, taskId: string, job: ArchiveJob, tries: number): () => void;
  /** Tasks that have not ended. */
  openCount(): number;
  /** Starts runs that are due. @returns when to look again, epoch ms, or null */
  startDue(nowMs: number): number | null;
  /** Runs of a former process are due; they were no tries. */
  endLeases(tx: DriveTx): void;
}

export function leaseMs(env: Env): number {
  return readConfig(env).limits.archiveLeaseSeconds * SECOND_MS;
}

/** Runs that end without a step, until the task is given up. */
export const MAX_TRIES = 5;
/** Longest wait for a place to read an archive, until the task is given up. */
const MAX_BUSY_MS = HOUR_MS;

/** Whether a run that found no place is followed by another. */
export function mayWait({ busySinceMs = 0 }: Pick<ArchiveJob, 'busySinceMs'>, nowMs: number): boolean {
  return busySinceMs === 0 || nowMs - busySinceMs < MAX_BUSY_MS;
}

/** Runs at a time in one drive. */
const RUNS_AT_ONCE = 2;

const ARCHIVE_TASKS = `SELECT id FROM tasks WHERE job IS NOT NULL AND ${IS_ARCHIVE_JOB} ORDER BY created_ms, id`;

/** Ends a task of an archive without its result, in the caller's transaction. */
export function failArchive(tx: DriveTx, taskId: string, message: string, reason = ''): void {
  const job = archiveJob(tx.sql, taskId);
  if (job) {
    endSpace(tx, taskId, job);
    keepEndedJob(tx, taskId, job);
  }
  forgetInterruptions(tx, taskId);
  const params = { error: reason, error_detail: message, retry: 'true' };
  updateTask(tx, taskId, { phase: 'PHASE_TYPE_ERROR', message, params, job: null });
  tx.wakeAt(tx.nowMs);
  tx.changed();
}

export function makeArchiveRuns(core: DriveCore): ArchiveRuns {
  const { sql } = core;

  function lease(tx: DriveTx, taskId: string, job: ArchiveJob, tries: number): () => void {
    const run = job.run + 1;
    const untilMs = tx.nowMs + leaseMs(core.env);
    setJob(tx, taskId, job, { run, tries, untilMs });
    tx.wakeForLease(untilMs);
    return () => core.startRun('ArchiveJob', taskId, run);
  }

  function openJobs(): { id: string; job: ArchiveJob }[] {
    const rows = sql.exec<{ id: string }>(ARCHIVE_TASKS).toArray();
    return rows.flatMap(({ id }) => {
      const job = archiveJob(sql, id);
      return job ? [{ id, job }] : [];
    });
  }

  return {
    openCount: () =>
      sql.exec<{ n: number }>(`SELECT count(*) AS n FROM tasks WHERE job IS NOT NULL AND ${IS_ARCHIVE_JOB}`).one().n,
    lease,
    startDue(nowMs) {
      const jobs = openJobs();
      const running = jobs.filter(({ job }) => job.run > 0 && job.untilMs > nowMs).length;
      const due = jobs.filter(({ job }) => job.untilMs <= nowMs).slice(0, Math.max(0, RUNS_AT_ONCE - running));
      const started = core.transact((tx) =>
        due.map(({ id, job }) => {
          if (job.tries < MAX_TRIES) return lease(tx, id, job, job.tries + 1);
          failArchive(tx, id, ARCHIVE_ERRORS.internal, 'internal');
          return () => undefined;
        }),
      );
      if (started.ok) for (const start of started.value) start();
      const left = openJobs().map(({ job }) => (job.run > 0 ? core.lookAtMs(job.untilMs, nowMs) : job.untilMs));
      return left.length === 0 ? null : Math.max(nowMs + SECOND_MS, Math.min(...left));
    },
    endLeases(tx) {
      for (const { id, job } of openJobs().filter(({ job: { run, untilMs } }) => run > 0 && untilMs > tx.nowMs)) {
        if (mayGoOn(tx.sql, id)) setJob(tx, id, job, { untilMs: tx.nowMs, tries: Math.max(0, job.tries - 1) });
        else failArchive(tx, id, ARCHIVE_ERRORS.internal, 'internal');
      }
      tx.wakeAt(tx.nowMs);
    },
  };
}
