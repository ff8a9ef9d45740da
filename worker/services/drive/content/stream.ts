/**
 * Sends a span of a blob as windows into one stream of known length. Windows of a fast client are piped natively; the first one of a
 * long span, and all of a slow client, pass in bites, so that the sent bytes are known and a stream can end between two of them. While
 * bytes are sent a look says from time to time whether they still may be. The payer's traffic is the number of sent bytes.
 */
import { MIB, SECOND_MS } from '#shared/units.ts';
import type { BlobStore } from '#worker/platform/blobs/port.ts';
import { pipeSpan, relaySpan } from '#worker/platform/blobs/read.ts';
import { sleep, systemClock } from '#worker/platform/clock.ts';
import { logError } from '#worker/platform/log.ts';
import type { OpenContent } from './claims.ts';
import { type Pace, writePaced } from './pace.ts';

/** 16 MiB: one read of the store. Longer ones made a store hold a whole file in memory, shorter ones cost more calls. */
const READ_BYTES = 16 * MIB;
/** Shorter spans are piped natively: they count as a whole when the client leaves. */
const SHORT_BYTES = 4 * MIB;
/** 4 s: a client that takes a window in less gets the next one natively. */
const FAST_MS = 4 * SECOND_MS;
/** Traffic is counted after this many bytes, at each look and at the end. */
const FLUSH_BYTES = 64 * MIB;
/** Looks in a row that fail for another reason than the answer; then the stream ends. */
const FAILED_LOOKS = 2;

export interface Outgoing {
  readonly body: ReadableStream<Uint8Array>;
  /** Settles when everything is sent and counted, or given up; never fails. */
  readonly done: Promise<void>;
}

export interface Sending {
  readonly blobs: BlobStore;
  readonly content: OpenContent;
  /** Adds bytes to what the payer was sent. */
  readonly count: (sizeBytes: number) => Promise<void>;
  /** Whether the content may still be sent. */
  readonly look: () => Promise<boolean>;
  /** Between two looks, ms. */
  readonly lookMs: number;
  /** Null: as fast as the client takes them. */
  readonly bytesPerSecond?: number | null;
  /** Default: the system's timer. */
  readonly wait?: Pace['wait'];
}

/** Calls back when the content may no longer be sent. @returns what ends the looks */
export function watch(
  { look, lookMs }: Pick<Sending, 'look' | 'lookMs'>,
  onLook: () => void,
  onClosed: () => void,
): () => void {
  let failed = 0;
  async function lookOnce(): Promise<void> {
    onLook();
    try {
      if (!(await look())) onClosed();
      failed = 0;
    } catch (error) {
      logError('content.look', error);
      failed += 1;
      if (failed >= FAILED_LOOKS) onClosed();
    }
  }
  const timer = setInterval(() => void lookOnce(), lookMs);
  return () => clearInterval(timer);
}

export function streamSpan(sending: Sending, start: number, end: number): Outgoing {
  const { blobs, content, count, bytesPerSecond = null, wait = sleep } = sending;
  const fixed = new FixedLengthStream(end - start);
  const closed = new AbortController();
  const counting: Promise<void>[] = [];
  let uncounted = 0;

  function flush(): void {
    const sizeBytes = uncounted;
    uncounted = 0;
    if (sizeBytes > 0) counting.push(count(sizeBytes).catch((error: unknown) => logError('content.count', error)));
  }

  const write = (bite: Uint8Array): Promise<void> => writePaced({ bytesPerSecond, wait }, bite, writeNow);

  async function writeNow(bite: Uint8Array): Promise<void> {
    closed.signal.throwIfAborted();
    uncounted += bite.length;
    const writer = fixed.writable.getWriter();
    try {
      await writer.write(bite);
    } finally {
      writer.releaseLock();
    }
  }

  async function sendAll(): Promise<void> {
    let isNative = bytesPerSecond === null && end - start <= SHORT_BYTES;
    for (let at = start; at < end; at += READ_BYTES) {
      const until = Math.min(at + READ_BYTES, end);
      const startMs = systemClock.nowMs();
      if (isNative) {
        // The bytes of a native window that breaks off are not known: the client took the one before in seconds.
        uncounted += until - at;
        await pipeSpan(blobs, content.manifest, at, until, fixed.writable, closed.signal);
      } else await relaySpan(blobs, content.manifest, at, until, write);
      isNative = bytesPerSecond === null && systemClock.nowMs() - startMs < FAST_MS;
      if (uncounted >= FLUSH_BYTES) flush();
    }
  }

  async function pump(): Promise<void> {
    const endLooks = watch(sending, flush, () => closed.abort(new Error('the content may no longer be sent')));
    try {
      await sendAll();
      await fixed.writable.close();
    } catch (error) {
      // The client went away, the store broke, or the content was closed: the answer breaks off short of its length.
      await fixed.writable.abort(error).catch(() => undefined);
    } finally {
      endLooks();
    }
    flush();
    await Promise.all(counting);
  }
  return { body: fixed.readable, done: pump() };
}
