/**
 * Streams a body into the store while script sees its bytes, and counts them: nothing of a body that breaks off, ends early
 * or goes on too long becomes visible.
 */
import type { BlobStore } from '#worker/platform/blobs/port.ts';
import { readBites } from '#worker/platform/blobs/read.ts';
import { DRAIN_BYTES } from '#worker/platform/body/read.ts';
import { logError } from '#worker/platform/log.ts';

/** The framing around the content is broken; sending the same again does not help. */
export class BodyMalformed extends Error {
  override readonly name = 'BodyMalformed';
}

/** Takes the content out of a framed body. */
export interface BodyDecoder {
  /** The content in these bytes, moved to their beginning. @throws BodyMalformed */
  decode(bytes: Uint8Array): Uint8Array;
  /** Whether the frame has come to its end. */
  isEnded(): boolean;
}

export interface StreamedBody {
  readonly stream: ReadableStream<Uint8Array> | null;
  readonly sizeBytes: number;
  readonly onBite: (bite: Uint8Array) => void;
  readonly decoder?: BodyDecoder | null;
}

/**
 * `broken`: the store failed, so sending again may help. `gone`: the sender went away. `wrong_length`: the body ended, and was
 * shorter or longer than `sizeBytes`.
 */
export type StreamOutcome = 'stored' | 'broken' | 'gone' | 'wrong_length' | 'malformed';

export async function streamBody(blobs: BlobStore, objectKey: string, body: StreamedBody): Promise<StreamOutcome> {
  const { sizeBytes, decoder } = body;
  const { readable, writable } = new FixedLengthStream(sizeBytes);
  const writer = writable.getWriter();
  writer.closed.catch(() => {});
  let isWriting = true;
  const stop = async (): Promise<void> => {
    isWriting = false;
    await writer.abort(new Error('the body broke off')).catch(() => {});
  };
  const storing = blobs.put(objectKey, readable, sizeBytes, { isCounted: true });
  // A store that gives up takes no more bytes: what waits to be written must not wait for it.
  storing.then(({ stored }) => (stored ? undefined : stop()), stop);
  let readBytes = 0;

  async function onBytes(bytes: Uint8Array): Promise<void> {
    const bite = decoder ? decoder.decode(bytes) : bytes;
    readBytes += bite.length;
    if (readBytes > sizeBytes) await stop();
    // A refused body is read to its end, so that the sender can read the refusal; an endless one is not.
    if (readBytes > sizeBytes + DRAIN_BYTES) throw new RangeError('the body goes on');
    if (readBytes > sizeBytes || bite.length === 0) return;
    body.onBite(bite);
    if (isWriting) await writer.write(bite).catch(stop);
  }

  const reading = async (): Promise<StreamOutcome> => {
    try {
      if (body.stream) await readBites(body.stream, onBytes, sizeBytes);
      if (readBytes !== sizeBytes || decoder?.isEnded() === false) {
        await stop();
        return 'wrong_length';
      }
      if (isWriting) await writer.close();
      return 'stored';
    } catch (error) {
      await stop();
      if (error instanceof BodyMalformed) return 'malformed';
      return readBytes > sizeBytes ? 'wrong_length' : 'gone';
    }
  };
  const [put, outcome] = await Promise.all([storing, reading()]);
  if (outcome !== 'stored' || (put.stored && isWriting)) return outcome;
  if (!put.stored && put.error !== undefined) logError('blobs.put', put.error);
  return 'broken';
}
