/** A stored content as the index and the drives exchange it. */
import type { BlobManifest } from '#shared/content/manifest.ts';

export interface HashedContent {
  readonly contentKey: string;
  readonly sizeBytes: number;
  readonly gcid: string;
  readonly crc32: number;
}

export interface BlobData extends HashedContent {
  readonly manifest: BlobManifest;
}
