/**
 * Storing one part, the same for every protocol: journal its object, store the body, compare the digests that came with it,
 * confirm. A body goes natively to the store where nothing in it has to be looked at: it brings no digests, and the store digests the
 * windows that lie within it, or there are none. Other bodies are digested on the way. A refused body is read to its end, so that the
 * connection stays usable.
 */

import { Buffer } from 'node:buffer';
import { AppError, unwrap } from '#shared/errors.ts';
import { MIB } from '#shared/units.ts';
import type { BlobStore } from '#worker/platform/blobs/port.ts';
import { readBites } from '#worker/platform/blobs/read.ts';
import {
  makePartDigester,
  makeWindowDigester,
  type PartDigester,
  type PartPlace,
  type WindowDigest,
} from '#worker/platform/blobs/window-digest.ts';
import { drainBody, readSome } from '#worker/platform/body/read.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { logError } from '#worker/platform/log.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import { type DriveDeps, driveOf } from '../deps.ts';
import { checkClaims, type DigestAlgorithm, type DigestClaim, type Digests } from './body/digests.ts';
import { type BodyDecoder, type StreamOutcome, streamBody } from './body/stream-body.ts';
import type { uploadPart } from './part.ts';
import type { PartOrder } from './rpc-types.ts';

export interface StoringDeps extends Pick<DriveDeps, 'drives' | 'blobs' | 'plans'> {
  /** Asks the server's disk. @throws AppError storage_full */
  readonly requireDiskSpace: (bytes: number) => Promise<void>;
}

export interface PartBody {
  readonly stream: ReadableStream<Uint8Array> | null;
  /** Digests that came with the body, or are to come in its trailer. */
  readonly claims?: readonly DigestClaim[];
  /** Digests that are known only when the body has ended. */
  readonly lateClaims?: () => readonly DigestClaim[];
  /** Takes the content out of the body; left out: the body is the content. */
  readonly decoder?: BodyDecoder | null;
}

/** An object that never becomes a part is deleted at once; if that fails, the sweep finds it. */
async function removeNow(blobs: BlobStore, objectKey: string): Promise<void> {
  await blobs.delete([objectKey]).catch((error: unknown) => logError('upload.remove', error));
}

/** Bodies of so many bytes are gathered first, a few at a time: handing them on at once costs less than piece by piece. */
const GATHERED_BYTES = MIB;
const GATHERED_BODIES = 6;

/** Memory of gathered bodies, used again: new memory costs as much as the copy into it. */
const buffers: ArrayBuffer[] = [];
let gathering = 0;

/** @returns the memory it was read into; null when there are not just so many bytes. @throws AppError cancelled */
async function gather(body: ReadableStream<Uint8Array>, sizeBytes: number): Promise<ArrayBuffer | null> {
  const reader = body.getReader({ mode: 'byob' });
  let memory = buffers.pop() ?? new ArrayBuffer(GATHERED_BYTES + 1);
  let readBytes = 0;
  try {
    // One byte more than was said, to see that there is none.
    while (readBytes <= sizeBytes) {
      const target = new Uint8Array(memory, readBytes, sizeBytes + 1 - readBytes);
      const { done, value } = await readSome(reader, Math.max(1, sizeBytes - readBytes), target);
      if (value) {
        memory = value.buffer;
        readBytes += value.byteLength;
      }
      if (done || !value) break;
    }
  } finally {
    reader.releaseLock();
  }
  return readBytes === sizeBytes ? memory : null;
}

async function storeGathered(
  blobs: BlobStore,
  placing: Promise<string | null>,
  body: ReadableStream<Uint8Array>,
  sizeBytes: number,
): Promise<WindowDigest | null> {
  const memory = await gather(body, sizeBytes);
  if (!memory) throw REFUSALS.broken();
  const objectKey = await placing.catch((error: unknown) => {
    buffers.push(memory);
    throw error;
  });
  if (objectKey === null) {
    buffers.push(memory);
    return null;
  }
  const bytes = new Uint8Array(memory, 0, sizeBytes);
  const digester = makeWindowDigester(0, sizeBytes);
  digester.add(bytes);
  const { stored } = await blobs.put(objectKey, bytes, sizeBytes);
  if (!stored) throw REFUSALS.broken();
  // A put that failed may still read it.
  buffers.push(memory);
  return digester.end();
}

/**
 * Stores a body of one window at most and digests it on the way: small ones whole, others 256 KiB at a time.
 * @param placing  where it goes; null: nowhere. Nothing is written before it is known
 * @returns null when it goes nowhere
 * @throws AppError unavailable when it broke off, did not fit, or was not stored; nothing of it is visible then. Errors of `placing`
 */
