/** Small images of contents: the stored fields, and those of a listing. Types and pure rules. */
import type { BlobManifest } from '#shared/content/manifest.ts';
import type { ContentKey, UserId } from '#shared/ids.ts';
import { CODEC_VERSION, DECODED_TYPES, MAX_PICTURE_BYTES, type PictureFacts } from '#worker/platform/pictures/codec.ts';

/** The small images of a content, in one object of the store: the small one, then the large one. */
export interface StoredImages extends PictureFacts {
  readonly objectKey: string;
  readonly smallBytes: number;
  readonly largeBytes: number;
  /** Of a film or a sound; left out or 0: unknown, or none. */
  readonly durationMs?: number;
}

/** The result of one attempt. `images` is null where the codec of that version could make none. */
export interface ContentImages {
  readonly version: number;
  readonly images: StoredImages | null;
}

/** A content that is looked at. */
export interface LookedAt {
  readonly contentKey: ContentKey;
  /** null where the images are known: the bytes are not needed. */
  readonly manifest: BlobManifest | null;
  readonly sizeBytes: number;
  /** Whose drive learns of the images. */
  readonly ownerId: UserId;
  /** Of that drive. */
  readonly known: ContentImages | null;
}

/** A file or folder, as far as its image is concerned. */
export interface ImagedRow {
  readonly is_file: number;
  readonly category: string;
  readonly phase: string;
  readonly mime: string;
  readonly size_bytes: number;
  readonly content_key: string | null;
  readonly gcid: string;
  /** The images that this drive stores of it; undefined: not tried yet, as far as this drive has learnt. */
  readonly picture?: ContentImages;
}

/** Whether the codec of this version has decided about the content. */
export function isCurrent(known: ContentImages): boolean {
  return known.images !== null || known.version >= CODEC_VERSION;
}

/** Whether a look at its image is worth a request: it is made, or the codec may be able to make it. */
export function mayHaveImage(row: ImagedRow): boolean {
  if (row.is_file === 0 || row.content_key === null || row.phase !== 'PHASE_TYPE_COMPLETE') return false;
  if (row.picture && isCurrent(row.picture)) return row.picture.images !== null;
  return DECODED_TYPES.includes(row.mime) && row.size_bytes > 0 && row.size_bytes <= MAX_PICTURE_BYTES;
}
