/** Digests a stored object beside its file: the runtime of one machine has one thread, which serves everybody. */
import { open } from 'node:fs/promises';
import type { PartPlace, WindowDigest } from '#worker/platform/blobs/window-digest.ts';

/** Read and digested at once, about a millisecond; other calls have their turn between two bites. */
const BITE_BYTES = 512 * 1024;

/**
 * @param place  of the object in its content
 * @returns digests of the windows that lie within it
 * @throws Error when the file is not there or is shorter than `sizeBytes`
 */
export async function digestFile(file: string, sizeBytes: number, place: PartPlace): Promise<readonly WindowDigest[]> {
  // Not at the start, which it would delay.
  const { makePartDigester } = await import('#worker/platform/blobs/window-digest.ts');
  const digester = makePartDigester(place, sizeBytes);
  const handle = await open(file, 'r');
  try {
    const memory = Buffer.allocUnsafe(Math.min(BITE_BYTES, sizeBytes));
    for (let at = 0; at < sizeBytes; ) {
      const { bytesRead } = await handle.read(memory, 0, Math.min(memory.length, sizeBytes - at), at);
      if (bytesRead === 0) throw new Error('the file of a blob is too short');
      digester.add(memory.subarray(0, bytesRead));
      at += bytesRead;
    }
  } finally {
    await handle.close();
  }
  return digester.end();
}
