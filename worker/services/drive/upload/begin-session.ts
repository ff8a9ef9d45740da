/**
 * First steps of an upload inside the drive's transaction: limits, quota, a pending file, a task, a session.
 */
import type { BlobManifest } from '#shared/content/manifest.ts';
import { AppError } from '#shared/errors.ts';
import { newWireId } from '#worker/platform/ids.ts';
import type { DriveTx } from '../core/tx.ts';
import { excludeWithAncestors } from '../jobs/excluded.store.ts';
import { landedTask, landedTaskOf } from '../jobs/landed-task.store.ts';
import { insertTask, type TaskRow, taskById } from '../jobs/task.store.ts';
import { toTaskObject } from '../jobs/wire.ts';
import type { NodeRow } from '../tree/node-columns.ts';
import { freeName, insertNode, nodeById, requireFolder, unnamedKey } from '../tree/tree.store.ts';
import { requireNodes, requireSpace, reserve } from '../tree/usage/quota.ts';
import { toFileObject } from '../tree/wire.ts';
import type { BeginUpload, UploadAnswer, UploadData } from './rpc-types.ts';
import { sealLeaseMs } from './rules.ts';
import {
  countOpenUploads,
  insertUpload,
  storedParts,
  type UploadPhase,
  type UploadProtocol,
  type UploadRow,
  uploadById,
} from './store.ts';

/** Begins the id of a file that came in one request; ids of sessions begin otherwise. */
const LANDED = 'landed:';
/** The bytes of nothing: an empty file is sealed as it begins. */
const EMPTY: BlobManifest = { v: 1, size: 0, parts: [] };

/** @throws AppError resource_exhausted */
export function requireOpenUploads(sql: SqlStorage, limit: number, byPart = false): void {
  if (countOpenUploads(sql, byPart) >= limit) throw new AppError('resource_exhausted', { reason: 'upload_sessions' });
}

type PendingFile = Pick<
  BeginUpload,
  'parentId' | 'name' | 'sizeBytes' | 'gcid' | 'modifiedMs' | 'taken' | 'conflict' | 'storageLimitBytes' | 'byPart'
>;

/** The unfinished file of an upload, with its space. @returns its name @throws AppError file_space_not_enough, file_count_limit */
export function insertPending(tx: DriveTx, uploadId: string, nodeId: string, input: PendingFile): string {
  const { sql, nowMs } = tx;
  requireNodes(tx, 1);
  // A size that would not fit now is refused at once, though nothing is promised yet.
  if (input.byPart) requireSpace(tx, input.sizeBytes, input.storageLimitBytes);
  reserve(tx, uploadId, input.byPart ? 0 : input.sizeBytes, input.storageLimitBytes, 1);
  // One that will take a file's place has no name of its own in the folder until it does.
  const isReplacing = input.conflict === 'replace';
  const name = isReplacing ? input.name : freeName(sql, input.parentId, input.name);
  insertNode(sql, {
    id: nodeId,
    parentId: input.parentId,
    isFile: true,
    name,
    ...(isReplacing ? { nameKey: unnamedKey(nodeId) } : {}),
    nowMs,
    sizeBytes: input.sizeBytes,
    phase: 'PHASE_TYPE_PENDING',
    gcid: input.gcid.toUpperCase(),
    userModifiedMs: input.modifiedMs,
    taken: input.taken,
    isCounted: true,
  });
  excludeWithAncestors(sql, [nodeId]);
  return name;
}

/**
 * Makes the session and everything it holds.
 * @param stored  what it is made of, when its bytes are there already: it begins sealed, and the same transaction ends it
 * @returns id of the upload
 * @throws AppError file_not_found, file_in_recycle_bin, file_space_not_enough, file_count_limit, resource_exhausted
 */
