/**
 * A small file inside the drive's transactions. An object is promised before its bytes are stored, several at a time; stored
 * and claimed at the index, they become the file in one transaction. The sweep ends an unused promise and releases what may
 * have been claimed.
 */
import { AppError } from '#shared/errors.ts';
import { newBlobKeys } from '#worker/platform/blobs/port.ts';
import { newWireId } from '#worker/platform/ids.ts';
import type { DriveTx } from '../core/tx.ts';
import { excludeWithAncestors } from '../jobs/excluded.store.ts';
import { insertTask } from '../jobs/task.store.ts';
import { bumpWatchers } from '../sharing/watch.store.ts';
import { holderOf } from '../tree/conflict.store.ts';
import { contentByKey, gainContent, nextSeq, tellLost } from '../tree/content.store.ts';
import { noteEvent } from '../tree/history/history.store.ts';
import { addNode, freeName, requireFolder } from '../tree/tree.store.ts';
import { requireNodes, requireSpace, use } from '../tree/usage/quota.ts';
import type { VersionLimits } from '../tree/versions/version.store.ts';
import { toFileObject, toTaskObject } from '../tree/wire.ts';
import { beginUpload, requireUpload } from './begin-session.ts';
import { finishUpload } from './finish-session.ts';
import type { BeginUpload, BlobData, PutLease, PutQuery, UploadAnswer } from './rpc-types.ts';
import { MAX_PUT_LEASES, PUT_LEASE_MS } from './rules.ts';
import { countPutLeases, discard, endPutLease, insertUpload, leasePut } from './store.ts';
import { countUploaded, requireStore } from './store-limits.store.ts';

/** The node that has the name, or the objects for the bytes. */
export type PutStart = { readonly holderId: string; readonly leases?: never } | { readonly leases: PutLease[] };

/**
 * Whether a file would be taken now, and objects to store it and those after it as.
 * @throws AppError file_not_found, file_in_recycle_bin, file_space_not_enough, file_count_limit, resource_exhausted
 */
export function startPut(tx: DriveTx, query: PutQuery): PutStart {
  const { sql, nowMs } = tx;
  requireFolder(sql, query.parentId);
  requireSpace(sql, query.sizeBytes, query.storageLimitBytes);
  requireStore(tx, query);
  requireNodes(tx, 1);
  const holder = query.conflict === 'skip' ? holderOf(sql, query.parentId, query.name) : null;
  if (holder) return { holderId: holder.id };
  if (countPutLeases(sql) + query.keys > MAX_PUT_LEASES)
    throw new AppError('resource_exhausted', { reason: 'upload_sessions' });
  // A question alone changes nothing.
  if (query.keys === 0) return { leases: [] };
  const untilMs = nowMs + PUT_LEASE_MS;
  const seq = nextSeq(sql);
  const leases = newBlobKeys(query.keys).map((key) => ({ key, seq, untilMs }));
  for (const { key } of leases) leasePut(sql, key, seq, untilMs);
  tx.wakeAt(untilMs);
  return { leases };
}

/** The node that has the name, or the finished upload; with its answer where it need not be read. */
export type Landed =
  | { readonly holderId: string; readonly uploadId?: never; readonly answer?: never }
  | { readonly uploadId: string; readonly holderId?: never; readonly answer?: UploadAnswer };

export interface PutHome {
  /** Owner of the drive. */
  readonly userId: string;
  readonly limits: VersionLimits;
}

/** @throws AppError unavailable when the promise of the object has ended; as `beginUpload` otherwise */
export function landPut(tx: DriveTx, input: BeginUpload, lease: PutLease, blob: BlobData, home: PutHome): Landed {
  const holder = input.conflict === 'skip' ? holderOf(tx.sql, input.parentId, input.name) : null;
  if (holder) {
    dropPut(tx, lease.key, blob);
    return { holderId: holder.id };
  }
  if (!endPutLease(tx.sql, lease.key))
    throw new AppError('unavailable', { reason: 'part_too_late', retryInSeconds: 1 });
  requireStore(tx, input);
  if (input.conflict !== 'replace') {
    const answer = landNew(tx, input, lease, blob, home.userId);
    return { uploadId: answer.upload.uploadId, answer };
  }
  const { sizeBytes } = input;
  const uploadId = beginUpload(tx, input, { v: 1, size: sizeBytes, parts: [{ key: lease.key, size: sizeBytes }] });
  finishUpload(tx, uploadId, blob, lease.seq, home.limits);
  return { uploadId };
}

