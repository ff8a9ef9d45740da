/**
 * Ends of an upload inside the drive's transaction: finished, failed, given up, swept. Each may be repeated.
 */
import { parseManifest } from '#shared/content/manifest.ts';
import { isAppError } from '#shared/errors.ts';
import { appendAct } from '../acts/log.store.ts';
import type { BlobData } from '../blobs/blob-data.ts';
import { ACT, SHOWN } from '../core/act.ts';
import type { DriveTx, NodeListener, VersionLimits } from '../core/tx.ts';
import { clearFault, recordFailedJob } from '../jobs/faults.store.ts';
import { insertTask, updateTask } from '../jobs/task.store.ts';
import { contentByKey, publishLost } from '../tree/content.store.ts';
import { nodeById } from '../tree/tree.store.ts';
import { release } from '../tree/usage/quota.ts';
import { endGraces } from '../tree/usage/store-limits.store.ts';
import { bumpWatchers } from '../tree/watchers.store.ts';
import { requireUpload } from './begin-session.ts';
import { forgetWindows } from './hash/store.ts';
import { placeUpload } from './placement.ts';
import { rememberPlace } from './s3/reopen.ts';
import {
  discard,
  dropParts,
  finishRow,
  forgetUpload,
  overdueUploads,
  setUploadPhase,
  type UploadPhase,
  type UploadRow,
} from './store.ts';

/** Sessions one sweep ends. */
const SWEEP_BATCH = 100;

/** Discards every object of the upload that is not part of the blob. */
function dropObjects(tx: DriveTx, row: UploadRow, used: ReadonlySet<string>): void {
  const sealed = parseManifest(row.manifest ?? '')?.parts ?? [];
  const surplus = sealed.filter(({ key }) => !used.has(key));
  for (const { key } of surplus) discard(tx.sql, key, tx.nowMs);
  const dropped = dropParts(tx.sql, row.id, tx.nowMs, used);
  forgetWindows(tx.sql, row.id);
  if (dropped + surplus.length > 0) tx.wakeAt(tx.nowMs);
}

type RequireHold = (hold: string, nodeId: string) => void;

function holds(check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (isAppError(error)) return false;
    throw error;
  }
}

/**
 * Makes the pending file complete with a blob whose reference the index holds, or gives its bytes to the file whose place
 * it takes. Publishes the release when the file was removed concurrently.
 * @param claimedSeq  number of the claim at the blob index; 0: not claimed yet
 * @param requireHold  checks what is expected of the place @throws AppError where that is not so
 */
export function finishUpload(
  tx: DriveTx,
  uploadId: string,
  blob: BlobData,
  claimedSeq: number,
  limits: VersionLimits,
  requireHold: RequireHold = () => undefined,
): UploadPhase {
  const { sql } = tx;
  const row = requireUpload(sql, uploadId);
  if (row.state === 'done') return 'done';
  const used = new Set(blob.manifest.parts.map(({ key }) => key));
  const node = nodeById(sql, row.node_id);
  const isOpen = row.state === 'open' || row.state === 'hashing';
  const isRefused = node !== null && isOpen && row.hold !== '' && !holds(() => requireHold(row.hold, node.id));
  if (!node || !isOpen || (isRefused && row.beside === 0)) {
    dropObjects(tx, row, used);
    end(tx, row, 'aborted', isRefused ? 'Cancelled' : 'File deleted');
    if (!contentByKey(sql, blob.contentKey)) publishLost(tx, blob.contentKey);
    return 'aborted';
  }
  dropObjects(tx, row, used);
  const { fileId, versionId } = placeUpload(
    tx,
    isRefused ? { ...row, conflict: 'keep_both' } : row,
    node,
    blob,
    claimedSeq,
    limits,
  );
  const done = {
    phase: 'PHASE_TYPE_COMPLETE' as const,
    message: 'Completed',
    fileId,
    ...(versionId === null ? {} : { params: { version_id: versionId } }),
  };
  if (row.task_id !== '' && !updateTask(tx, row.task_id, done))
    insertTask(tx, { ...done, id: row.task_id, type: 'upload', fileName: node.name, fileSizeBytes: blob.sizeBytes });
  finishRow(sql, row, fileId, blob.contentKey);
  clearFault(tx, uploadId);
  bumpWatchers(tx, [fileId]);
  const to = nodeById(sql, fileId)?.parent_id ?? node.parent_id;
  appendAct(tx, { kind: ACT.upload, ids: [fileId], to, shown: SHOWN.recent });
  return 'done';
}

function end(tx: DriveTx, row: UploadRow, phase: 'failed' | 'aborted', message: string): void {
  release(tx.sql, row.id);
  tx.sql.exec("DELETE FROM nodes WHERE id = ? AND phase <> 'PHASE_TYPE_COMPLETE'", row.node_id);
  updateTask(tx, row.task_id, { phase: 'PHASE_TYPE_ERROR', message });
  setUploadPhase(tx.sql, row.id, phase);
  if (phase === 'failed') recordFailedJob(tx, row.id, 'lost_bytes');
  else clearFault(tx, row.id);
}

/** The stored bytes cannot be made a file; nothing of the upload stays. */
export function failUpload(tx: DriveTx, uploadId: string, message: string): void {
  const row = requireUpload(tx.sql, uploadId);
  if (row.state !== 'open' && row.state !== 'hashing') return;
  dropObjects(tx, row, new Set());
  end(tx, row, 'failed', message);
}

/**
 * Gives an upload up. One that is being hashed loses its file and its space now; its bytes may be the index's already,
 * so they go when hashing ends.
 * @param isReopenable  its key takes bytes again
 */
export function abortUpload(tx: DriveTx, row: UploadRow, message: string, isReopenable = false): void {
  if (row.state === 'open') {
    const node = nodeById(tx.sql, row.node_id);
    dropObjects(tx, row, new Set());
    end(tx, row, 'aborted', message);
    if (isReopenable && node) rememberPlace(tx, row, node);
  } else if (row.state === 'hashing') {
    end(tx, row, 'aborted', message);
    setUploadPhase(tx.sql, row.id, 'hashing');
  }
}

/** Ends open sessions past their deadline and forgets ended ones. */
export function sweepUploads(tx: DriveTx): void {
  endGraces(tx.sql, tx.nowMs);
  for (const row of overdueUploads(tx.sql, ['open'], tx.nowMs, SWEEP_BATCH)) {
    abortUpload(tx, row, 'Upload expired');
  }
  for (const row of overdueUploads(tx.sql, ['done', 'failed', 'aborted'], tx.nowMs, SWEEP_BATCH)) {
    forgetUpload(tx.sql, row.id);
  }
}

/** Unfinished files were deleted for good: their uploads end with them. */
function abortUploadsOf(tx: DriveTx, nodeIds: readonly string[]): void {
  const rows = tx.sql.exec<UploadRow>(
    'SELECT * FROM uploads WHERE node_id IN (SELECT value FROM json_each(?))',
    JSON.stringify(nodeIds),
  );
  for (const row of rows.toArray()) abortUpload(tx, row, 'File deleted');
}

export const OPEN_UPLOADS: NodeListener = { onDelete: abortUploadsOf };
