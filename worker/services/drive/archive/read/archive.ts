/** Entries and contents of an archive, whatever its format. */

import { createGunzip, createInflateRaw, type Gunzip, type InflateRaw } from 'node:zlib';
import type { TextEncoding } from '#shared/content/encoding/encodings.ts';
import { KIB } from '#shared/units.ts';
import { letOthersRun } from '#worker/platform/clock.ts';
import { ArchiveFailed } from '../failed.ts';

export interface ArchiveEntry {
  /** Position in the archive, from 0. */
  readonly index: number;
  /** As the archive has it. */
  readonly path: string;
  /** The encoding of the path that was guessed or chosen; none where the archive says it. */
  readonly nameEncoding?: TextEncoding | null;
  readonly isFolder: boolean;
  readonly sizeBytes: number;
  /** Epoch ms; null when the archive does not say. */
  readonly modifiedMs: number | null;
  readonly isEncrypted: boolean;
}

/** An entry while the archive is walked: its content may be read before the next one is asked for. */
export interface WalkedEntry extends ArchiveEntry {
  /** The name in the archive, where its encoding is not said and matters. */
  readonly rawName?: Uint8Array;
  /** @throws ArchiveFailed in the stream or at once */
  content(): ReadableStream<Uint8Array>;
}

/** Entries in order. @param wanted  contents of others are not made; null: of all */
export type WalkArchive = (wanted: ReadonlySet<number> | null) => AsyncGenerator<WalkedEntry>;

/** Reads exactly so many bytes of a content. @throws ArchiveFailed damaged when there are fewer or more */
export function exactly(stream: ReadableStream<Uint8Array>, sizeBytes: number): ReadableStream<Uint8Array> {
  let left = sizeBytes;
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        left -= bytes.length;
        if (left < 0) controller.error(new ArchiveFailed('damaged'));
        else controller.enqueue(bytes);
      },
      flush(controller) {
        if (left !== 0) controller.error(new ArchiveFailed('damaged'));
      },
    }),
  );
}

/** The same stream, whose failures are said in our words. */
export function withFailures(
  stream: ReadableStream<Uint8Array>,
  failureOf: (error: unknown) => ArchiveFailed,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(failureOf(error));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Bytes that are unpacked at once, and between two looks at other requests: checking and storing them takes some ms. */
const TURN_BYTES = 512 * KIB;

/** Sends the packed bytes, each piece when the one before is unpacked and was read. */
async function feed(packed: ReadableStreamDefaultReader<Uint8Array>, unzip: Gunzip | InflateRaw): Promise<void> {
  const send = (piece: Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => void unzip.write(piece, (error) => (error ? reject(error) : resolve())));
  try {
    for (let next = await packed.read(); !next.done; next = await packed.read()) await send(next.value);
    unzip.end();
  } catch (error) {
    unzip.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

/**
 * Unpacks so many bytes at a time, and lets other requests run in between: any number may come of a few that go in. The platform's own
 * `DecompressionStream` unpacks all that is written to it before any of it is read.
 */
export function inflated(
  packed: ReadableStream<Uint8Array>,
  format: 'gzip' | 'deflate-raw',
): ReadableStream<Uint8Array> {
  const options = { chunkSize: TURN_BYTES };
  const unzip = format === 'gzip' ? createGunzip(options) : createInflateRaw(options);
  const reader = packed.getReader();
  // After damaged bytes nothing reads the rest of the source: it would stay open.
  unzip.once('close', () => void reader.cancel().catch(() => undefined));
  const pieces: AsyncIterator<Uint8Array> = unzip[Symbol.asyncIterator]();
  let left = TURN_BYTES;
  return new ReadableStream<Uint8Array>(
    {
      start: () => void feed(reader, unzip),
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) return controller.close();
        controller.enqueue(value);
        left -= value.length;
        if (left > 0) return;
        left = TURN_BYTES;
        await letOthersRun();
      },
      async cancel(reason) {
        unzip.destroy();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Lets the requests that wait go first. */
export function otherRequests(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
