/** I13 of the operators' list of jobs: it has the jobs with a fault that drives have, and no other, or an event brings the difference. */
import type { DatabaseSync } from 'node:sqlite';
import { DAY_MS } from '#shared/units.ts';
import { type Audited, byName, type Finding, waitingEvents, whereOf } from '../finding.ts';
import { hasTable, type ObjectCopy, rowsOf } from '../state-copy.ts';

const CHANGED = 'drive.job-changed';
const CLOSED = 'auth.account-closed';
/** Faults end after 30 days, in the drive and in the list at times of their own. */
const COMPARED_MS = 29 * DAY_MS;

/** Jobs that a drive reported to the list; a task or an upload of its own makes each of them. */
function faultyJobs({ db }: ObjectCopy): { id: string; sinceMs: number; isThere: boolean }[] {
  // A copy of a damaged file may have no tables.
  if (!hasTable(db, 'job_faults')) return [];
  return rowsOf<{ id: string; since: number; there: number }>(
    db,
    `SELECT job_id AS id, since_ms AS since, EXISTS (SELECT 1 FROM tasks WHERE tasks.id = job_id)
        OR EXISTS (SELECT 1 FROM uploads WHERE uploads.id = job_id) AS there
      FROM job_faults WHERE noted = 1`,
  ).map(({ id, since, there }) => ({ id, sinceMs: since, isThere: there === 1 }));
}

/** @param admin  the database with the list */
export function checkJobs(audited: Audited, admin: DatabaseSync): Finding[] {
  if (!hasTable(admin, 'jobs')) return [];
  const sinceMs = audited.nowMs - COMPARED_MS;
  const drives = byName(audited, 'DriveObject');
  const accounts = byName(audited, 'AccountObject');
  const isUnderWay = (owner: string, job: string): boolean => {
    const [drive, account] = [drives.get(owner), accounts.get(owner)];
    return (
      (drive !== undefined && waitingEvents(drive, CHANGED).some(({ payload }) => payload['jobId'] === job)) ||
      (account !== undefined && waitingEvents(account, CLOSED).length > 0)
    );
  };
  const listed = rowsOf<{ owner: string; job: string }>(
    admin,
    'SELECT owner_id AS owner, job_id AS job FROM jobs WHERE since_ms > ?',
    sinceMs,
  );
  const names = new Set(listed.map(({ owner, job }) => `${owner} ${job}`));
  const faulty = new Set<string>();
  const found: Finding[] = [];
  for (const [owner, drive] of drives)
    for (const job of faultyJobs(drive)) {
      faulty.add(`${owner} ${job.id}`);
      if (!job.isThere || job.sinceMs <= sinceMs || names.has(`${owner} ${job.id}`) || isUnderWay(owner, job.id))
        continue;
      found.push({
        invariant: 'I13',
        kind: 'job-not-listed',
        where: whereOf(drive),
        ids: [owner, job.id],
        says: 'has a job with a fault that the list of operators does not have',
      });
    }
  for (const { owner, job } of listed)
    if (!faulty.has(`${owner} ${job}`) && !isUnderWay(owner, job))
      found.push({
        invariant: 'I13',
        kind: 'job-left-listed',
        where: 'ADMIN',
        ids: [owner, job],
        says: 'is in the list of operators, its drive has no fault of it',
      });
  return found;
}