export async function storeDigested(
  blobs: BlobStore,
  placing: Promise<string | null>,
  body: ReadableStream<Uint8Array> | null,
  sizeBytes: number,
): Promise<WindowDigest | null> {
  // It may fail while the bytes still come in; then it is met after them.
  placing.catch(() => undefined);
  if (!body || sizeBytes > GATHERED_BYTES || gathering === GATHERED_BODIES) {
    const objectKey = await placing;
    return objectKey === null ? null : storeStreamed(blobs, objectKey, body, sizeBytes);
  }
  gathering += 1;
  try {
    return await storeGathered(blobs, placing, body, sizeBytes);
  } finally {
    gathering -= 1;
  }
}

/** The digest of a store is absent only where it has none to give. */
async function storeStreamed(
  blobs: BlobStore,
  objectKey: string,
  stream: ReadableStream<Uint8Array> | null,
  sizeBytes: number,
): Promise<WindowDigest> {
  if (blobs.digests) {
    const [window] = await storeNatively(blobs, objectKey, stream, sizeBytes, { offset: 0, totalBytes: sizeBytes });
    if (window) return window;
    throw REFUSALS.broken();
  }
  const digester = makeWindowDigester(0, sizeBytes);
  const onBite = (bite: Uint8Array) => digester.add(bite);
  const outcome = await streamBody(blobs, objectKey, { stream, sizeBytes, onBite });
  if (outcome !== 'stored') throw REFUSALS[outcome === 'gone' ? outcome : 'broken']();
  return digester.end();
}

export const REFUSALS: Readonly<Record<Exclude<StreamOutcome, 'stored'>, () => AppError>> = {
  broken: () => new AppError('unavailable', { reason: 'part_not_stored', retryInSeconds: 1 }),
  gone: () => new AppError('cancelled', { reason: 'body' }),
  wrong_length: () => new AppError('invalid_argument', { reason: 'part_length', field: 'body' }),
  malformed: () => new AppError('invalid_argument', { reason: 'body_malformed', field: 'body' }),
};

/** Whether a stored object has these digests; it is read once more. */
async function holds(blobs: BlobStore, objectKey: string, claims: readonly DigestClaim[]): Promise<boolean> {
  if (claims.length === 0) return true;
  const stream = await blobs.get(objectKey);
  if (!stream) throw REFUSALS.broken();
  const check = checkClaims(claims);
  await readBites(stream, (bite) => check.add(bite));
  return check.end() !== null;
}

const NO_DIGESTS: Digests = new Map();

/** Digests that come with those of a window. */
const OF_WINDOW: ReadonlySet<DigestAlgorithm> = new Set(['sha256', 'crc32']);

function digestsOfWindow({ sha256, crc32 }: WindowDigest): Digests {
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32);
  return new Map([
    ['sha256', Buffer.from(sha256, 'hex').toString('base64')],
    ['crc32', checksum.toString('base64')],
  ]);
}

/** Compares claims with the digests of the one window that a part is. @returns those that were claimed; null: one is another */
function claimedOfWindow(claims: readonly DigestClaim[], [window]: readonly WindowDigest[]): Digests | null {
  const digests = window ? digestsOfWindow(window) : NO_DIGESTS;
  if (!claims.every(({ algorithm, expected }) => digests.get(algorithm) === expected())) return null;
  return new Map([...digests].filter(([algorithm]) => claims.some((claim) => claim.algorithm === algorithm)));
}

/** Digests its windows, and compares them with the client's claims; no digest is computed twice. */
async function storeChecked(
  blobs: BlobStore,
  objectKey: string,
  body: PartBody,
  sizeBytes: number,
  digester: PartDigester,
  isPlain: boolean,
): Promise<Digests> {
  const isOfWindow = ({ algorithm }: DigestClaim) => digester.isWindow && OF_WINDOW.has(algorithm);
  const claims = body.claims ?? [];
  const check = checkClaims(claims.filter((claim) => !isOfWindow(claim)));
  const onBite = (bite: Uint8Array) => {
    check.add(bite);
    digester.add(bite);
  };
  const outcome = await streamBody(blobs, objectKey, { ...body, sizeBytes, onBite });
  // The sender of a plain body has said its length: another one is a body that broke off.
  if (outcome !== 'stored') throw REFUSALS[isPlain && outcome !== 'gone' ? 'broken' : outcome]();
  try {
    const digests = check.end();
    const ofWindow = claimedOfWindow(claims.filter(isOfWindow), digester.end());
    if (digests && ofWindow && (await holds(blobs, objectKey, body.lateClaims?.() ?? [])))
      return new Map([...digests, ...ofWindow]);
    throw new AppError('upload_checksum_mismatch');
  } catch (error) {
    await removeNow(blobs, objectKey);
    throw error;
  }
}

