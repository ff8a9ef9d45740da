/** All SQL of the list of jobs with a fault, a copy of what drives have: no decisions. */
import {
  type FaultyJob,
  JOB_KINDS,
  JOB_STATES,
  type JobKind,
  type JobState,
  type ListedJob,
} from '#shared/drive/desk/jobs.ts';
import { type Database, type Statement, statement } from '#worker/platform/d1/database.ts';

export const JOBS_TABLE: readonly string[] = [
  `CREATE TABLE jobs (
    owner_id TEXT NOT NULL, job_id TEXT NOT NULL, kind TEXT NOT NULL, state TEXT NOT NULL, error TEXT NOT NULL,
    tries INTEGER NOT NULL, size_bytes INTEGER NOT NULL, progress INTEGER NOT NULL, created_ms INTEGER NOT NULL,
    since_ms INTEGER NOT NULL, acts TEXT NOT NULL,     -- separated by spaces
    PRIMARY KEY (owner_id, job_id)) WITHOUT ROWID`,
  'CREATE INDEX jobs_by_time ON jobs (since_ms, job_id)',
];

export function putJob({ ownerId, acts, ...job }: ListedJob): Statement {
  return statement(
    `INSERT INTO jobs (owner_id, job_id, kind, state, error, tries, size_bytes, progress, created_ms, since_ms, acts)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
      ON CONFLICT (owner_id, job_id) DO UPDATE SET kind = ?3, state = ?4, error = ?5, tries = ?6, size_bytes = ?7, progress = ?8,
        created_ms = ?9, since_ms = ?10, acts = ?11`,
    ownerId,
    job.jobId,
    job.kind,
    job.state,
    job.error,
    job.tries,
    job.sizeBytes,
    job.progress,
    job.createdMs,
    job.sinceMs,
    acts.join(' '),
  );
}

export async function deleteJob(db: Database, ownerId: string, jobId: string): Promise<void> {
  await db.run('DELETE FROM jobs WHERE owner_id = ? AND job_id = ?', ownerId, jobId);
}

export async function deleteJobsOf(db: Database, ownerId: string): Promise<void> {
  await db.run('DELETE FROM jobs WHERE owner_id = ?', ownerId);
}

export async function deleteJobsBefore(db: Database, beforeMs: number): Promise<void> {
  await db.run('DELETE FROM jobs WHERE since_ms < ?', beforeMs);
}

export interface JobQuery {
  /** '' for every kind. */
  readonly kind: JobKind | '';
  /** '' for every state. */
  readonly state: JobState | '';
  /** The last one of the page before; null for the first page. */
  readonly after: { readonly sinceMs: number; readonly jobId: string } | null;
  readonly limit: number;
}

interface JobRow {
  owner_id: string;
  job_id: string;
  kind: string;
  state: string;
  error: string;
  tries: number;
  size_bytes: number;
  progress: number;
  created_ms: number;
  since_ms: number;
  acts: string;
  place: number;
  owned: number;
}

/** One person's jobs must not push out those of all others. */
const SHOWN_PER_OWNER = 3;

/** Newest first, the newest 3 of each owner. */
export async function selectJobs(db: Database, { kind, state, after, limit }: JobQuery): Promise<FaultyJob[]> {
  const rows = await db.all<JobRow>(
    `SELECT * FROM (
        SELECT *, row_number() OVER (PARTITION BY owner_id ORDER BY since_ms DESC, job_id DESC) AS place,
          count(*) OVER (PARTITION BY owner_id) AS owned
        FROM jobs WHERE (?1 = '' OR kind = ?1) AND (?2 = '' OR state = ?2))
      WHERE place <= ?6 AND (?3 IS NULL OR (since_ms, job_id) < (?3, ?4))
      ORDER BY since_ms DESC, job_id DESC LIMIT ?5`,
    kind,
    state,
    after?.sinceMs ?? null,
    after?.jobId ?? '',
    limit,
    SHOWN_PER_OWNER,
  );
  return rows.map((row) => ({
    ownerId: row.owner_id,
    jobId: row.job_id,
    kind: JOB_KINDS.find((each) => each === row.kind) ?? 'other',
    state: JOB_STATES.find((each) => each === row.state) ?? 'failed',
    error: row.error,
    tries: row.tries,
    sizeBytes: row.size_bytes,
    progress: row.progress,
    createdMs: row.created_ms,
    sinceMs: row.since_ms,
    acts: row.acts.split(' ').filter(Boolean) as ListedJob['acts'],
    more: row.place === SHOWN_PER_OWNER ? row.owned - SHOWN_PER_OWNER : 0,
  }));
}

/** Jobs counted by one look. */
const COUNTED = 1_000;

/** `sinceMs`: of the oldest one; null for none. */
export async function countJobs(db: Database): Promise<{ count: number; sinceMs: number | null }> {
  const row = await db.first<{ count: number; since: number | null }>(
    'SELECT count(*) AS count, min(since_ms) AS since FROM (SELECT since_ms FROM jobs ORDER BY since_ms LIMIT ?)',
    COUNTED,
  );
  return { count: row?.count ?? 0, sinceMs: row?.since ?? null };
}
