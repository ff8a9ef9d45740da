/** The upload session of a fetch inside the drive's transaction: begun with the head of the answer, continued, grown, dropped. */
import type { LimitsConfig } from '#worker/env-limits.ts';
import type { DriveTx } from '../core/tx.ts';
import { requireFileSize, requirePlan } from '../entitlement/traffic.store.ts';
import { updateTask } from '../jobs/task.store.ts';
import { nodeById } from '../tree/tree.store.ts';
import { reserve } from '../tree/usage/quota.ts';
import { requireStore } from '../tree/usage/store-limits.store.ts';
import { beginUpload, requireUpload } from '../upload/begin-session.ts';
import { abortUpload } from '../upload/finish-session.ts';
import type { BeginUpload } from '../upload/rpc-types.ts';
import { partBytesOf } from '../upload/rules.ts';
import { jobOrderOf, requirePartCount, storeLimitsOf } from '../upload/session-order.ts';
import { countParts, uploadById } from '../upload/store.ts';
import { GROWING_BYTES } from './keys.ts';
import type { FetchOpening, FetchSession } from './rpc-types.ts';
import { type FetchRow, updateFetch } from './store.ts';

function orderOf(row: FetchRow, { name, sizeBytes, isGrowing }: FetchOpening, limits: LimitsConfig): BeginUpload {
  requireFileSize(limits.fileBytes, sizeBytes);
  const partBytes = isGrowing ? GROWING_BYTES : partBytesOf(sizeBytes, limits.partBytes);
  requirePartCount(limits, sizeBytes, partBytes);
  return jobOrderOf(limits, {
    parentId: row.parent_id,
    name: row.name === '' ? name : row.name,
    sizeBytes,
    modifiedMs: null,
    partBytes,
    storageLimitBytes: row.storage_limit_bytes,
    taskId: row.task_id,
  });
}

/** Gives up the stored bytes of a fetch; its task goes on. */
export function dropUpload(tx: DriveTx, row: FetchRow): void {
  const upload = row.upload_id === '' ? null : uploadById(tx.sql, row.upload_id);
  if (upload) abortUpload(tx, { ...upload, task_id: '' }, 'Cancelled');
  updateFetch(tx.sql, row.task_id, { upload_id: '', done_bytes: 0 });
  updateTask(tx, row.task_id, { fileId: '' });
}

/**
 * The session for the body of an answer: the one there is when the body continues it, else a new one.
 * @throws AppError as the contract row `drive.create` says for uploads
 */
export function openUpload(tx: DriveTx, row: FetchRow, opening: FetchOpening, limits: LimitsConfig): FetchSession {
  const { sql } = tx;
  if (opening.isResumed) {
    const upload = requireUpload(sql, row.upload_id);
    return {
      partBytes: upload.part_bytes,
      nextPart: countParts(sql, upload.id) + 1,
      doneBytes: row.done_bytes,
    };
  }
  dropUpload(tx, row);
  const order = orderOf(row, opening, limits);
  requireStore(tx, order);
  requirePlan(tx, 'offline', order);
  const uploadId = beginUpload(tx, order);
  const { node_id: fileId } = requireUpload(sql, uploadId);
  updateFetch(sql, row.task_id, {
    upload_id: uploadId,
    done_bytes: 0,
    validator: opening.validator,
    has_ranges: opening.hasRanges ? 1 : 0,
  });
  const fileName = nodeById(sql, fileId)?.name ?? order.name;
  updateTask(tx, row.task_id, { fileId, fileName, fileSizeBytes: opening.sizeBytes, message: 'Saving' });
  tx.changed();
  return { partBytes: order.partBytes, nextPart: 1, doneBytes: 0 };
}

/**
 * Reserves more for a file whose length is unknown. Nothing is done when the session is that large already.
 * @throws AppError file_space_not_enough, file_too_large, upload_day_limit, deleted_space_not_free
 */
export function growUpload(tx: DriveTx, row: FetchRow, totalBytes: number, limits: LimitsConfig): void {
  const { sql } = tx;
  const upload = requireUpload(sql, row.upload_id);
  const moreBytes = totalBytes - upload.size_bytes;
  if (moreBytes <= 0) return;
  requireFileSize(limits.fileBytes, totalBytes);
  requirePartCount(limits, totalBytes, upload.part_bytes);
  requirePlan(tx, 'offline', { sizeBytes: totalBytes });
  const store = storeLimitsOf(limits);
  requireStore(tx, { sizeBytes: moreBytes, storageLimitBytes: row.storage_limit_bytes, store });
  reserve(tx, upload.id, moreBytes, row.storage_limit_bytes);
  sql.exec('UPDATE uploads SET size_bytes = ? WHERE id = ?', totalBytes, upload.id);
  sql.exec('UPDATE nodes SET size_bytes = ? WHERE id = ?', totalBytes, upload.node_id);
  updateTask(tx, row.task_id, { fileSizeBytes: totalBytes });
}
