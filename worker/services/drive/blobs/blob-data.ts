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
  /** SHA-1 of the bytes, hex, where a program has said it and it was compared. */
  readonly sha1?: string;
}
