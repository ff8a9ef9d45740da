/**
 * The bytes of a session in one request, at both endpoints for forms and objects: a file of one window is stored as an object promised
 * before, hashed on the way, claimed and made the file in one transaction. Larger ones are a part that is sealed.
 */
import { AppError, unwrap } from '#shared/errors.ts';
import { drainBody } from '#worker/platform/body/read.ts';
import type { Clock } from '#worker/platform/clock.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import { blobIndexOf } from '../../blobs/keys.ts';
import { type DriveDeps, driveOf } from '../../deps.ts';
import { sealAndHash } from '../complete-upload.ts';
import { foldDigests } from '../hash/digest.ts';
import type { HashDeps } from '../hash/run.ts';
import type { uploadPart } from '../part.ts';
import type { PutLease } from '../rpc-types.ts';
import { PUT_CLAIM_MS } from '../rules.ts';
import {
  isPlainBody,
  type PartBody,
  type PartReceipt,
  receiptOf,
  requireSpaceFor,
  type StoredContent,
  type StoringDeps,
  storeContent,
  storePart,
} from '../store-part.ts';
import { tooLate } from './refusals.ts';
import { compareRepeat } from './repeat.ts';

export interface WholeDeps extends HashDeps, StoringDeps {
  readonly clock: Clock;
  readonly limits: Pick<DriveDeps['limits'], 'uploadSessions'>;
}

interface WholeOrder {
  readonly uploadId: string;
  /** Null: the size of the upload. */
  readonly sizeBytes: number | null;
}

async function storeLeased(
  deps: WholeDeps,
  person: CallerData,
  whole: WholeOrder,
  { lease, sizeBytes }: { lease: PutLease; sizeBytes: number },
  body: PartBody,
): Promise<PartReceipt> {
  const drive = driveOf<typeof uploadPart>(deps, person.userId);
  const order = { ...whole, part: 1, protocol: 's3' as const, single: true };
  let stored: StoredContent;
  try {
    await requireSpaceFor(deps, sizeBytes, order, body);
    const place = { offset: 0, totalBytes: sizeBytes };
    stored = await storeContent(deps.blobs, lease.key, body, sizeBytes, place, isPlainBody(order, body));
    if (deps.clock.nowMs() > lease.untilMs - PUT_CLAIM_MS) throw tooLate();
  } catch (error) {
    // Nothing was claimed. If this call fails, the drive sweeps the object.
    await drive.dropPut(lease.key, null).catch(() => undefined);
    throw error;
  }
  const hashed = await foldDigests(sizeBytes, stored.windows);
  const manifest = { v: 1 as const, size: sizeBytes, parts: [{ key: lease.key, size: sizeBytes }] };
  const index = blobIndexOf(deps.blobIndex, hashed.contentKey);
  const blob = unwrap(await index.claim({ ...hashed, manifest }, person.userId, lease.seq));
  const landed = await drive.finishWhole(person, whole.uploadId, lease, blob);
  if (!landed.ok) await drive.dropPut(lease.key, blob).catch(() => undefined);
  const phase = unwrap(landed);
  if (phase === 'aborted' || phase === 'failed') throw new AppError('not_found', { reason: 'file_removed' });
  if (phase !== 'done') throw tooLate();
  return receiptOf(stored.digests);
}

/** A file that was sent again. @throws AppError as `compareRepeat` */
async function takeRepeat(
  deps: WholeDeps,
  person: CallerData,
  uploadId: string,
  sizeBytes: number,
  body: PartBody,
): Promise<PartReceipt> {
  const drive = driveOf<typeof uploadPart>(deps, person.userId);
  const digests = await compareRepeat(sizeBytes, body, async (contentKey) => {
    const holding = unwrap(await drive.uploadHolding(person, uploadId, contentKey));
    if (holding !== 'hashing') return holding;
    await sealAndHash(deps, person, uploadId, null);
    return unwrap(await drive.uploadHolding(person, uploadId, contentKey));
  });
  return digests.has('md5') ? receiptOf(digests) : { etag: `${uploadId}-1`, digests };
}

/** @throws AppError as `storePart`, `sealAndHash` and, when the upload is complete already, `compareRepeat` */
export async function putWhole(
  deps: WholeDeps,
  person: CallerData,
  whole: WholeOrder,
  body: PartBody,
): Promise<PartReceipt> {
  const order = { ...whole, part: 1, protocol: 's3' as const, single: true };
  await requireSpaceFor(deps, 0, order, body);
  const { uploadSessions } = deps.limits;
  const opened = await driveOf<typeof uploadPart>(deps, person.userId).openWhole(person, order, uploadSessions);
  if (!opened.ok) {
    await drainBody(body.stream, whole.sizeBytes ?? Number.POSITIVE_INFINITY);
    return unwrap(opened);
  }
  const { value } = opened;
  if (value.isSealed) return takeRepeat(deps, person, whole.uploadId, value.sizeBytes, body);
  if (value.lease) return storeLeased(deps, person, whole, value, body);
  const stored = await storePart(deps, person, order, body);
  await sealAndHash(deps, person, whole.uploadId, null);
  return stored;
}
