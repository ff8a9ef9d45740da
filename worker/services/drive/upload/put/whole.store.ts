/** A file of a session that comes whole in one request of one window at most: two steps of the drive's transactions. */
import { windowCount } from '#shared/content/window.ts';
import { newBlobKey } from '#worker/platform/blobs/port.ts';
import type { BlobData } from '../../blobs/blob-data.ts';
import type { DriveTx, VersionLimits } from '../../core/tx.ts';
import { requireUpload } from '../begin-session.ts';
import { holdingOf } from '../holding.store.ts';
import { requireFit, requireOpen } from '../parts.ts';
import type { PartOrder, PutLease, WholePlace } from '../rpc-types.ts';
import { PUT_LEASE_MS } from '../rules.ts';
import { reopenUpload } from '../s3/reopen.ts';
import type { UploadPhase } from '../store.ts';
import { leasePuts } from './put-leases.store.ts';
import { otherContent } from './refusals.ts';
import { joinPut } from './small-file.ts';

/** Promises the object. @throws AppError not_found, failed_precondition, invalid_argument */
export function openWhole(tx: DriveTx, order: PartOrder, openUploads: number): WholePlace {
  reopenUpload(tx, order.uploadId, openUploads);
  const known = requireUpload(tx.sql, order.uploadId);
  const isSealed = known.state === 'done' || known.state === 'hashing';
  if (isSealed) {
    if ((order.sizeBytes ?? known.size_bytes) !== known.size_bytes) throw otherContent();
    return { lease: null, isSealed, sizeBytes: known.size_bytes };
  }
  const sizeBytes = requireFit(tx, requireOpen(tx, order.uploadId), order);
  if (windowCount(sizeBytes) > 1) return { lease: null, isSealed, sizeBytes };
  const key = newBlobKey();
  const untilMs = tx.nowMs + PUT_LEASE_MS;
  const seq = leasePuts(tx.sql, [key], untilMs);
  tx.wakeAt(untilMs);
  return { lease: { key, seq, untilMs }, isSealed, sizeBytes };
}

/**
 * The bytes are stored and claimed.
 * @returns the phase of the upload then
 * @throws AppError failed_precondition when another request has ended the upload with other bytes; then the claim is to be dropped
 */
export function finishWhole(
  tx: DriveTx,
  uploadId: string,
  lease: PutLease,
  blob: BlobData,
  limits: VersionLimits,
): UploadPhase {
  joinPut(tx, uploadId, lease, blob, limits);
  const phase = requireUpload(tx.sql, uploadId).state as UploadPhase;
  if (phase === 'done' && holdingOf(tx.sql, uploadId, blob.contentKey) === 'other') throw otherContent();
  return phase;
}
