/**
 * First steps of an upload inside the drive's transaction: room, quota, a pending file, a task, a session.
 */
import { AppError } from '#shared/errors.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { leaseJob } from './hash-job.store.ts';
import { reserve } from './space.ts';
import { insertTask, taskById } from './tasks.store.ts';
import { freeName, insertNode, nodeById, requireFolder } from './tree.store.ts';
import type { DriveTx } from './tx.ts';
import { sealLeaseMs } from './upload.rules.ts';
import {
  countOpenUploads,
  insertUpload,
  storedParts,
  type UploadDoor,
  type UploadPhase,
  type UploadRow,
  uploadById,
} from './upload.store.ts';
import type { BeginUpload, UploadAnswer, UploadData } from './upload-calls.ts';
import { toFileObject, toTaskObject } from './wire.ts';

/** The bytes of nothing: an empty file is sealed as it begins. */
const EMPTY_MANIFEST = '{"v":1,"size":0,"parts":[]}';

/**
 * Makes the session and everything it holds.
 * @returns id of the upload
 * @throws AppError file_not_found, file_in_recycle_bin, file_space_not_enough, resource_exhausted
 */
export function beginUpload(tx: DriveTx, input: BeginUpload): string {
  const { sql, nowMs } = tx;
  requireFolder(sql, input.parentId);
  if (countOpenUploads(sql) >= input.openUploads)
    throw new AppError('resource_exhausted', { reason: 'upload_sessions' });
  const [uploadId, nodeId, taskId] = [newWireId(), newWireId(), newWireId()];
  reserve(sql, uploadId, input.sizeBytes, input.storageLimitBytes, nowMs);
  const name = freeName(sql, input.parentId, input.name);
  insertNode(sql, {
    id: nodeId,
    parentId: input.parentId,
    isFile: true,
    name,
    nowMs,
    sizeBytes: input.sizeBytes,
    phase: 'PHASE_TYPE_PENDING',
    gcid: input.gcid.toUpperCase(),
    userModifiedMs: input.modifiedMs,
  });
  insertTask(tx, {
    id: taskId,
    type: 'upload',
    phase: 'PHASE_TYPE_RUNNING',
    fileId: nodeId,
    fileName: name,
    fileSizeBytes: input.sizeBytes,
  });
  const deadlineMs = nowMs + input.ttlMs;
  const empty = input.sizeBytes === 0;
  insertUpload(sql, {
    id: uploadId,
    node_id: nodeId,
    task_id: taskId,
    door: input.door,
    state: empty ? 'hashing' : 'open',
    size_bytes: input.sizeBytes,
    part_bytes: input.partBytes,
    gcid_claim: input.gcid,
    manifest: empty ? EMPTY_MANIFEST : null,
    storage_limit_bytes: input.storageLimitBytes,
    created_ms: nowMs,
    deadline_ms: deadlineMs,
  });
  const sealedUntilMs = nowMs + sealLeaseMs(0);
  if (empty) leaseJob(sql, uploadId, sealedUntilMs);
  tx.wakeAt(empty ? sealedUntilMs : deadlineMs);
  return uploadId;
}

export function uploadData(sql: SqlStorage, row: UploadRow): UploadData {
  return {
    uploadId: row.id,
    door: row.door as UploadDoor,
    phase: row.state as UploadPhase,
    sizeBytes: row.size_bytes,
    partBytes: row.part_bytes,
    parts: storedParts(sql, row.id).map(({ part }) => part),
    deadlineMs: row.deadline_ms,
  };
}

/** The session with its file and task, as they are now. @throws AppError not_found */
export function uploadAnswer(sql: SqlStorage, uploadId: string, userId: string): UploadAnswer {
  const row = requireUpload(sql, uploadId);
  const node = nodeById(sql, row.node_id);
  const task = taskById(sql, row.task_id);
  return {
    upload: uploadData(sql, row),
    file: node && toFileObject(node, { userId }),
    task: task && toTaskObject(task, userId),
  };
}

/** @throws AppError not_found; so is another person's upload, which is not in this drive */
export function requireUpload(sql: SqlStorage, uploadId: string): UploadRow {
  const row = uploadById(sql, uploadId);
  if (!row) throw new AppError('not_found', { reason: 'no_such_upload' });
  return row;
}
