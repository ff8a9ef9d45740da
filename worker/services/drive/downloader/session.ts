/** The share of a download in the drive, inside the caller's transaction: its reservation, its folder, the session of one file. */
import { AppError } from '#shared/errors.ts';
import type { LimitsConfig } from '#worker/env-limits.ts';
import type { DriveTx } from '../core/tx.ts';
import { requireFileSize, requirePlan } from '../entitlement/traffic.store.ts';
import { updateFetch } from '../fetch/store.ts';
import { updateTask } from '../jobs/task.store.ts';
import { findOrMakeFolder, makeFolder } from '../tree/change.store.ts';
import { release, requireNodes, reserve, unreserve } from '../tree/usage/quota.ts';
import { requireStore } from '../tree/usage/store-limits.store.ts';
import { beginUpload, requireUpload } from '../upload/begin-session.ts';
import { abortUpload } from '../upload/finish-session.ts';
import { partBytesOf } from '../upload/rules.ts';
import { jobOrderOf, requirePartCount, storeLimitsOf } from '../upload/session-order.ts';
import { countParts, uploadById } from '../upload/store.ts';
import type { DownloadFile } from './rpc-types.ts';
import { chosenFiles, type DownloadRow, downloadById, nextFileRow, updateDownload } from './store.ts';

/** Reserves the chosen files. @throws AppError file_space_not_enough, file_too_large, file_count_limit, upload_day_limit */
export function reserveChosen(tx: DriveTx, row: DownloadRow, limits: LimitsConfig): void {
  const { numbers, leftBytes, largestBytes } = chosenFiles(tx.sql, row.task_id);
  requireFileSize(limits.fileBytes, largestBytes);
  requirePlan(tx, 'offline', { sizeBytes: leftBytes, largestBytes });
  requireNodes(tx, numbers.length);
  const store = storeLimitsOf(limits);
  release(tx.sql, row.task_id);
  requireStore(tx, { sizeBytes: leftBytes, storageLimitBytes: row.storage_limit_bytes, store });
  reserve(tx, row.task_id, leftBytes, row.storage_limit_bytes);
}

/** Gives up the session and the reservation of downloads that end without a file. */
export function cancelDownloads(tx: DriveTx, taskIds: readonly string[]): void {
  for (const id of taskIds) {
    const row = downloadById(tx.sql, id);
    if (!row) continue;
    const upload = row.upload_id === '' ? null : uploadById(tx.sql, row.upload_id);
    if (upload) abortUpload(tx, { ...upload, task_id: '' }, 'Cancelled');
    release(tx.sql, id);
  }
}

/** The folder of the files of a torrent, made with its first file. */
function folderOf(tx: DriveTx, row: DownloadRow, taskName: string, isSingle: boolean): string {
  if (row.folder_id !== null) return row.folder_id;
  const folderId = isSingle ? row.parent_id : makeFolder(tx, { parentId: row.parent_id, name: taskName }).id;
  updateDownload(tx.sql, row.task_id, { folder_id: folderId });
  if (!isSingle) updateTask(tx, row.task_id, { fileId: folderId, fileName: taskName });
  return folderId;
}

/**
 * The session of the next file: the one there is, else a new one.
 * @returns null when all files are stored
 */
export function openNextFile(
  tx: DriveTx,
  row: DownloadRow,
  taskName: string,
  limits: LimitsConfig,
): DownloadFile | null {
  const { sql } = tx;
  const file = nextFileRow(sql, row.task_id);
  if (!file) return null;
  const known = row.upload_id === '' ? null : uploadById(sql, row.upload_id);
  if (known?.state === 'open') {
    const nextPart = countParts(sql, known.id) + 1;
    const { part_bytes: partBytes } = known;
    return { index: file.n, sizeBytes: file.size_bytes, partBytes, nextPart, doneBytes: row.done_bytes };
  }
  const path = JSON.parse(file.path) as string[];
  // A single file has the number 1 and the name of the torrent itself.
  const isSingle = row.wanted === 'single';
  let parentId = folderOf(tx, row, taskName, isSingle);
  for (const name of path.slice(0, -1)) parentId = findOrMakeFolder(tx, { parentId, name }).row.id;
  const partBytes = partBytesOf(file.size_bytes, limits.partBytes);
  if (file.size_bytes > limits.fileBytes) throw new AppError('file_too_large');
  requirePartCount(limits, file.size_bytes, partBytes);
  // The session reserves its own bytes.
  unreserve(sql, row.task_id, file.size_bytes);
  const order = jobOrderOf(limits, {
    parentId,
    name: path.at(-1) ?? taskName,
    sizeBytes: file.size_bytes,
    modifiedMs: null,
    partBytes,
    storageLimitBytes: row.storage_limit_bytes,
    taskId: '',
  });
  const uploadId = beginUpload(tx, order);
  updateFetch(sql, row.task_id, { upload_id: uploadId, done_bytes: 0 });
  if (isSingle) updateTask(tx, row.task_id, { fileId: requireUpload(sql, uploadId).node_id });
  tx.changed();
  return { index: file.n, sizeBytes: file.size_bytes, partBytes, nextPart: 1, doneBytes: 0 };
}
