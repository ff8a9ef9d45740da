/**
 * Images of contents that no codec of the server decodes: the owner's browser made them, the codec made them anew. They belong to
 * this drive and its content; each is stored as a content of its own and counts there as one node would. A copy or a save takes
 * them along; another holder of the same bytes has none.
 */
import type { BlobManifest } from '#shared/content/manifest.ts';
import type { ContentImages } from './model.ts';

export interface OwnImage {
  readonly contentKey: string;
  /** Content key of the two images in one. */
  readonly imageKey: string;
  readonly smallBytes: number;
  readonly largeBytes: number;
  /** Of the file's own picture or film; 0: unknown. */
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  readonly blur: string;
}

interface OwnImageRow extends Record<string, SqlStorageValue> {
  content_key: string;
  image_key: string;
  small_bytes: number;
  large_bytes: number;
  width: number;
  height: number;
  duration_ms: number;
  blur: string;
}

function toOwn(row: OwnImageRow): OwnImage {
  return {
    contentKey: row.content_key,
    imageKey: row.image_key,
    smallBytes: row.small_bytes,
    largeBytes: row.large_bytes,
    width: row.width,
    height: row.height,
    durationMs: row.duration_ms,
    blur: row.blur,
  };
}

export function ownImageOf(sql: SqlStorage, contentKey: string): OwnImage | null {
  const row = sql.exec<OwnImageRow>('SELECT * FROM own_images WHERE content_key = ?', contentKey).toArray()[0];
  return row ? toOwn(row) : null;
}

/** As listings and links see them, by content key. */
export function ownImagesOf(sql: SqlStorage, contentKeys: readonly string[]): Map<string, ContentImages> {
  const rows = sql.exec<OwnImageRow & { manifest: string }>(
    `SELECT own_images.*, contents.manifest FROM json_each(?) AS asked CROSS JOIN own_images ON own_images.content_key = asked.value
     JOIN contents ON contents.content_key = own_images.image_key`,
    JSON.stringify(contentKeys),
  );
  const found = new Map<string, ContentImages>();
  for (const row of rows) {
    const [part] = (JSON.parse(row.manifest) as BlobManifest).parts;
    if (!part) continue;
    const { contentKey: _key, imageKey: _image, ...facts } = toOwn(row);
    found.set(row.content_key, { version: Number.MAX_SAFE_INTEGER, images: { ...facts, objectKey: part.key } });
  }
  return found;
}

export function insertOwnImage(sql: SqlStorage, image: OwnImage): void {
  sql.exec(
    `INSERT OR REPLACE INTO own_images (content_key, image_key, small_bytes, large_bytes, width, height, duration_ms, blur)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    image.contentKey,
    image.imageKey,
    image.smallBytes,
    image.largeBytes,
    image.width,
    image.height,
    image.durationMs,
    image.blur,
  );
}

/** @returns the content key of the image that is no longer held, or null */
export function deleteOwnImage(sql: SqlStorage, contentKey: string): string | null {
  const rows = sql.exec<{ image_key: string }>(
    'DELETE FROM own_images WHERE content_key = ? RETURNING image_key',
    contentKey,
  );
  return rows.toArray()[0]?.image_key ?? null;
}
