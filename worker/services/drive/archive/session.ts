/** The upload sessions and folders of a job, inside the drive's transaction. */
import { MIB } from '#shared/units.ts';
import type { LimitsConfig } from '#worker/env-limits.ts';
import type { DriveTx } from '../core/tx.ts';
import { fileLimit } from '../entitlement/limits.store.ts';
import { requireFileSize } from '../entitlement/traffic.store.ts';
import { jobOf } from '../jobs/job.ts';
import { updateTask } from '../jobs/task.store.ts';
import { findOrMakeFolder, makeFolder } from '../tree/change.store.ts';
import { requireFolder } from '../tree/tree.store.ts';
import { release, reserve, shrinkTo } from '../tree/usage/quota.ts';
import { requireMakeable, requireStore } from '../tree/usage/store-limits.store.ts';
import { beginUpload } from '../upload/begin-session.ts';
import { abortUpload } from '../upload/finish-session.ts';
import type { BeginUpload } from '../upload/rpc-types.ts';
import { partBytesOf } from '../upload/rules.ts';
import { jobOrderOf, storeLimitsOf } from '../upload/session-order.ts';
import { uploadById } from '../upload/store.ts';
import type { ArchiveJob, ArchiveOrder, ArchivePlace, ExtractOrder, FilePlace, NewFile } from './rpc-types.ts';

/** 32 MiB: a run stores it within its lease. */
const PART_BYTES = 32 * MIB;

export function archiveJob(sql: SqlStorage, taskId: string): ArchiveJob | null {
  const job = jobOf(sql, taskId);
  return job?.kind === 'archive' ? (job as ArchiveJob) : null;
}

export function setJob(
  tx: DriveTx,
  taskId: string,
  job: ArchiveJob,
  change: Partial<ArchiveJob>,
  progress?: number,
): void {
  updateTask(tx, taskId, { job: { ...job, ...change }, ...(progress === undefined ? {} : { progress }) });
}

export function dropSession(tx: DriveTx, uploadId: string): void {
  const upload = uploadId === '' ? null : uploadById(tx.sql, uploadId);
  if (upload) abortUpload(tx, { ...upload, task_id: '' }, 'Cancelled');
}

type SessionFile = Pick<BeginUpload, 'parentId' | 'name' | 'sizeBytes' | 'modifiedMs'>;

/** Whether the person's plan, and the installation, take a file. @throws AppError file_too_large, with the limit */
export function requireFile(
  tx: DriveTx,
  { fileBytes }: LimitsConfig,
  { fileLimitBytes = fileBytes }: ArchiveOrder,
  sizeBytes: number,
): void {
  requireFileSize(Math.min(fileBytes, fileLimit(tx, fileLimitBytes)), sizeBytes);
}

function uploadFor(
  tx: DriveTx,
  limits: LimitsConfig,
  order: ArchiveOrder,
  file: SessionFile,
  taskId: string,
): BeginUpload {
  requireFile(tx, limits, order, file.sizeBytes);
  const partBytes = partBytesOf(file.sizeBytes, PART_BYTES);
  const job = jobOrderOf(limits, { ...file, partBytes, storageLimitBytes: order.storageLimitBytes, taskId });
  return { ...job, isMadeHere: true };
}

/** SQL for tasks that are jobs of archives. */
export const IS_ARCHIVE_JOB = "json_extract(job, '$.kind') = 'archive'";

/** Gives up the session of a job that ends, and the space that was promised to it. */
export function endSpace(tx: DriveTx, taskId: string, { place: { uploadId } }: ArchiveJob): void {
  dropSession(tx, uploadId);
  release(tx.sql, taskId);
}

/** Ends jobs whose tasks are removed; their runs are refused from then on. */
export function cancelArchives(tx: DriveTx, taskIds: readonly string[]): void {
  for (const id of taskIds) {
    const job = archiveJob(tx.sql, id);
    if (job) endSpace(tx, id, job);
  }
}

