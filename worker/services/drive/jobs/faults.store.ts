/**
 * Faults of jobs: a row only for a job whose steps fail, or which failed by a fault of the server. A job without a fault has none, so that
 * the list of operators costs nothing for it. Operators get an event when a fault is worth a look, and when it has ended.
 */
import type { DriveTx } from '../core/tx.ts';

export const JOB_FAULT_TABLE = `
  CREATE TABLE job_faults (
    job_id TEXT PRIMARY KEY,           -- a task, or an upload that is hashed
    error TEXT NOT NULL,
    tries INTEGER NOT NULL,
    since_ms INTEGER NOT NULL,
    noted INTEGER NOT NULL             -- 1: operators have it in their list
  ) WITHOUT ROWID;
`;

/** Payload { jobId }; the source is the drive. */
export const JOB_CHANGED = 'drive.job-changed';

/** Failed steps from which on a job is stuck. */
const STUCK_TRIES = 3;

/**
 * Reasons of the server. Others are shown to the person, who alone can do something about them. Not `lookup_failed`: the name server of the
 * address, which the person chooses, brings it about at will.
 */
const SERVER_REASONS: ReadonlySet<string> = new Set([
  'internal',
  'unavailable',
  'storage_full',
  'downloader_busy',
  'object_damaged',
  'lost_bytes',
  'run_lost',
]);

export interface JobFault extends Record<string, SqlStorageValue> {
  job_id: string;
  error: string;
  tries: number;
  since_ms: number;
  noted: number;
}

export function faultOf(sql: SqlStorage, jobId: string): JobFault | null {
  return sql.exec<JobFault>('SELECT * FROM job_faults WHERE job_id = ?', jobId).toArray()[0] ?? null;
}

/** A step failed; the job goes on trying. */
export function recordFailedStep({ sql, nowMs, publish }: DriveTx, jobId: string, error: string): void {
  const { tries, noted } = sql
    .exec<{ tries: number; noted: number }>(
      `INSERT INTO job_faults (job_id, error, tries, since_ms, noted) VALUES (?1, ?2, 1, ?3, 0)
       ON CONFLICT (job_id) DO UPDATE SET error = ?2, tries = tries + 1 RETURNING tries, noted`,
      jobId,
      error,
      nowMs,
    )
    .one();
  if (noted === 1 || tries < STUCK_TRIES) return;
  sql.exec('UPDATE job_faults SET noted = 1 WHERE job_id = ?', jobId);
  publish(JOB_CHANGED, { jobId });
}

/** A job ended without its result. @param reason  the param `error` of its task, or its message */
export function recordFailedJob({ sql, nowMs, publish }: DriveTx, jobId: string, reason: string): void {
  if (!SERVER_REASONS.has(reason)) return;
  sql.exec(
    `INSERT INTO job_faults (job_id, error, tries, since_ms, noted) VALUES (?1, ?2, 1, ?3, 1)
     ON CONFLICT (job_id) DO UPDATE SET error = ?2, noted = 1`,
    jobId,
    reason,
    nowMs,
  );
  publish(JOB_CHANGED, { jobId });
}

/** The job moves on, was removed, or an operator has seen it. */
export function clearFault({ sql, publish }: DriveTx, jobId: string): void {
  const [row] = sql.exec<{ noted: number }>('DELETE FROM job_faults WHERE job_id = ? RETURNING noted', jobId).toArray();
  if (row?.noted === 1) publish(JOB_CHANGED, { jobId });
}

/** Of jobs that are removed together. */
export function clearFaultsOf(tx: DriveTx, jobIds: readonly string[]): void {
  const text = 'SELECT job_id FROM job_faults WHERE job_id IN (SELECT value FROM json_each(?))';
  const rows = tx.sql.exec<{ job_id: string }>(text, JSON.stringify(jobIds)).toArray();
  for (const { job_id: jobId } of rows) clearFault(tx, jobId);
}
