/**
 * Sends a span of a blob as windows, each piped natively into one stream of known length. The bytes sent are counted window
 * by window and added to the payer's traffic. A client that disconnects stops the reading.
 */
import { MIB } from '#shared/units.ts';
import type { BlobStore } from '#worker/platform/blobs/port.ts';
import { pipeSpan } from '#worker/platform/blobs/read.ts';
import { logError } from '#worker/platform/log.ts';
import type { OpenContent } from './claims.ts';

/** 16 MiB: one read of the store. Longer ones made a store hold a whole file in memory, shorter ones cost more calls. */
const READ_BYTES = 16 * MIB;
/** Traffic is counted after this many bytes and at the end. */
const FLUSH_BYTES = 64 * MIB;

export interface Outgoing {
  readonly body: ReadableStream<Uint8Array>;
  /** Settles when everything is sent and counted, or given up; never fails. */
  readonly done: Promise<void>;
}

/** @param count  adds bytes to what the payer was sent */
export function streamSpan(
  blobs: BlobStore,
  content: OpenContent,
  start: number,
  end: number,
  count: (sizeBytes: number) => Promise<void>,
): Outgoing {
  const fixed = new FixedLengthStream(end - start);
  let uncounted = 0;
  async function flush(): Promise<void> {
    const sizeBytes = uncounted;
    uncounted = 0;
    if (sizeBytes > 0) await count(sizeBytes).catch((error: unknown) => logError('content.count', error));
  }
  async function pump(): Promise<void> {
    const counting: Promise<void>[] = [];
    try {
      for (let at = start; at < end; at += READ_BYTES) {
        const until = Math.min(at + READ_BYTES, end);
        await pipeSpan(blobs, content.manifest, at, until, fixed.writable);
        uncounted += until - at;
        if (uncounted >= FLUSH_BYTES) counting.push(flush());
      }
      await fixed.writable.close();
    } catch (error) {
      // Either the client went away, or the store broke; the answer breaks off short of its length in both cases.
      await fixed.writable.abort(error).catch(() => undefined);
    }
    counting.push(flush());
    await Promise.all(counting);
  }
  return { body: fixed.readable, done: pump() };
}
