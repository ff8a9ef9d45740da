/** Limits of the free plan, which every call passes to the drive; the catalogue in memory has them. */
import type { DriveDeps } from '../deps.ts';
import type { FetchLimits } from './fetch-limits.ts';

export async function freeStorageBytes({ plans }: Pick<DriveDeps, 'plans'>): Promise<number> {
  return (await plans()).free.storageBytes;
}

export interface FreeBounds {
  readonly storageLimitBytes: number;
  /** The largest file. */
  readonly fileLimitBytes: number;
}

export async function freeBounds({ plans }: Pick<DriveDeps, 'plans'>): Promise<FreeBounds> {
  const { free } = await plans();
  return { storageLimitBytes: free.storageBytes, fileLimitBytes: free.fileBytes };
}

export async function freeFetchLimits({ plans }: Pick<DriveDeps, 'plans'>): Promise<FetchLimits> {
  const { free } = await plans();
  return { tasksPerDay: free.tasksPerDay, openTasks: free.tasksOpen, runningTasks: free.tasksAtOnce };
}
