/**
 * Small images in the blob index: one row a content, for all drives that hold it. While they are made the row is a lease that
 * names the object to be: a maker that dies leaves a row whose object the alarm deletes.
 */
import { MINUTE_MS } from '#shared/units.ts';
import { TURN_MS } from '#worker/platform/pictures/codec.ts';
import type { ContentImages } from './model.ts';

export const LEASE_MS = TURN_MS;
/** 5 minutes: a picture that ends the codec takes it from the others no more often. */
export const REST_MS = 5 * MINUTE_MS;

interface IndexRow extends Record<string, SqlStorageValue> {
  version: number;
  object_key: string | null;
  lease_ms: number | null;
  small_bytes: number;
  large_bytes: number;
  width: number;
  height: number;
  blur: string;
}

/** A maker's turn: nothing is left to do, it makes them under this key, another one does, none may yet, or the content is gone. */
export type ImageTurn =
  | { readonly kind: 'known'; readonly known: ContentImages }
  | { readonly kind: 'yours'; readonly objectKey: string }
  | { readonly kind: 'taken' }
  | { readonly kind: 'resting' }
  | { readonly kind: 'gone' };

function rowOf(sql: SqlStorage, contentKey: string): IndexRow | undefined {
  return sql.exec<IndexRow>('SELECT * FROM images WHERE content_key = ?', contentKey).toArray()[0];
}

function toKnown(row: IndexRow): ContentImages {
  const { version, object_key: objectKey, width, height, blur } = row;
  if (objectKey === null) return { version, images: null };
  return {
    version,
    images: { objectKey, smallBytes: row.small_bytes, largeBytes: row.large_bytes, width, height, blur },
  };
}

function discard(sql: SqlStorage, objectKey: string | null): void {
  if (objectKey !== null) sql.exec('INSERT OR IGNORE INTO removals (object_key) VALUES (?)', objectKey);
}

/** @param objectKey  of the object to be, where the caller is to make it */
export function beginImages(
  sql: SqlStorage,
  { contentKey, version, objectKey }: { contentKey: string; version: number; objectKey: string },
  nowMs: number,
): ImageTurn {
  const row = rowOf(sql, contentKey);
  if (row && row.lease_ms === null && (row.object_key !== null || row.version >= version))
    return { kind: 'known', known: toKnown(row) };
  if (row && row.lease_ms !== null && row.lease_ms > nowMs)
    return { kind: row.object_key === null ? 'resting' : 'taken' };
  if (sql.exec('SELECT 1 FROM blobs WHERE content_key = ?', contentKey).toArray().length === 0) return { kind: 'gone' };
  discard(sql, row?.object_key ?? null);
  sql.exec(
    'INSERT OR REPLACE INTO images (content_key, version, object_key, lease_ms) VALUES (?, ?, ?, ?)',
    contentKey,
    version,
    objectKey,
    nowMs + LEASE_MS,
  );
  return { kind: 'yours', objectKey };
}

/** Null: the attempt failed for a reason that passes, and the next look tries again. Failed: a look some minutes later does. */
export type MadeImages = ContentImages | null | 'failed';

/** Ends a lease. @returns false when the lease had ended: the object is deleted */
export function finishImages(
  sql: SqlStorage,
  { contentKey, objectKey, made }: { contentKey: string; objectKey: string; made: MadeImages },
  nowMs: number,
): boolean {
  const row = rowOf(sql, contentKey);
  const isOurs = row?.object_key === objectKey && row.lease_ms !== null;
  if (!isOurs || made === 'failed' || !made?.images) discard(sql, objectKey);
  if (!isOurs) return false;
  if (made === null) {
    sql.exec('DELETE FROM images WHERE content_key = ?', contentKey);
    return true;
  }
  if (made === 'failed') {
    const text = 'UPDATE images SET object_key = NULL, lease_ms = ? WHERE content_key = ?';
    sql.exec(text, nowMs + REST_MS, contentKey);
    return true;
  }
  const { images } = made;
  sql.exec(
    `UPDATE images SET lease_ms = NULL, version = ?, object_key = ?, small_bytes = ?, large_bytes = ?, width = ?, height = ?, blur = ?
     WHERE content_key = ?`,
    made.version,
    images?.objectKey ?? null,
    images?.smallBytes ?? 0,
    images?.largeBytes ?? 0,
    images?.width ?? 0,
    images?.height ?? 0,
    images?.blur ?? '',
    contentKey,
  );
  return true;
}

/** With their content, the images are deleted. */
export function buryImages(sql: SqlStorage, contentKey: string): void {
  discard(sql, rowOf(sql, contentKey)?.object_key ?? null);
  sql.exec('DELETE FROM images WHERE content_key = ?', contentKey);
}

/** Ends leases whose makers are gone. @returns when the next one ends, epoch ms, or null */
export function sweepImages(sql: SqlStorage, nowMs: number): number | null {
  for (const row of sql
    .exec<{ content_key: string }>('SELECT content_key FROM images WHERE lease_ms <= ?', nowMs)
    .toArray())
    buryImages(sql, row.content_key);
  return sql.exec<{ at: number | null }>('SELECT min(lease_ms) AS at FROM images WHERE lease_ms IS NOT NULL').one().at;
}
