/**
 * Jobs of drives for operators. The list of failed and stuck ones is a copy in ADMIN that events of drives keep; those that run are asked
 * of a drive when an operator looks. Acts are in the operators' log before they take effect.
 */

import type { FaultyJob, JobAct, JobKind, JobState, ListedJob } from '#shared/drive/desk/jobs.ts';
import { AppError } from '#shared/errors.ts';
import { asUserId, isWireId, type UserId } from '#shared/ids.ts';
import type { Database } from '#worker/platform/d1/database.ts';
import { logError } from '#worker/platform/log.ts';
import type { LateAlarm, Outlook } from '#worker/platform/machine/outlook.ts';
import type { Actor, ConfigService } from '#worker/services/config/index.ts';
import type { DriveService } from '#worker/services/drive/service.ts';
import { deleteJob, putJob, selectJobs } from './jobs.store.ts';

export interface JobsDeps {
  readonly admin: Database;
  readonly drive: Pick<DriveService, 'deskJobs' | 'deskJob' | 'faultyJob' | 'actOnJob'>;
  readonly documents: Pick<ConfigService, 'recordAct'>;
  readonly outlook: () => Promise<Outlook>;
}

const PAGE = 50;
const TOKEN = /^(\d{1,16})\.([A-Za-z0-9_-]{1,64})$/;
/** Drives that are asked for their running jobs by one look. */
const ASKED_DRIVES = 10;

export interface JobsPage {
  readonly jobs: readonly FaultyJob[];
  /** '' at the end. */
  readonly nextPageToken: string;
}

/** Failed and stuck jobs, newest first, the newest 3 of each person. @throws AppError invalid_argument for a page token that is none */
export async function listJobs(
  { admin }: Pick<JobsDeps, 'admin'>,
  query: { readonly kind: JobKind | ''; readonly state: JobState | ''; readonly pageToken: string },
): Promise<JobsPage> {
  const [, sinceMs = '', jobId = ''] = TOKEN.exec(query.pageToken) ?? [];
  if (query.pageToken !== '' && jobId === '')
    throw new AppError('invalid_argument', { field: 'page_token', reason: 'format' });
  const after = jobId === '' ? null : { sinceMs: Number(sinceMs), jobId };
  const jobs = await selectJobs(admin, { kind: query.kind, state: query.state, after, limit: PAGE });
  const last = jobs.at(-1);
  return { jobs, nextPageToken: last && jobs.length === PAGE ? `${last.sinceMs}.${last.jobId}` : '' };
}

/** Every job of one drive, as it has them now. */
export async function jobsOf({ drive }: Pick<JobsDeps, 'drive'>, userId: UserId): Promise<readonly ListedJob[]> {
  return (await drive.deskJobs(userId)).map((job) => ({ ...job, ownerId: userId }));
}

export interface RunningJobs {
  readonly jobs: readonly ListedJob[];
  readonly late: readonly LateAlarm[];
  readonly lateAlarms: number;
  /** False where no machine says which drives have jobs: ask for those of a person. */
  readonly isMachine: boolean;
  /** Drives that were asked and did not answer. */
  readonly unreadDrives: number;
}

/** Jobs under way in drives whose alarms come next, and alarms that are late. A drive that fails takes no other from the list. */
export async function runningJobs({ drive, outlook }: Pick<JobsDeps, 'drive' | 'outlook'>): Promise<RunningJobs> {
  const { busyDrives, late, lateAlarms, isMachine } = await outlook();
  const owners = busyDrives.filter(isWireId).slice(0, ASKED_DRIVES).map(asUserId);
  const lists = await Promise.all(
    owners.map((userId) =>
      jobsOf({ drive }, userId).catch((error: unknown) => {
        logError('ops.running-jobs', error);
        return null;
      }),
    ),
  );
  const read = lists.filter((list) => list !== null);
  const jobs = read.flat().filter(({ state }) => state !== 'failed');
  return { jobs, late, lateAlarms, isMachine, unreadDrives: lists.length - read.length };
}

const NOTES = { retry: 'job_retried', cancel: 'job_cancelled', dismiss: 'job_dismissed' } as const;

/** @throws AppError not_found, failed_precondition for an act that the job does not take now */
export async function actOnJob(
  deps: JobsDeps,
  operator: Actor,
  input: { readonly ownerId: UserId; readonly jobId: string; readonly act: JobAct; readonly reason: string },
): Promise<void> {
  const { ownerId, jobId, act, reason } = input;
  const job = await deps.drive.deskJob(ownerId, jobId);
  if (!job) {
    // Its task was removed: the list had an old copy.
    await deleteJob(deps.admin, ownerId, jobId);
    throw new AppError('not_found', { field: 'job', reason: 'no_such_job' });
  }
  if (!job.acts.includes(act)) throw new AppError('failed_precondition', { field: 'job', reason: `no_${act}` });
  const note = `${ownerId}: ${job.kind} ${jobId}: ${reason}`;
  await deps.documents.recordAct(operator, { act: NOTES[act], subject: 'jobs', note });
  await deps.drive.actOnJob(ownerId, jobId, act);
  // The event of the drive does the same; the operator sees it at once.
  await recordJob(deps, ownerId, jobId);
}

/** Copies a job with a fault into the list, or takes it out. Repeating it changes nothing. */
export async function recordJob(
  { admin, drive }: Pick<JobsDeps, 'admin' | 'drive'>,
  ownerId: UserId,
  jobId: string,
): Promise<void> {
  const job = await drive.faultyJob(ownerId, jobId);
  if (job) await admin.batch([putJob({ ...job, ownerId })]);
  else await deleteJob(admin, ownerId, jobId);
}
