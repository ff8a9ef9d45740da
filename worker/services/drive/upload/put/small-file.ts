/**
 * A small file inside the drive's transactions. An object is promised before its bytes are stored, several at a time; stored
 * and claimed at the index, they become the file in one transaction. The sweep ends an unused promise and releases what may
 * have been claimed.
 */
import { AppError } from '#shared/errors.ts';
import { newBlobKeys } from '#worker/platform/blobs/port.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { keyReused } from '#worker/platform/storage/answers.ts';
import type { BlobData } from '../../blobs/blob-data.ts';
import type { DriveTx, VersionLimits } from '../../core/tx.ts';
import { requirePlan } from '../../entitlement/traffic.store.ts';
import { excludeWithAncestors } from '../../jobs/excluded.store.ts';
import { type LandedFile, noteLanded } from '../../jobs/landed-task.store.ts';
import { holderOf } from '../../tree/conflict.store.ts';
import { contentByKey, gainContent, publishLost, recordSha1 } from '../../tree/content.store.ts';
import { rankIfLarge } from '../../tree/folder-ranks.store.ts';
import type { NodeRow } from '../../tree/node-columns.ts';
import { readSoon } from '../../tree/taken.store.ts';
import { addNode, freeName, requireFolder } from '../../tree/tree.store.ts';
import { countLanded, requireNodes, requireSpace } from '../../tree/usage/quota.ts';
import { requireStore } from '../../tree/usage/store-limits.store.ts';
import { retainVersion } from '../../tree/versions/version.store.ts';
import { bumpWatchers } from '../../tree/watchers.store.ts';
import { landedAnswer, landedId, landedOf, requireUpload } from '../begin-session.ts';
import { finishUpload } from '../finish-session.ts';
import { holdingOf } from '../holding.store.ts';
import { completeFile, setContent } from '../placement.ts';
import type { BeginUpload, PutLease, PutQuery, UploadAnswer } from '../rpc-types.ts';
import { MAX_PUT_SERIES, PUT_LEASE_MS } from '../rules.ts';
import { discard } from '../store.ts';
import { endPutLease, leasePuts, readSeries, withoutLease } from './put-leases.store.ts';

/** One landing in 64 looks whether its folder has become large. @param id  of its file */
export function isLooked(id: string): boolean {
  return id.endsWith('A');
}

/** The node that has the name, or the objects for the bytes. */
export type PutStart = { readonly holderId: string; readonly leases?: never } | { readonly leases: PutLease[] };

/**
 * Whether a file would be taken now, and objects to store it and those after it as.
 * @throws AppError file_not_found, file_in_recycle_bin, file_space_not_enough, file_count_limit, resource_exhausted
 */
export function startPut(tx: DriveTx, query: PutQuery): PutStart {
  const { sql, nowMs } = tx;
  requireFolder(sql, query.parentId);
  // A file that is skipped needs no space.
  const holder = query.conflict === 'skip' ? holderOf(sql, query.parentId, query.name) : null;
  if (holder) return { holderId: holder.id };
  requireSpace(tx, query.sizeBytes, query.storageLimitBytes);
  requireStore(tx, query);
  requirePlan(tx, 'upload', query);
  requireNodes(tx, 1);
  if (query.keys > 0 && readSeries(sql).length >= MAX_PUT_SERIES)
    throw new AppError('resource_exhausted', { reason: 'upload_sessions' });
  // A question alone changes nothing.
  if (query.keys === 0) return { leases: [] };
  const untilMs = nowMs + PUT_LEASE_MS;
  const keys = newBlobKeys(query.keys);
  const seq = leasePuts(sql, keys, untilMs);
  tx.wakeAt(untilMs);
  return { leases: keys.map((key) => ({ key, seq, untilMs })) };
}

/** The node that has the name, or the id of what came of the upload; with its answer where it need not be read. */
export type Landed =
  | { readonly holderId: string; readonly uploadId?: never; readonly answer?: never }
  | { readonly uploadId: string; readonly holderId?: never; readonly answer: UploadAnswer };

export interface PutHome {
  /** Owner of the drive. */
  readonly userId: string;
  readonly limits: VersionLimits;
}

