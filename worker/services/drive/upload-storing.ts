/**
 * Storing one part, the same for every door: journal its object, hand the body natively to the store, verify a checksum
 * if one came, confirm. A body that is refused is read to its end, so that the connection lives on.
 */
import { createHash } from 'node:crypto';
import { AppError, unwrap } from '#shared/errors.ts';
import { MIB } from '#shared/units.ts';
import type { BlobStore } from '#worker/platform/blobs/port.ts';
import { readBites } from '#worker/platform/blobs/read.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { logError } from '#worker/platform/log.ts';
import type { CallerData } from './drive-base.ts';
import { type PartOrder, uploadsOf } from './upload-calls.ts';

/** Longer bodies are cut off instead: reading them would cost more than a new connection. */
const DRAIN_BYTES = 64 * MIB;

export interface StoringDeps {
  readonly drives: { getByName(name: string): unknown };
  readonly blobs: BlobStore;
}

export interface PartBody {
  readonly stream: ReadableStream<Uint8Array> | null;
  /** Base64 of the MD5 the sender computed, or null. */
  readonly md5: string | null;
}

/** Reads a body nobody wants to its end. */
export async function drainBody(stream: ReadableStream<Uint8Array> | null, sizeBytes: number): Promise<void> {
  if (!stream || stream.locked) return;
  try {
    if (sizeBytes > DRAIN_BYTES) await stream.cancel();
    else await readBites(stream, () => {});
  } catch {
    // The sender went away; there is nobody left to answer.
  }
}

async function md5Of(blobs: BlobStore, key: string): Promise<string> {
  const stream = await blobs.get(key);
  if (!stream) throw new AppError('unavailable', { reason: 'part_not_stored' });
  const md5 = createHash('md5');
  await readBites(stream, (bite) => md5.update(bite));
  return md5.digest('base64');
}

/** What never becomes a part goes at once; should that fail, the sweep finds it. */
async function removeNow(blobs: BlobStore, objectKey: string): Promise<void> {
  await blobs.delete([objectKey]).catch((error: unknown) => logError('upload.remove', error));
}

/**
 * Stores one part.
 * @returns the part's etag, without quotes; '' when the whole file was sent again to an upload that is complete
 * @throws AppError not_found, failed_precondition, invalid_argument, upload_checksum_mismatch, unavailable
 */
export async function storePart(
  deps: StoringDeps,
  caller: CallerData,
  order: PartOrder,
  body: PartBody,
): Promise<string> {
  const { blobs } = deps;
  const drive = uploadsOf(deps.drives, caller.userId);
  const opened = await drive.openPart(caller, order);
  const objectKey = opened.ok ? opened.value.objectKey : null;
  if (objectKey === null) {
    await drainBody(body.stream, order.sizeBytes);
    unwrap(opened);
    return '';
  }
  const { stored } = await blobs.put(objectKey, body.stream, order.sizeBytes);
  if (!stored) {
    await drainBody(body.stream, order.sizeBytes);
    throw new AppError('unavailable', { reason: 'part_not_stored', retryInSeconds: 1 });
  }
  if (body.md5 !== null && (await md5Of(blobs, objectKey)) !== body.md5) {
    await removeNow(blobs, objectKey);
    throw new AppError('upload_checksum_mismatch');
  }
  const etag = newHexId(16);
  const { taken } = unwrap(await drive.confirmPart(caller, { ...order, objectKey, etag }));
  if (!taken) {
    await removeNow(blobs, objectKey);
    throw new AppError('unavailable', { reason: 'part_too_late', retryInSeconds: 1 });
  }
  return etag;
}
