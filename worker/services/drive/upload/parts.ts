/**
 * Parts of an upload inside the drive's transaction. Order of a part: its object key is journaled, the bytes are stored,
 * the part is confirmed; only then does it take the place of an older part of the same number.
 */
import { createHash } from 'node:crypto';
import { type BlobManifest, parseManifest } from '#shared/content/manifest.ts';
import { windowCount } from '#shared/content/window.ts';
import { AppError } from '#shared/errors.ts';
import { newBlobKey } from '#worker/platform/blobs/port.ts';
import type { WindowDigest } from '#worker/platform/blobs/window-digest.ts';
import type { DriveTx } from '../core/tx.ts';
import { updateTask } from '../jobs/task.store.ts';
import { nodeById } from '../tree/tree.store.ts';
import { requireUpload } from './begin-session.ts';
import { promisePart } from './by-part/promises.store.ts';
import { leaseJob, storeWindows } from './hash/store.ts';
import type { PartList, PartOrder, PartPlace, StoredOrder } from './rpc-types.ts';
import {
  isHashedInline,
  type ListedPart,
  listFits,
  missingParts,
  PART_TTL_MS,
  partFits,
  partOffset,
  sealLeaseMs,
} from './rules.ts';
import { reopenUpload } from './s3/reopen.ts';
import {
  adopt,
  countParts,
  discard,
  dropParts,
  otherPartsBytes,
  type PartRow,
  partByNumber,
  partDigests,
  putPart,
  sealUpload,
  storedBytes,
  storedParts,
  type UploadPhase,
  type UploadRow,
} from './store.ts';

/** Numbers named at most in an answer about missing parts. */
const NAMED_PARTS = 1_000;

export function requireOpen(tx: DriveTx, uploadId: string): UploadRow {
  const row = requireUpload(tx.sql, uploadId);
  if (row.state !== 'open') throw new AppError('failed_precondition', { reason: 'upload_over' });
  if (!nodeById(tx.sql, row.node_id)) throw new AppError('not_found', { reason: 'file_removed' });
  return row;
}

/** @returns the bytes that the part must have */
export function requireFit(tx: DriveTx, row: UploadRow, order: PartOrder): number {
  if (order.startsAt !== undefined && order.startsAt !== storedBytes(tx.sql, row.id))
    throw new AppError('failed_precondition', { reason: 'offset' });
  const others = order.single ? 0 : otherPartsBytes(tx.sql, row.id, order.part);
  const upload = { protocol: order.protocol, sizeBytes: row.size_bytes, partBytes: row.part_bytes };
  const sizeBytes = order.sizeBytes ?? row.size_bytes - others;
  const decision = partFits(upload, { part: order.part, sizeBytes }, others);
  if (!decision.ok) throw new AppError('invalid_argument', { reason: decision.reason, field: 'part' });
  if (order.single && sizeBytes !== row.size_bytes)
    throw new AppError('invalid_argument', { reason: 'part_size', field: 'part' });
  return sizeBytes;
}

/** Journals the object a part will be stored as. @throws AppError not_found, failed_precondition, invalid_argument */
export function openPart(tx: DriveTx, order: PartOrder): PartPlace {
  const row = requireOpen(tx, order.uploadId);
  const totalBytes = row.size_bytes;
  const sizeBytes = requireFit(tx, row, order);
  const byPart = row.by_part === 1;
  if (byPart) promisePart(tx, row, { ...order, sizeBytes });
  const upload = { protocol: order.protocol, sizeBytes: totalBytes, partBytes: row.part_bytes };
  const firstBytes = partByNumber(tx.sql, row.id, 1)?.size_bytes ?? null;
  const offset = order.single ? 0 : (order.startsAt ?? partOffset(upload, { part: order.part, sizeBytes }, firstBytes));
  const objectKey = newBlobKey();
  discard(tx.sql, objectKey, tx.nowMs + PART_TTL_MS);
  tx.wakeAt(tx.nowMs + PART_TTL_MS);
  return { objectKey, sizeBytes, offset, totalBytes, byPart };
}

/**
 * The bytes are stored: makes them the part. Throws nothing away that a refused part did not bring itself.
 * @returns taken: false when the object came too late to be kept
 */
export function confirmPart(tx: DriveTx, order: StoredOrder): { taken: boolean } {
  const row = requireOpen(tx, order.uploadId);
  requireFit(tx, row, order);
  if (row.by_part === 1) promisePart(tx, row, order);
  const before = partByNumber(tx.sql, row.id, order.part);
  if (before?.object_key === order.objectKey) return { taken: true };
  if (!adopt(tx.sql, order.objectKey, tx.nowMs)) return { taken: false };
  if (order.single) dropParts(tx.sql, row.id, tx.nowMs);
  if (before) discard(tx.sql, before.object_key, tx.nowMs);
  putPart(tx.sql, row.id, { ...order, nowMs: tx.nowMs });
  if (before || order.single) tx.wakeAt(tx.nowMs);
  return { taken: true };
}

