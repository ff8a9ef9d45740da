/** Jobs of a person's drive for operators. The caller has checked the operator. */

import type { DeskJob, JobAct } from '#shared/drive/desk/jobs.ts';
import { unwrap } from '#shared/errors.ts';
import type { UserId } from '#shared/ids.ts';
import { type DriveDeps, driveOf } from '../deps.ts';
import type { deskPart } from './part.ts';

type Drives = Pick<DriveDeps, 'drives'>;

/** Newest first, at most 100: under way, or failed in the last 30 days. */
export async function deskJobs(deps: Drives, userId: UserId): Promise<DeskJob[]> {
  return unwrap(await driveOf<typeof deskPart>(deps, userId).deskJobs());
}

export async function deskJob(deps: Drives, userId: UserId, jobId: string): Promise<DeskJob | null> {
  return unwrap(await driveOf<typeof deskPart>(deps, userId).deskJob(jobId));
}

/** A job with a fault for operators; null once that has ended. */
export async function faultyJob(deps: Drives, userId: UserId, jobId: string): Promise<DeskJob | null> {
  return unwrap(await driveOf<typeof deskPart>(deps, userId).faultyJob(jobId));
}

/** @throws AppError not_found, failed_precondition */
export async function actOnJob(deps: Drives, userId: UserId, jobId: string, act: JobAct): Promise<void> {
  unwrap(await driveOf<typeof deskPart>(deps, userId).actOnJob(jobId, act));
}
