/** Stores a part that is too large for the memory: its pieces pass from the body of the other server into the store. */
import type { BlobStore } from '#worker/platform/blobs/port.ts';
import type { BodyReader } from './body-reader.ts';
import { FetchFailed } from './fetch-failed.ts';
import { PIECE_BYTES } from './keys.ts';

interface PartSource {
  readonly reader: BodyReader;
  /** @returns false: no more are read */
  readonly arrived: (bytes: number) => boolean;
}

/** The run gives its place up within a part, which is lost: the length of a stored stream is fixed. */
export class PlaceGivenUp extends Error {
  override readonly name = 'PlaceGivenUp';
}

/**
 * Stores an object in pieces, so that one of them is in memory.
 * @param next  the piece that begins at this byte of the object
 * @returns false when the store failed. @throws errors of `next`
 */
export async function storePieces(
  blobs: Pick<BlobStore, 'put'>,
  objectKey: string,
  sizeBytes: number,
  next: (start: number) => Promise<Uint8Array<ArrayBuffer>>,
  written: (piece: Uint8Array<ArrayBuffer>) => void = () => undefined,
): Promise<boolean> {
  const { readable, writable } = new FixedLengthStream(sizeBytes);
  const writer = writable.getWriter();
  let hasFailed = false;
  const storing = blobs.put(objectKey, readable, sizeBytes, { isCounted: true }).then(async ({ stored }) => {
    hasFailed = !stored;
    // A store that has stopped reading would hold the writer for ever.
    if (!stored) await writer.abort().catch(() => undefined);
    return stored;
  });
  let isReading = false;
  try {
    for (let at = 0; at < sizeBytes; ) {
      isReading = true;
      const piece = await next(at);
      isReading = false;
      await writer.write(piece);
      at += piece.length;
      written(piece);
    }
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
    await storing;
    if (isReading || !hasFailed) throw error;
  }
  return storing;
}

/** @returns false when the store failed. @throws FetchFailed incomplete, stalled; PlaceGivenUp; errors of `arrived` */
export function streamPart(
  blobs: Pick<BlobStore, 'put'>,
  objectKey: string,
  sizeBytes: number,
  { reader, arrived }: PartSource,
): Promise<boolean> {
  async function next(start: number): Promise<Uint8Array<ArrayBuffer>> {
    let goesOn = true;
    const left = sizeBytes - start;
    const piece = await reader.fill(Math.min(PIECE_BYTES, left), (bytes) => {
      goesOn = arrived(bytes);
      return goesOn;
    });
    if (!goesOn && piece.length < left) throw new PlaceGivenUp();
    if (piece.length === 0) throw new FetchFailed('incomplete');
    return piece;
  }
  return storePieces(blobs, objectKey, sizeBytes, next, reader.reuse);
}
