/**
 * Names of the blob index's objects, and what may be asked of one.
 */
import type { Result } from '#shared/errors.ts';
import type { BlobData } from '../upload/rpc-types.ts';

export interface BlobIndexCalls {
  /**
   * Says that a drive holds this content as these objects.
   * @returns the blob as the index keeps it: the one that was there first. Objects it is not made of are surplus
   */
  claim(blob: BlobData, driveId: string, seq: number): Promise<Result<BlobData>>;
  /** The blob, whose grace, if it has begun, begins anew: time enough to say who holds it. Null when unknown. */
  touch(contentKey: string): Promise<Result<BlobData | null>>;
  /** @param seq  a number of the drive; older news than the newest heard changes nothing */
  setReference(contentKey: string, driveId: string, seq: number, present: boolean): Promise<Result<{ ok: true }>>;
  lookup(contentKey: string): Promise<BlobData | null>;
}

/** One of 256, by the first two digits of the digest: `blob-index-ab`; where there are 16 (worker/env.ts), one stands for 16 of these. */
export function blobIndexName(contentKey: string): string {
  return `blob-index-${contentKey.slice(2, 4)}`;
}

/** The object that knows this content. */
export function blobIndexOf(index: { getByName(name: string): unknown }, contentKey: string): BlobIndexCalls {
  return index.getByName(blobIndexName(contentKey)) as BlobIndexCalls;
}