/** Hands the body natively to the store. @returns digests of the windows that lie within it, when its place is given and the store digests */
async function storeNatively(
  blobs: BlobStore,
  objectKey: string,
  stream: ReadableStream<Uint8Array> | null,
  sizeBytes: number,
  place?: PartPlace,
): Promise<readonly WindowDigest[]> {
  const put = await blobs.put(objectKey, stream, sizeBytes, { place });
  if (put.stored) return put.digests ?? [];
  if (!(await drainBody(stream, sizeBytes))) throw REFUSALS.gone();
  if (put.error !== undefined) logError('blobs.put', put.error);
  throw REFUSALS.broken();
}

export interface StoredContent {
  /** Those that the sender claimed. */
  readonly digests: Digests;
  /** Of the windows that lie within the body. */
  readonly windows: readonly WindowDigest[];
}

/**
 * Stores a body and digests the windows that lie within it.
 * @throws AppError unavailable, cancelled, invalid_argument, upload_checksum_mismatch
 */
export async function storeContent(
  blobs: BlobStore,
  objectKey: string,
  body: PartBody,
  sizeBytes: number,
  place: PartPlace,
  isPlain: boolean,
): Promise<StoredContent> {
  const digester = makePartDigester(place, sizeBytes);
  if (isPlain && (blobs.digests || digester.windows === 0)) {
    const wanted = digester.windows > 0 ? place : undefined;
    return { digests: NO_DIGESTS, windows: await storeNatively(blobs, objectKey, body.stream, sizeBytes, wanted) };
  }
  const digests = await storeChecked(blobs, objectKey, body, sizeBytes, digester, isPlain);
  return { digests, windows: digester.end() };
}

/** @throws AppError storage_full, when the body has been read away */
export async function requireSpaceFor(
  deps: StoringDeps,
  bytes: number,
  order: PartOrder,
  body: PartBody,
): Promise<void> {
  try {
    await deps.requireDiskSpace(bytes);
  } catch (error) {
    await drainBody(body.stream, order.sizeBytes ?? Number.POSITIVE_INFINITY);
    throw error;
  }
}

export function isPlainBody(order: PartOrder, body: PartBody): boolean {
  return order.sizeBytes !== null && !body.decoder && (body.claims ?? []).length === 0;
}

export function receiptOf(digests: Digests): PartReceipt {
  const md5 = digests.get('md5');
  const etag = md5 === undefined ? `${newHexId(16)}-1` : Buffer.from(md5, 'base64').toString('hex');
  return { etag, digests };
}

export interface PartReceipt {
  /** Without quotes: the MD5 where it was claimed, else a form that no client takes for an MD5. */
  readonly etag: string;
  readonly digests: Digests;
}

/**
 * Stores one part.
 * @param order  `sizeBytes` null: what the upload still lacks, which the body must be exactly
 * @throws AppError not_found, failed_precondition, invalid_argument, transfer_limit, upload_checksum_mismatch, unavailable, storage_full
 */
export async function storePart(
  deps: StoringDeps,
  caller: CallerData,
  order: PartOrder,
  body: PartBody,
): Promise<PartReceipt> {
  const { blobs } = deps;
  const drive = driveOf<typeof uploadPart>(deps, caller.userId);
  await requireSpaceFor(deps, 0, order, body);
  const { free } = await deps.plans();
  const opened = await drive.openPart(caller, order, free.transfersAtOnce);
  if (!opened.ok) await drainBody(body.stream, order.sizeBytes ?? Number.POSITIVE_INFINITY);
  const { objectKey, sizeBytes, offset, totalBytes } = unwrap(opened);
  let stored: StoredContent;
  try {
    // Not before: a sender may claim any length, and admitted bytes count against others.
    await requireSpaceFor(deps, sizeBytes, order, body);
    stored = await storeContent(blobs, objectKey, body, sizeBytes, { offset, totalBytes }, isPlainBody(order, body));
  } catch (error) {
    // The file is sent no more, so another one may begin.
    await drive.leavePart(order.uploadId, order.part).catch((cause: unknown) => logError('upload.leave', cause));
    throw error;
  }
  const { windows } = stored;
  const receipt = receiptOf(stored.digests);
  const { etag } = receipt;
  const { taken } = unwrap(
    await drive.confirmPart(caller, { ...order, sizeBytes, objectKey, etag, digests: { offset, windows } }),
  );
  if (taken) return receipt;
  await removeNow(blobs, objectKey);
  throw new AppError('unavailable', { reason: 'part_too_late', retryInSeconds: 1 });
}
