/**
 * The one reader of bodies that others send: in large reads, so that a body of tiny pieces costs no more than another, bounded in bytes,
 * and after a refusal read on only as far as its sender needs to get the answer.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseCount } from '#shared/count.ts';
import { AppError } from '#shared/errors.ts';
import { KIB, MIB, SECOND_MS } from '#shared/units.ts';
import { readBites } from '../blobs/read.ts';

/** A refused body of a call that stores something is read on to so many times its limit. */
const DRAIN_TIMES = 4;
/** More than is on its way between two processes. */
const IN_FLIGHT_BYTES = 8 * MIB;
/** 2 s: longest time for it. */
const IN_FLIGHT_MS = 2 * SECOND_MS;
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
 * @returns null when it is longer than `limitBytes`; the rest of it is not read
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
    if (value && value.length > 0) chunks.push(value);
    if (done || !value || sizeBytes > limitBytes) break;
    // Its length is kept: only the end is still to come.
    wantedBytes = sizeBytes === expectedBytes ? 1 : Math.min(LARGEST_READ_BYTES, Math.max(FIRST_READ_BYTES, sizeBytes));
  }
  reader.releaseLock();
  return sizeBytes > limitBytes ? null : joined(chunks, sizeBytes);
}

/**
 * The answer to a body that is too long while its sender goes on: it is sent at once, and ends when the bytes that are on their way have been
 * read. A connection that closes before them breaks, and the sender never gets the answer.
 */
export async function answerBeforeRest(request: Request, answer: Response): Promise<Response> {
  const { body } = request;
  // A body of known length was refused before anything of it was asked for.
  if (declaredBytes(request) !== null || !body || body.locked) return answer;
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const { readable, writable } = new FixedLengthStream(bytes.length);
  const send = async (): Promise<void> => {
    const writer = writable.getWriter();
    await writer.write(bytes);
    await Promise.race([drainBody(body, 0, IN_FLIGHT_BYTES), delay(IN_FLIGHT_MS)]);
    await writer.close();
  };
  // The reader of the answer learns of a failure there.
  send().catch(() => undefined);
  return new Response(readable, answer);
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
 * Reads the rest of a refused body, so that the sender can read the refusal; never throws.
 * @param sizeBytes  as the sender says; a longer one than `mostBytes` is cut off at once
 * @returns false when the body broke off, or went on without end
 */
export async function drainBody(
  stream: ReadableStream<Uint8Array> | null,
  sizeBytes: number,
  mostBytes: number = DRAIN_BYTES,
): Promise<boolean> {
  if (!stream || stream.locked) return true;
  let left = mostBytes;
  const onBite = (bite: Uint8Array): void => {
    left -= bite.length;
    if (left < 0) throw new RangeError('the body goes on');
  };
  // The sender disconnected, or sends for ever: no client is left to answer.
  const rest = sizeBytes > mostBytes ? stream.cancel() : readBites(stream, onBite);
  return rest.then(
    () => true,
    () => false,
  );
}

/** As {@link drainBody}, for a request that stores `mostBytes` at most. */
export async function drainRequest(request: Request, mostBytes: number): Promise<void> {
  const most = mostBytes === 0 ? DRAIN_BYTES : Math.min(DRAIN_BYTES, mostBytes * DRAIN_TIMES);
  await drainBody(request.body, declaredBytes(request) ?? 0, most);
}
