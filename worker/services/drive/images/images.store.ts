/**
 * Small images in one drive: a copy of what the blob index stores of the contents that were looked at here, so that a listing
 * says size and placeholder without a call to the index. A row is deleted with its content.
 */
import type { ContentImages } from './model.ts';
import { ownImagesOf } from './own-images.store.ts';

export interface ImageRow extends Record<string, SqlStorageValue> {
  content_key: string;
  version: number;
  object_key: string | null;
  small_bytes: number;
  large_bytes: number;
  width: number;
  height: number;
  blur: string;
}

export function toImages(row: ImageRow): ContentImages {
  const { version, object_key: objectKey, width, height, blur } = row;
  if (objectKey === null) return { version, images: null };
  const images = { objectKey, smallBytes: row.small_bytes, largeBytes: row.large_bytes, width, height, blur };
  return { version, images };
}

export function imagesOfContent(sql: SqlStorage, contentKey: string): ContentImages | null {
  const row = sql.exec<ImageRow>('SELECT * FROM images WHERE content_key = ?', contentKey).toArray()[0];
  return row ? toImages(row) : null;
}

/** The images of a content here: those of the server, else those of this person's browser. */
export function knownImages(sql: SqlStorage, contentKey: string): ContentImages | null {
  const made = imagesOfContent(sql, contentKey);
  return made?.images ? made : (ownImagesOf(sql, [contentKey]).get(contentKey) ?? made);
}

/** Stores what the index says. A content that this drive no longer holds is left alone. */
export function recordImages(sql: SqlStorage, contentKey: string, { version, images }: ContentImages): null {
  sql.exec(
    `INSERT OR REPLACE INTO images (content_key, version, object_key, small_bytes, large_bytes, width, height, blur)
     SELECT content_key, ?, ?, ?, ?, ?, ?, ? FROM contents WHERE content_key = ?`,
    version,
    images?.objectKey ?? null,
    images?.smallBytes ?? 0,
    images?.largeBytes ?? 0,
    images?.width ?? 0,
    images?.height ?? 0,
    images?.blur ?? '',
    contentKey,
  );
  return null;
}

export function dropImages(sql: SqlStorage, contentKey: string): void {
  sql.exec('DELETE FROM images WHERE content_key = ?', contentKey);
}
