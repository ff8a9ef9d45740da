/** An image that the owner's browser made, inside the drive's transactions: an object is promised, then the image is the content's. */
import { AppError } from '#shared/errors.ts';
import { KIB } from '#shared/units.ts';
import { newBlobKey } from '#worker/platform/blobs/port.ts';
import type { BlobData } from '../blobs/blob-data.ts';
import type { DriveTx } from '../core/tx.ts';
import { imagesOfContent } from '../images/images.store.ts';
import { insertOwnImage, type OwnImage, ownImageOf } from '../images/own-images.store.ts';
import { PICTURED } from '../images/pictured-rows.ts';
import { requireNode } from '../tree/batch.store.ts';
import { requireOpen } from '../tree/blocked.store.ts';
import { gainContent, loseContent } from '../tree/content.store.ts';
import { nodeById } from '../tree/tree.store.ts';
import { bumpWatchers } from '../tree/watchers.store.ts';
import { endPutLease, leasePuts, readSeries } from '../upload/put/put-leases.store.ts';
import { discardSurplus, dropPut } from '../upload/put/small-file.ts';
import type { PutLease } from '../upload/rpc-types.ts';
import { MAX_PUT_SERIES, PUT_LEASE_MS } from '../upload/rules.ts';

export interface ImagePlace {
  readonly contentKey: string;
  readonly lease: PutLease;
}

/**
 * An object to store an image of this file as.
 * @throws AppError file_not_found, file_in_recycle_bin, file_blocked, unavailable; invalid_argument when the server has made an image
 */
export function startImage(tx: DriveTx, nodeId: string): ImagePlace {
  const { sql, nowMs } = tx;
  const row = requireNode(sql, nodeId);
  if (row.content_key === null || row.phase !== 'PHASE_TYPE_COMPLETE') throw new AppError('file_not_found');
  requireOpen(sql, row.gcid);
  if (!PICTURED.has(row.category)) throw new AppError('invalid_argument', { reason: 'no_image_of_kind', field: 'id' });
  if (imagesOfContent(sql, row.content_key)?.images)
    throw new AppError('invalid_argument', { reason: 'image_of_server', field: 'id' });
  if (readSeries(sql).length >= MAX_PUT_SERIES)
    throw new AppError('unavailable', { reason: 'upload_sessions', retryInSeconds: 60 });
  const [key, untilMs] = [newBlobKey(), nowMs + PUT_LEASE_MS];
  const lease = { key, seq: leasePuts(sql, [key], untilMs), untilMs };
  tx.wakeAt(lease.untilMs);
  return { contentKey: row.content_key, lease };
}

export interface FinishedImage {
  readonly nodeId: string;
  readonly lease: PutLease;
  readonly blob: BlobData;
  readonly image: OwnImage;
}

/** 64 KiB and twice the file: images count to no quota, so a small file holds no large one. */
const IMAGE_BASE_BYTES = 64 * KIB;

/** @returns false when the file has another content by now: nothing is stored */
export function finishImage(tx: DriveTx, { nodeId, lease, blob, image }: FinishedImage): boolean {
  const node = nodeById(tx.sql, nodeId);
  if (node?.content_key !== image.contentKey) {
    dropPut(tx, lease.key, blob);
    return false;
  }
  if (image.smallBytes + image.largeBytes > IMAGE_BASE_BYTES + 2 * node.size_bytes)
    throw new AppError('invalid_argument', { reason: 'image_larger_than_file', field: 'body' });
  if (!endPutLease(tx.sql, lease.key))
    throw new AppError('unavailable', { reason: 'part_too_late', retryInSeconds: 1 });
  const before = ownImageOf(tx.sql, image.contentKey);
  gainContent(tx, { ...blob, manifest: JSON.stringify(blob.manifest) }, 1, lease.seq);
  discardSurplus(tx, lease.key, blob);
  insertOwnImage(tx.sql, image);
  if (before) loseContent(tx, before.imageKey);
  bumpWatchers(tx, [nodeId]);
  return true;
}
