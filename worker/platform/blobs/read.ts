/**
 * Reading a span of a blob through its manifest: by script in large bites (hashing, proofs), or natively into a stream.
 */
import { type BlobManifest, segments } from '#shared/content/manifest.ts';
import type { BlobStore } from './port.ts';

/** Bytes a bite is filled to before script sees it: small bites cost 15 times the CPU. */
const BITE_BYTES = 256 * 1024;
/** Memory of a read: what comes beyond the bite needs no read of its own. */
const MEMORY_BYTES = 2 * BITE_BYTES;
/** Memory of the first read of a body of unknown length: to clear more costs a small body more than all else. */
const FIRST_BYTES = 16 * 1024;

/** An object of the manifest is not in the store, or shorter than it says. */
export class BlobMissing extends Error {
  override readonly name = 'BlobMissing';
  /** The object, when it is known which. */
  readonly key: string | null;

  constructor(message: string, key: string | null = null) {
    super(message);
    this.key = key;
  }
}

async function open(blobs: BlobStore, key: string, start: number, end: number): Promise<ReadableStream<Uint8Array>> {
  const stream = await blobs.get(key, start, end);
  if (!stream) throw new BlobMissing('an object of the blob is missing', key);
  return stream;
}

/**
 * Calls `onBite` with the bytes of a stream in order, one call at a time. A bite is only good during the call: its memory is used again.
 * @param expectedBytes  the stream is about so long
 * @returns how many bytes there were
 */
export async function readBites(
  stream: ReadableStream<Uint8Array>,
  onBite: (bite: Uint8Array) => unknown,
  expectedBytes: number = FIRST_BYTES,
): Promise<number> {
  const reader = stream.getReader({ mode: 'byob' });
  let memory = new ArrayBuffer(Math.min(MEMORY_BYTES, expectedBytes + 1));
  let sizeBytes = 0;
  try {
    for (;;) {
      const leastBytes = Math.min(BITE_BYTES, memory.byteLength);
      const { done, value } = await reader.readAtLeast(leastBytes, new Uint8Array(memory));
      if (value && value.byteLength > 0) {
        sizeBytes += value.byteLength;
        const taken = onBite(value);
        if (taken instanceof Promise) await taken;
      }
      if (done || !value) return sizeBytes;
      memory = leastBytes < BITE_BYTES ? new ArrayBuffer(MEMORY_BYTES) : (value.buffer as ArrayBuffer);
    }
  } catch (error) {
    await reader.cancel(error).catch(() => undefined);
    throw error;
  }
}

/**
 * Bytes `start` to `end` (exclusive) of a blob, in order, through `onBite`.
 * @throws BlobMissing
 */
export async function readSpan(
  blobs: BlobStore,
  manifest: BlobManifest,
  start: number,
  end: number,
  onBite: (bite: Uint8Array) => unknown,
): Promise<void> {
  for (const { key, offset, length } of segments(manifest, start, end)) {
    const read = await readBites(await open(blobs, key, offset, offset + length), onBite, length);
    if (read !== length) throw new BlobMissing('an object of the blob is too short', key);
  }
}

/**
 * Hands bytes `start` to `end` (exclusive) of a blob to `write`, in order: the next bite is read while one is written. A bite is only good until its
 * write has ended.
 * @throws BlobMissing, or what `write` failed with
 */
export async function relaySpan(
  blobs: BlobStore,
  manifest: BlobManifest,
  start: number,
  end: number,
  write: (bite: Uint8Array) => Promise<void>,
): Promise<void> {
  const free: ArrayBuffer[] = [];
  let writing: Promise<unknown> = Promise.resolve();
  try {
    for (const { key, offset, length } of segments(manifest, start, end)) {
      const reader = (await open(blobs, key, offset, offset + length)).getReader({ mode: 'byob' });
      try {
        for (let left = length; left > 0; ) {
          const leastBytes = Math.min(BITE_BYTES, left);
          const unused = free.pop();
          const memory =
            unused && unused.byteLength >= leastBytes ? unused : new ArrayBuffer(Math.min(MEMORY_BYTES, left));
          const { value } = await reader.readAtLeast(leastBytes, new Uint8Array(memory));
          if (!value || value.byteLength === 0) throw new BlobMissing('an object of the blob is too short', key);
          left -= value.byteLength;
          await writing;
          writing = write(value).then(() => free.push(value.buffer as ArrayBuffer));
          writing.catch(() => undefined);
        }
      } catch (error) {
        await reader.cancel(error).catch(() => undefined);
        throw error;
      }
    }
  } finally {
    // A target that is written to cannot be ended.
    await writing.catch(() => undefined);
  }
  await writing;
}

/** Pipes bytes `start` to `end` (exclusive) natively into `target`, which stays open. @throws BlobMissing, or what the target or the signal failed with */
export async function pipeSpan(
  blobs: BlobStore,
  manifest: BlobManifest,
  start: number,
  end: number,
  target: WritableStream<Uint8Array>,
  signal?: AbortSignal,
): Promise<void> {
  for (const { key, offset, length } of segments(manifest, start, end)) {
    const options = { preventClose: true, ...(signal && { signal }) };
    await (await open(blobs, key, offset, offset + length)).pipeTo(target, options);
  }
}
