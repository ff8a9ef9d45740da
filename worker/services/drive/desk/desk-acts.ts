/** Acts of operators on a job of a drive. The caller has checked the operator and has noted the act; repeating one changes nothing. */

import type { DeskJob, JobAct } from '#shared/drive/desk/jobs.ts';
import { AppError, type Result } from '#shared/errors.ts';
import { againArchive } from '../archive/retry.store.ts';
import { failArchive } from '../archive/runs.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DriveTx } from '../core/tx.ts';
import { againFetch } from '../fetch/fetch-orders.ts';
import { failFetch } from '../fetch/fetch-starts.ts';
import { fetchById } from '../fetch/store.ts';
import { clearFault } from '../jobs/faults.store.ts';
import { abortUpload } from '../upload/finish-session.ts';
import type { HashJobs } from '../upload/hash/jobs.ts';
import { leaseJob } from '../upload/hash/store.ts';
import { WINDOW_LEASE_MS } from '../upload/rules.ts';
import { uploadById } from '../upload/store.ts';
import { deskJob } from './desk-jobs.store.ts';

/** The parts of a drive that these methods use. */
interface Parts {
  readonly core: DriveCore;
  readonly hashing: HashJobs;
}

/** @returns the upload whose hash job is to be started; '' for none */
function retry({ core }: Parts, tx: DriveTx, { jobId, kind, state }: DeskJob): string {
  clearFault(tx, jobId);
  if (kind === 'hash') {
    leaseJob(tx.sql, jobId, tx.nowMs + WINDOW_LEASE_MS);
    tx.wakeAt(tx.nowMs + WINDOW_LEASE_MS);
    return jobId;
  }
  if (state === 'failed' && kind === 'fetch') againFetch(tx, jobId);
  if (state === 'failed' && kind === 'archive') againArchive(core, tx, jobId);
  tx.wakeAt(tx.nowMs);
  return '';
}

/** The person sees the job as cancelled. */
function cancel(tx: DriveTx, { jobId, kind }: DeskJob): void {
  clearFault(tx, jobId);
  const row = kind === 'fetch' ? fetchById(tx.sql, jobId) : null;
  const upload = kind === 'upload' ? uploadById(tx.sql, jobId) : null;
  if (row) failFetch(tx, row, 'cancelled', null, 0);
  if (upload) abortUpload(tx, upload, 'Cancelled');
  if (kind === 'archive') failArchive(tx, jobId, 'cancelled', 'cancelled');
  tx.changed();
}

/** @throws AppError not_found, failed_precondition for an act that the job does not take now */
export function actOnJob(drive: Parts, jobId: string, act: JobAct): Result<{ ok: true }> {
  const { core, hashing } = drive;
  const acted = core.transact((tx) => {
    const job = deskJob(tx.sql, jobId);
    if (!job) throw new AppError('not_found', { field: 'job', reason: 'no_such_job' });
    if (!job.acts.includes(act)) throw new AppError('failed_precondition', { field: 'job', reason: `no_${act}` });
    if (act === 'retry') return retry(drive, tx, job);
    if (act === 'cancel') cancel(tx, job);
    else clearFault(tx, jobId);
    return '';
  });
  if (!acted.ok) return acted;
  if (acted.value !== '') hashing.start(acted.value);
  return { ok: true, value: { ok: true } };
}