export function beginUpload(tx: DriveTx, input: BeginUpload, stored: BlobManifest | null = null): string {
  const { sql, nowMs } = tx;
  requireFolder(sql, input.parentId);
  // A stored upload ends in this transaction and never waits.
  if (!stored) requireOpenUploads(sql, input.openUploads, input.byPart !== undefined);
  const manifest = input.sizeBytes === 0 ? EMPTY : stored;
  const [uploadId, nodeId, taskId] = [newWireId(), newWireId(), input.taskId ?? newWireId()];
  const name = insertPending(tx, uploadId, nodeId, input);
  // A sealed upload ends at once and has its task then; that of a stranger has one when it is here.
  if (!manifest && !input.byPart && input.taskId === undefined)
    insertTask(tx, {
      id: taskId,
      type: 'upload',
      phase: 'PHASE_TYPE_RUNNING',
      fileId: nodeId,
      fileName: name,
      fileSizeBytes: input.sizeBytes,
    });
  const deadlineMs = nowMs + input.ttlMs;
  insertUpload(sql, {
    id: uploadId,
    node_id: nodeId,
    task_id: taskId,
    door: input.protocol,
    state: manifest ? 'hashing' : 'open',
    size_bytes: input.sizeBytes,
    part_bytes: input.partBytes,
    gcid_claim: input.gcid,
    manifest: manifest && JSON.stringify(manifest),
    storage_limit_bytes: input.storageLimitBytes,
    created_ms: nowMs,
    deadline_ms: deadlineMs,
    conflict: input.conflict ?? 'keep_both',
    made_here: input.isMadeHere ? 1 : 0,
    by_part: input.byPart ? 1 : 0,
    sent_to: input.byPart?.to ?? '',
    sent_by: input.byPart?.by ?? '',
    active_ms: nowMs,
    hold: input.hold ?? '',
    beside: input.isBeside ? 1 : 0,
  });
  // An empty upload is sealed and ends in a later transaction.
  tx.wakeAt(manifest && !stored ? nowMs + sealLeaseMs(0) : deadlineMs);
  return uploadId;
}

export function uploadData(sql: SqlStorage, row: UploadRow): UploadData {
  return {
    uploadId: row.id,
    protocol: row.door as UploadProtocol,
    phase: row.state as UploadPhase,
    sizeBytes: row.size_bytes,
    partBytes: row.part_bytes,
    parts: storedParts(sql, row.id).map(({ part }) => part),
    deadlineMs: row.deadline_ms,
  };
}

/** Stands where the id of a session does for a file that came in one request: it had none. No client receives it. */
export function landedId(fileId: string, taskId: string, contentKey: string): string {
  return `${LANDED}${fileId}:${taskId}:${contentKey}`;
}

/** Null for the id of a session. `contentKey` null: an earlier version took it. */
export function landedOf(uploadId: string): { fileId: string; taskId: string; contentKey: string | null } | null {
  if (!uploadId.startsWith(LANDED)) return null;
  const [fileId = '', taskId = '', contentKey = null] = uploadId.slice(LANDED.length).split(':');
  return { fileId, taskId, contentKey };
}

export function landedAnswer(
  uploadId: string,
  file: NodeRow | null,
  task: TaskRow | null,
  userId: string,
): UploadAnswer {
  const sizeBytes = file?.size_bytes ?? 0;
  return {
    upload: { uploadId, protocol: 'own', phase: 'done', sizeBytes, partBytes: sizeBytes, parts: [], deadlineMs: 0 },
    file: file && toFileObject(file, { userId }),
    task: task && toTaskObject(task, userId),
  };
}

/** The session with its file and task, as they are now. @throws AppError not_found */
export function uploadAnswer(sql: SqlStorage, uploadId: string, userId: string): UploadAnswer {
  const landed = landedOf(uploadId);
  if (landed) {
    const file = nodeById(sql, landed.fileId);
    const task = landedTask(sql, landed.taskId) ?? (file && landedTaskOf(landed.taskId, file));
    return landedAnswer(uploadId, file, task, userId);
  }
  const row = requireUpload(sql, uploadId);
  const node = nodeById(sql, row.target_id ?? row.node_id);
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