/** The rows that `beginUpload` and `finishUpload` leave of a new file, written once. */
function landNew(tx: DriveTx, input: BeginUpload, lease: PutLease, blob: BlobData, userId: string): UploadAnswer {
  const { sql, nowMs } = tx;
  const { parentId, sizeBytes, protocol, partBytes } = input;
  const [uploadId, nodeId, taskId] = [newWireId(), newWireId(), newWireId()];
  requireFolder(sql, parentId);
  requireNodes(tx, 1);
  use(sql, sizeBytes, input.storageLimitBytes);
  const name = freeName(sql, parentId, input.name);
  const { contentKey, gcid } = blob;
  const node = addNode(sql, {
    ...{ id: nodeId, parentId, isFile: true, name, nowMs, sizeBytes, contentKey, gcid },
    userModifiedMs: input.modifiedMs,
  });
  excludeWithAncestors(sql, [nodeId]);
  countUploaded(tx, sizeBytes);
  gainContent(tx, { ...blob, manifest: JSON.stringify(blob.manifest) }, 1, lease.seq);
  discardSurplus(tx, lease.key, blob);
  const file = { fileId: nodeId, fileName: name, fileSizeBytes: sizeBytes };
  const done = { phase: 'PHASE_TYPE_COMPLETE', message: 'Completed' } as const;
  const task = insertTask(tx, { id: taskId, type: 'upload', ...done, ...file });
  const deadlineMs = nowMs + input.ttlMs;
  insertUpload(sql, {
    ...{ id: uploadId, node_id: nodeId, task_id: taskId, door: protocol, state: 'done', size_bytes: sizeBytes },
    ...{ part_bytes: partBytes, gcid_claim: input.gcid, manifest: null, conflict: input.conflict ?? 'keep_both' },
    ...{ storage_limit_bytes: input.storageLimitBytes, created_ms: nowMs, deadline_ms: deadlineMs },
  });
  tx.wakeAt(deadlineMs);
  bumpWatchers(tx, [nodeId]);
  noteEvent(tx, 'TYPE_UPLOAD', nodeId);
  return {
    upload: { uploadId, protocol, phase: 'done', sizeBytes, partBytes, parts: [], deadlineMs },
    file: toFileObject(node, { userId }),
    task: toTaskObject(task, userId),
  };
}

/** The same call was made before, with this protocol or the other. A session that waits for bytes has them now. */
export function joinPut(tx: DriveTx, uploadId: string, lease: PutLease, blob: BlobData, limits: VersionLimits): void {
  const row = requireUpload(tx.sql, uploadId);
  const isWaiting = row.state === 'open' && row.size_bytes === blob.sizeBytes;
  if (!isWaiting || !endPutLease(tx.sql, lease.key)) {
    dropPut(tx, lease.key, blob);
    return;
  }
  if (!isMadeOf(blob, lease.key)) discardNow(tx, lease.key);
  finishUpload(tx, uploadId, blob, lease.seq, limits);
}

/**
 * Nothing comes of a promised object. The index may have been told that this drive holds its content.
 * @param blob  the content as the index has it; null: there is none, or the index does not know it
 */
export function dropPut(tx: DriveTx, objectKey: string, blob: BlobData | null): void {
  if (!endPutLease(tx.sql, objectKey)) return;
  // An object that the index adopted is the index's to delete.
  if (!blob || !isMadeOf(blob, objectKey)) discardNow(tx, objectKey);
  if (blob && !contentByKey(tx.sql, blob.contentKey)) tellLost(tx, blob.contentKey);
}

/** Discards a stored object where the index has the content as another one. */
export function discardSurplus(tx: DriveTx, objectKey: string, blob: BlobData): void {
  if (!isMadeOf(blob, objectKey)) discardNow(tx, objectKey);
}

function isMadeOf(blob: BlobData, objectKey: string): boolean {
  return blob.manifest.parts.some(({ key }) => key === objectKey);
}

function discardNow(tx: DriveTx, objectKey: string): void {
  discard(tx.sql, objectKey, tx.nowMs);
  tx.wakeAt(tx.nowMs);
}
