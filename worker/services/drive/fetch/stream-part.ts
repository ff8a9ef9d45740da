/** Stores a part that is too large for the memory: its pieces pass from the body of the other server into the store. */
import type { BlobStore } from '#worker/platform/blobs/port.ts';
import type { BodyReader } from './body-reader.ts';
import { FetchFailed } from './fetch-failed.ts';
import { PIECE_BYTES } from './keys.ts';

interface PartSource {
  readonly reader: BodyReader;
  readonly count: (bytes: number) => void;
}

/** @returns false when the store failed. @throws FetchFailed incomplete, stalled; errors of `count` */
export async function streamPart(
  blobs: Pick<BlobStore, 'put'>,
  objectKey: string,
  sizeBytes: number,
  { reader, count }: PartSource,
): Promise<boolean> {
  const { readable, writable } = new FixedLengthStream(sizeBytes);
  const writer = writable.getWriter();
  let hasFailed = false;
  const storing = blobs.put(objectKey, readable, sizeBytes, true).then(async ({ stored }) => {
    hasFailed = !stored;
    // A store that has stopped reading would hold the writer for ever.
    if (!stored) await writer.abort().catch(() => undefined);
    return stored;
  });
  try {
    for (let left = sizeBytes; left > 0; ) {
      const piece = await reader.fill(Math.min(PIECE_BYTES, left), count);
      if (piece.length === 0) throw new FetchFailed('incomplete');
      await writer.write(piece);
      left -= piece.length;
      reader.reuse(piece);
    }
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
    await storing;
    if (!hasFailed || error instanceof FetchFailed) throw error;
  }
  return storing;
}
