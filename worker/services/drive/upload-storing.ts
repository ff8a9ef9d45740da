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
import type { WindowDigest } from './hash-job.store.ts';
import { makeWindowDigester } from './hash-job-digest.ts';
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

/** Bodies of so many bytes are gathered first, a few at a time: handing them on at once costs less than piece by piece. */
const GATHERED_BYTES = MIB;
const GATHERED_BODIES = 6;

/** Memory of gathered bodies, used again: new memory costs as much as the copy into it. */
const spare: ArrayBuffer[] = [];
let gathering = 0;

/** @returns the memory it was read into; null when there are not just so many bytes, or the sender went away */
async function gather(body: ReadableStream<Uint8Array>, sizeBytes: number): Promise<ArrayBuffer | null> {
  const reader = body.getReader({ mode: 'byob' });
  let memory = spare.pop() ?? new ArrayBuffer(GATHERED_BYTES + 1);
  let readBytes = 0;
  try {
    // One byte more than was said, to see that there is none.
    while (readBytes <= sizeBytes) {
      const room = new Uint8Array(memory, readBytes, sizeBytes + 1 - readBytes);
      const { done, value } = await reader.readAtLeast(Math.max(1, sizeBytes - readBytes), room);
      if (value) {
        memory = value.buffer as ArrayBuffer;
        readBytes += value.byteLength;
      }
      if (done || !value) break;
    }
  } catch {
    return null;
  } finally {
    reader.releaseLock();
  }
  return readBytes === sizeBytes ? memory : null;
}

async function storeGathered(
  blobs: BlobStore,
  objectKey: string,
  body: ReadableStream<Uint8Array>,
  sizeBytes: number,
): Promise<WindowDigest | null> {
  const memory = await gather(body, sizeBytes);
  if (!memory) return null;
  const bytes = new Uint8Array(memory, 0, sizeBytes);
  const digester = makeWindowDigester(0, sizeBytes);
  digester.add(bytes);
  const { stored } = await blobs.put(objectKey, bytes, sizeBytes);
  if (!stored) return null;
  // A put that failed may still read it.
  spare.push(memory);
  return digester.end();
}

/**
 * Stores a body of one window at most and digests it on the way: small ones whole, others 256 KiB at a time.
 * @throws AppError unavailable when it broke off, did not fit, or was not stored; nothing of it shows then
 */
export async function storeDigested(
  blobs: BlobStore,
  objectKey: string,
  body: ReadableStream<Uint8Array> | null,
  sizeBytes: number,
): Promise<WindowDigest> {
  if (!body || sizeBytes > GATHERED_BYTES || gathering === GATHERED_BODIES)
    return storeStreamed(blobs, objectKey, body, sizeBytes);
  gathering += 1;
  try {
    const digest = await storeGathered(blobs, objectKey, body, sizeBytes);
    if (digest) return digest;
  } finally {
    gathering -= 1;
  }
  throw new AppError('unavailable', { reason: 'part_not_stored', retryInSeconds: 1 });
}

async function storeStreamed(
  blobs: BlobStore,
  objectKey: string,
  body: ReadableStream<Uint8Array> | null,
  sizeBytes: number,
): Promise<WindowDigest> {
  const digester = makeWindowDigester(0, sizeBytes);
  const { readable, writable } = new FixedLengthStream(sizeBytes);
  const writer = writable.getWriter();
  writer.closed.catch(() => {});
  let isWhole = true;
  const stop = async (): Promise<void> => {
    isWhole = false;
    await writer.abort().catch(() => {});
  };
  const storing = blobs.put(objectKey, readable, sizeBytes, true);
  // A store that gives up takes no more bytes: what waits to be written must not wait for it.
  storing.then(({ stored }) => (stored ? undefined : stop()), stop);
  const reading = async (): Promise<void> => {
    try {
      // What nobody takes any more is still read to its end.
      if (body)
        await readBites(body, async (bite) => {
          digester.add(bite);
          if (isWhole) await writer.write(bite).catch(stop);
        });
      if (isWhole) await writer.close();
    } catch {
      // The sender went away, or sent less than it said.
      await stop();
    }
  };
  const [{ stored }] = await Promise.all([storing, reading()]);
  if (!stored || !isWhole) throw new AppError('unavailable', { reason: 'part_not_stored', retryInSeconds: 1 });
  return digester.end();
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