/** @throws AppError unavailable when the promise of the object has ended; as `beginUpload` otherwise */
export function finishPut(tx: DriveTx, input: BeginUpload, lease: PutLease, blob: BlobData, home: PutHome): Landed {
  const holder = input.conflict === 'skip' ? holderOf(tx.sql, input.parentId, input.name) : null;
  if (holder) {
    dropPut(tx, lease.key, blob);
    return { holderId: holder.id };
  }
  const series = withoutLease(readSeries(tx.sql), lease.key);
  if (!series) throw new AppError('unavailable', { reason: 'part_too_late', retryInSeconds: 1 });
  requireStore(tx, input);
  requirePlan(tx, 'upload', input);
  requireFolder(tx.sql, input.parentId);
  requireNodes(tx, 1);
  discardSurplus(tx, lease.key, blob);
  const target = input.conflict === 'replace' ? completeFile(tx.sql, input.parentId, input.name) : null;
  const isSame = target?.content_key === blob.contentKey;
  const { sizeBytes } = input;
  const counts = { bytes: isSame ? 0 : sizeBytes, uploadedBytes: sizeBytes, nodes: target ? 0 : 1 };
  countLanded(tx, { ...counts, series: JSON.stringify(series) }, input.storageLimitBytes);
  const landed = target ? replaceContent(tx, input, lease, blob, target, home) : storeNew(tx, input, lease, blob);
  const { file } = landed;
  excludeWithAncestors(tx.sql, [file.id]);
  const [task] = noteLanded(tx, [landed]);
  bumpWatchers(tx, [file.id]);
  const uploadId = landedId(file.id, task?.id ?? '', blob.contentKey);
  return { uploadId, answer: landedAnswer(uploadId, file, task ?? null, home.userId) };
}

/** Name, place and size of a file. */
type NewFile = Pick<BeginUpload, 'parentId' | 'name' | 'sizeBytes' | 'modifiedMs' | 'taken'>;

function storeNew(tx: DriveTx, input: NewFile, lease: PutLease, blob: BlobData): LandedFile {
  const file = addFile(tx, input, blob);
  if (isLooked(file.id)) rankIfLarge(tx, input.parentId);
  gainContent(tx, { ...blob, manifest: JSON.stringify(blob.manifest) }, 1, lease.seq);
  return { file, params: {} };
}

/** Adds the row of a file of its own. The caller counts it, and its content. */
export function addFile(
  tx: DriveTx,
  { parentId, name, sizeBytes, modifiedMs, taken }: NewFile,
  { contentKey, gcid }: BlobData,
): NodeRow {
  const { sql, nowMs } = tx;
  const row = addNode(sql, {
    id: newWireId(),
    parentId,
    isFile: true,
    name: freeName(sql, parentId, name),
    nowMs,
    sizeBytes,
    contentKey,
    gcid,
    userModifiedMs: modifiedMs,
    taken,
    isCounted: true,
  });
  readSoon(tx, row);
  return row;
}

/** Gives the content to the file that has the name; what it held becomes a version. The caller counts the bytes. */
export function replaceContent(
  tx: DriveTx,
  { modifiedMs, taken }: NewFile,
  lease: PutLease,
  blob: BlobData,
  target: NodeRow,
  home: PutHome,
): LandedFile {
  const file = setContent(tx, target.id, blob, { userModifiedMs: modifiedMs ?? tx.nowMs, taken });
  if (target.content_key === blob.contentKey) {
    if (blob.sha1) recordSha1(tx.sql, blob.contentKey, blob.sha1);
    return { file, params: { version_id: '' } };
  }
  gainContent(tx, { ...blob, manifest: JSON.stringify(blob.manifest) }, 1, lease.seq);
  return { file, params: { version_id: retainVersion(tx, target, home.limits) } };
}

/** The same call was made before, with this protocol or the other. A session that waits for bytes has them now. */
export function joinPut(tx: DriveTx, uploadId: string, lease: PutLease, blob: BlobData, limits: VersionLimits): void {
  const row = landedOf(uploadId) ? null : requireUpload(tx.sql, uploadId);
  const isWaiting = row?.state === 'open' && row.size_bytes === blob.sizeBytes;
  if (!isWaiting || !endPutLease(tx.sql, lease.key)) {
    dropPut(tx, lease.key, blob);
    return;
  }
  if (!isMadeOf(blob, lease.key)) discardNow(tx, lease.key);
  finishUpload(tx, uploadId, blob, lease.seq, limits);
}

/** The same call was made before. @throws AppError invalid_argument when other bytes came with it; the promise is to be dropped then */
export function repeatPut(tx: DriveTx, uploadId: string, lease: PutLease, blob: BlobData, limits: VersionLimits): void {
  joinPut(tx, uploadId, lease, blob, limits);
  if (holdingOf(tx.sql, uploadId, blob.contentKey) === 'other') throw keyReused();
}

/**
 * Nothing comes of a promised object. The index may have received the event that this drive holds its content.
 * @param blob  the content as the index has it; null: there is none, or the index does not know it
 */
export function dropPut(tx: DriveTx, objectKey: string, blob: BlobData | null): void {
  if (!endPutLease(tx.sql, objectKey)) return;
  // An object that the index adopted is the index's to delete.
  if (!blob || !isMadeOf(blob, objectKey)) discardNow(tx, objectKey);
  if (blob && !contentByKey(tx.sql, blob.contentKey)) publishLost(tx, blob.contentKey);
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
