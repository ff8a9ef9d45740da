/** Entries and contents of an archive, whatever its format. */
import type { TextEncoding } from '#shared/content/encoding/encodings.ts';
import { KIB } from '#shared/units.ts';
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

/** 16 KiB of a bomb unpack to 16 MiB at once. */
const PIECE_BYTES = 16 * KIB;

/** Unpacks in small pieces: the platform unpacks a piece as a whole before any of it is read. */
export function inflated(
  packed: ReadableStream<Uint8Array>,
  format: 'gzip' | 'deflate-raw',
): ReadableStream<Uint8Array> {
  const pieces = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) controller.enqueue(bytes.subarray(at, at + PIECE_BYTES));
    },
  });
  const unzip = new DecompressionStream(format) as unknown as ReadableWritablePair<Uint8Array, Uint8Array>;
  return packed.pipeThrough(pieces).pipeThrough(unzip);
}

/** Lets the requests that wait go first. */
export function otherRequests(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