/** Moves the job on. */
export function place(tx: DriveTx, taskId: string, change: Partial<ArchivePlace>): void {
  const job = archiveJob(tx.sql, taskId);
  if (!job) return;
  const next = { ...job.place, ...change };
  const progress = next.totalBytes === 0 ? 0 : Math.min(99, Math.floor((next.doneBytes * 100) / next.totalBytes));
  setJob(tx, taskId, job, { place: next }, progress);
}

/** The folder that entries go into, made at the first entry. */
function homeOf(tx: DriveTx, taskId: string, job: ArchiveJob): string {
  if (job.order.do !== 'extract' || job.place.folderId !== '') return job.place.folderId;
  const { parentId, folderName } = job.order;
  const folderId = folderName === '' ? parentId : makeFolder(tx, { parentId, name: folderName }).id;
  place(tx, taskId, { folderId });
  if (folderId !== '') updateTask(tx, taskId, { fileId: folderId });
  return folderId;
}

/** A folder, or the session for a file. @returns null for a folder */
export function openFile(
  tx: DriveTx,
  limits: LimitsConfig,
  taskId: string,
  job: ArchiveJob,
  file: NewFile,
): FilePlace | null {
  dropSession(tx, job.place.uploadId);
  let parentId = homeOf(tx, taskId, job);
  const folders = file.isFolder ? file.path : file.path.slice(0, -1);
  for (const name of folders) parentId = findOrMakeFolder(tx, { parentId, name }).row.id;
  const name = file.path.at(-1);
  if (file.isFolder || name === undefined) return null;
  const { sizeBytes, modifiedMs } = file;
  const { doneBytes, totalBytes } = job.place;
  // The session holds the space of its file, the task that of the files that follow.
  shrinkTo(tx.sql, taskId, Math.max(0, totalBytes - doneBytes - sizeBytes));
  const upload = uploadFor(tx, limits, job.order, { parentId, name, sizeBytes, modifiedMs }, '');
  requireStore(tx, upload);
  requireMakeable(tx, sizeBytes, limits.archiveBytesPerDay);
  const uploadId = beginUpload(tx, upload);
  place(tx, taskId, { uploadId });
  return { uploadId, partBytes: upload.partBytes };
}

/** Promises the bytes that an extraction has yet to write. @throws AppError file_space_not_enough, resource_exhausted; as `requireStore` */
export function promiseRest(
  tx: DriveTx,
  limits: LimitsConfig,
  { storageLimitBytes }: ExtractOrder,
  taskId: string,
  sizeBytes: number,
): void {
  requireStore(tx, { sizeBytes, storageLimitBytes, store: storeLimitsOf(limits) });
  requireMakeable(tx, sizeBytes, limits.archiveBytesPerDay);
  reserve(tx, taskId, sizeBytes, storageLimitBytes);
}

/** Where a job begins. It has its space from then on, a packed folder its session too. */
export function firstPlace(tx: DriveTx, limits: LimitsConfig, order: ArchiveOrder, taskId: string): ArchivePlace {
  const empty = { uploadId: '', next: 0, folderId: '', doneBytes: 0, totalBytes: 0 };
  requireFolder(tx.sql, order.parentId);
  if (order.do === 'extract') {
    requireFile(tx, limits, order, order.largestBytes ?? 0);
    promiseRest(tx, limits, order, taskId, order.totalBytes);
    return { ...empty, totalBytes: order.totalBytes };
  }
  const file = { parentId: order.parentId, name: order.name, sizeBytes: order.sizeBytes, modifiedMs: null };
  const upload = uploadFor(tx, limits, order, file, taskId);
  requireStore(tx, upload);
  requireMakeable(tx, order.sizeBytes, limits.archiveBytesPerDay);
  return { ...empty, uploadId: beginUpload(tx, upload), totalBytes: order.sizeBytes };
}