/** Of a sealed upload `stored` is how many it was made of. @throws AppError not_found */
export function listParts(sql: SqlStorage, uploadId: string, after: number, limit: number): PartList {
  const { state, manifest } = requireUpload(sql, uploadId);
  const parts = storedParts(sql, uploadId, after, limit);
  return {
    phase: state as UploadPhase,
    stored: parseManifest(manifest ?? '')?.parts.length ?? countParts(sql, uploadId),
    parts: parts.map(({ part, size_bytes: sizeBytes, etag, at_ms: atMs }) => ({ part, sizeBytes, etag, atMs })),
  };
}

/** Gives up the stored parts: the client starts over with parts of its own. */
export function resetParts(tx: DriveTx, uploadId: string, openUploads: number): { ok: true } {
  reopenUpload(tx, uploadId, openUploads);
  requireOpen(tx, uploadId);
  dropParts(tx.sql, uploadId, tx.nowMs);
  tx.wakeAt(tx.nowMs);
  return { ok: true };
}

/** An upload that takes no more parts, with digests of windows that need not be read. */
export interface SealedRow {
  readonly upload: UploadRow;
  readonly digests: readonly WindowDigest[];
}

/** Digests of the parts that are where they were expected. */
function digestsOf(sql: SqlStorage, uploadId: string, parts: readonly PartRow[]): WindowDigest[] {
  const known = partDigests(sql, uploadId);
  let offset = 0;
  return parts.flatMap(({ part, size_bytes }) => {
    const digests = known.get(part);
    const isThere = digests?.offset === offset;
    offset += size_bytes;
    return isThere ? digests.windows : [];
  });
}

function listDigest(list: readonly ListedPart[]): string {
  const lines = list.map(({ part, etag }) => `${part} ${etag}`);
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** Parts that another list names were given up. @throws AppError invalid_argument, failed_precondition */
function requireSameList({ manifest, listed }: UploadRow, list: readonly ListedPart[]): void {
  // Its bytes came in one request.
  if (manifest === null) throw new AppError('failed_precondition', { reason: 'upload_over' });
  if (listed !== null && listed !== listDigest(list))
    throw new AppError('invalid_argument', { reason: 'part_unknown' });
}

/**
 * Ends the taking of parts. Repeating it on a sealed upload changes nothing.
 * @param listed  what the client says the file is made of; null: all stored parts
 * @throws AppError not_found, failed_precondition (with `missing`), invalid_argument
 */
export function seal(tx: DriveTx, uploadId: string, listed: readonly ListedPart[] | null): SealedRow {
  const { sql, nowMs } = tx;
  const known = requireUpload(sql, uploadId);
  if (known.state === 'hashing' || known.state === 'done') {
    if (listed) requireSameList(known, listed);
    return { upload: known, digests: [] };
  }
  const row = requireOpen(tx, uploadId);
  const stored = storedParts(sql, uploadId);
  const byNumber = new Map(stored.map((part) => [part.part, { etag: part.etag, sizeBytes: part.size_bytes }]));
  const list = listed ?? stored;
  const decision = listFits(row.size_bytes, list, byNumber);
  if (!decision.ok) {
    if (decision.reason !== 'incomplete') throw new AppError('invalid_argument', { reason: decision.reason });
    const sizes = stored.map((part) => ({ part: part.part, sizeBytes: part.size_bytes }));
    const missing = missingParts(row.size_bytes, row.part_bytes, sizes).slice(0, NAMED_PARTS);
    throw new AppError('failed_precondition', { reason: 'parts_missing', metadata: { missing: missing.join(',') } });
  }
  const used = new Set(list.map(({ part }) => part));
  const usedParts = stored.filter(({ part }) => used.has(part));
  const parts = usedParts.map((part) => ({ key: part.object_key, size: part.size_bytes }));
  const digests = digestsOf(sql, uploadId, usedParts);
  const manifest: BlobManifest = { v: 1, size: row.size_bytes, parts };
  dropParts(sql, uploadId, nowMs, new Set(parts.map(({ key }) => key)));
  sealUpload(sql, uploadId, manifest, listDigest(list));
  const leaseUntilMs = nowMs + sealLeaseMs(row.size_bytes);
  leaseJob(sql, uploadId, leaseUntilMs);
  if (digests.length > 0 && !isHashedInline(row.size_bytes, digests.length))
    storeWindows(sql, uploadId, windowCount(row.size_bytes), digests);
  updateTask(tx, row.task_id, { message: 'Saving' });
  if (parts.length < stored.length) tx.wakeAt(nowMs);
  else tx.wakeForLease(leaseUntilMs);
  return { upload: requireUpload(sql, uploadId), digests };
}
