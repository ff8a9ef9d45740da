/**
 * The one reader of bodies that others send: in large reads, so that a body of tiny pieces costs no more than another, bounded in bytes,
 * and read on after a refusal only a few times its limit.
 */
import { parseCount } from '#shared/count.ts';
import { AppError } from '#shared/errors.ts';
import { KIB, MIB } from '#shared/units.ts';
import { readBites } from '../blobs/read.ts';

/** Bodies are read on to so many times their limit: an answer while the client is still sending breaks the connection, and the client never gets it. */
const DRAIN_TIMES = 4;
/** Longer bodies of uploads are cut off instead: reading them would cost more than a new connection. */
export const DRAIN_BYTES = 64 * MIB;
/** Memory of the first read of a body of unknown length; the next ones are larger. */
const FIRST_READ_BYTES = 4 * KIB;
const LARGEST_READ_BYTES = 256 * KIB;

const textDecoder = new TextDecoder();

/** As its header says; null: it comes in chunks. */
function declaredBytes({ headers }: Pick<Request, 'headers'>): number | null {
  return parseCount(headers.get('content-length') ?? '');
}

/** A body that is being stored ends early, and its request says why: no fault of the store. */
export class BodyBrokenOff extends Error {
  override readonly name = 'BodyBrokenOff';
}

/**
 * Fills memory from a body.
 * @param leastBytes  fewer come only at its end
 * @throws AppError cancelled when the sender went away
 */
export async function readSome(
  reader: ReadableStreamBYOBReader,
  leastBytes: number,
  memory: Uint8Array<ArrayBuffer>,
): Promise<ReadableStreamReadResult<Uint8Array<ArrayBuffer>>> {
  try {
    return (await reader.readAtLeast(leastBytes, memory)) as ReadableStreamReadResult<Uint8Array<ArrayBuffer>>;
  } catch (cause) {
    throw new AppError('cancelled', { reason: 'body' }, { cause });
  }
}

function joined(chunks: readonly Uint8Array<ArrayBuffer>[], sizeBytes: number): Uint8Array<ArrayBuffer> {
  const [first] = chunks;
  if (first && chunks.length === 1) return first;
  const all = new Uint8Array(sizeBytes);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/**
 * Reads a body into memory.
 * @param expectedBytes  the first read asks for so many; null: unknown
 * @returns null when it is longer than `limitBytes`; nothing of it is held then
 * @throws AppError cancelled when the sender went away
 */
export async function readAtMost(
  stream: ReadableStream<Uint8Array>,
  limitBytes: number,
  expectedBytes: number | null = null,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = stream.getReader({ mode: 'byob' });
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let sizeBytes = 0;
  let wantedBytes = Math.min(expectedBytes || FIRST_READ_BYTES, limitBytes + 1);
  for (;;) {
    const { done, value } = await readSome(reader, wantedBytes, new Uint8Array(wantedBytes));
    sizeBytes += value?.length ?? 0;
    if (sizeBytes > limitBytes) chunks.length = 0;
    else if (value && value.length > 0) chunks.push(value);
    if (done || !value) break;
    if (sizeBytes > limitBytes * DRAIN_TIMES) {
      await reader.cancel().catch(() => undefined);
      break;
    }
    // Its length is kept: only the end is still to come.
    wantedBytes = sizeBytes === expectedBytes ? 1 : Math.min(LARGEST_READ_BYTES, Math.max(FIRST_READ_BYTES, sizeBytes));
  }
  return sizeBytes > limitBytes ? null : joined(chunks, sizeBytes);
}

/** @throws AppError request_too_large, cancelled */
export async function readLimitedBytes(request: Request, limitBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const declared = declaredBytes(request);
  if ((declared ?? 0) > limitBytes) throw new AppError('request_too_large');
  if (!request.body) return new Uint8Array();
  const bytes = await readAtMost(request.body, limitBytes, declared);
  if (!bytes) throw new AppError('request_too_large');
  return bytes;
}

/** @throws AppError request_too_large, cancelled */
export async function readLimited(request: Request, limitBytes: number): Promise<string> {
  return textDecoder.decode(await readLimitedBytes(request, limitBytes));
}

/**
 * Reads what is left of a refused body, so that the sender can read the refusal; never throws.
 * @param sizeBytes  as the sender says; a longer one than `mostBytes` is cut off at once
 */
export async function drainBody(
  stream: ReadableStream<Uint8Array> | null,
  sizeBytes: number,
  mostBytes: number = DRAIN_BYTES,
): Promise<void> {
  if (!stream || stream.locked) return;
  let left = mostBytes;
  const onBite = (bite: Uint8Array): void => {
    left -= bite.length;
    if (left < 0) throw new RangeError('the body goes on');
  };
  // The sender disconnected, or sends for ever: no client is left to answer.
  await (sizeBytes > mostBytes ? stream.cancel() : readBites(stream, onBite)).catch(() => undefined);
}

/** As {@link drainBody}, for a request that stores `mostBytes` at most. */
export async function drainRequest(request: Request, mostBytes: number): Promise<void> {
  const most = mostBytes === 0 ? DRAIN_BYTES : Math.min(DRAIN_BYTES, mostBytes * DRAIN_TIMES);
  await drainBody(request.body, declaredBytes(request) ?? 0, most);
}
