/** RPC methods of DriveObject about jobs for operators. None creates a drive. */

import type { DeskJob } from '#shared/drive/desk/jobs.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { DriveParts } from '../../drive-parts.ts';
import { actOnJob } from './desk-acts.ts';
import { deskJob, deskJobs, faultyJob } from './desk-jobs.store.ts';

const ifExists = <T>({ core }: DriveParts, absent: T, work: (sql: SqlStorage) => T): Result<T> =>
  core.object.exists() ? core.transact(({ sql }) => work(sql)) : succeed(absent);

export const deskMethods = {
  deskJobs: (drive: DriveParts): Result<DeskJob[]> => ifExists(drive, [], deskJobs),
  deskJob: (drive: DriveParts, jobId: string): Result<DeskJob | null> =>
    ifExists(drive, null, (sql) => deskJob(sql, jobId)),
  faultyJob: (drive: DriveParts, jobId: string): Result<DeskJob | null> =>
    ifExists(drive, null, (sql) => faultyJob(sql, jobId)),
  actOnJob,
};
