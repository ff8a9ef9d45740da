/** Bytes of a stored archive: by ranges for directories, as streams for contents. */
import type { BlobManifest } from '#shared/content/manifest.ts';
import { KIB, MIB } from '#shared/units.ts';
import type { BlobStore } from '#worker/platform/blobs/port.ts';
import { pipeSpan, readSpan } from '#worker/platform/blobs/read.ts';
import { ArchiveFailed } from '../failed.ts';

export interface ArchiveSource {
  readonly name: string;
  readonly sizeBytes: number;
  /** At most `length` bytes from `start` on. */
  read(start: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
  stream(start: number, end: number): ReadableStream<Uint8Array>;
}

/** Short reads that follow each other are one read of the store. */
const AHEAD_BYTES = 128 * KIB;
const SPAN_BYTES = 16 * MIB;
/** One read into memory: an archive is never trusted with a length. */
const MAX_READ_BYTES = 33 * MIB;

export function makeSource(blobs: BlobStore, manifest: BlobManifest, name: string): ArchiveSource {
  const sizeBytes = manifest.size;
  let held = { start: 0, bytes: new Uint8Array(0) };

  async function readNow(start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    if (end - start > MAX_READ_BYTES) throw new ArchiveFailed('too_large');
    const bytes = new Uint8Array(end - start);
    let at = 0;
    // A store that fails says nothing about the archive.
    await readSpan(blobs, manifest, start, end, (bite) => {
      bytes.set(bite, at);
      at += bite.length;
    }).catch((error: unknown) => {
      throw new ArchiveFailed('internal', error);
    });
    return bytes;
  }

  return {
    name,
    sizeBytes,
    async read(start, length) {
      const from = Math.min(Math.max(0, start), sizeBytes);
      const end = Math.min(from + length, sizeBytes);
      const isHeld = from >= held.start && end <= held.start + held.bytes.length;
      if (!isHeld)
        held = { start: from, bytes: await readNow(from, Math.min(sizeBytes, Math.max(end, from + AHEAD_BYTES))) };
      return held.bytes.slice(from - held.start, end - held.start);
    },
    stream(start, end) {
      const { readable, writable } = new IdentityTransformStream();
      const pump = async (): Promise<void> => {
        try {
          for (let at = start; at < end; at += SPAN_BYTES)
            await pipeSpan(blobs, manifest, at, Math.min(at + SPAN_BYTES, end), writable);
          await writable.close();
        } catch (error) {
          await writable.abort(new ArchiveFailed('internal', error)).catch(() => undefined);
        }
      };
      void pump();
      return readable;
    },
  };
}
