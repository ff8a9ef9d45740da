/**
 * Small images in the blob index: one row a content, for all drives that hold it. While they are made the row is a lease that
 * names the object to be: a maker that dies leaves a row whose object the alarm deletes. Attempts that end in a failure are counted:
 * each is followed by a longer rest, the last one by none other.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/units.ts';
import type { ContentImages } from './model.ts';

/** 10 s, renewed while they are made: after a restart the next look waits no longer for a maker that is gone. */
export const LEASE_MS = 10 * SECOND_MS;
/** 3 s: two renewals may be late. */
export const RENEW_MS = 3 * SECOND_MS;
/**
 * The rest after each attempt that failed. The first ones are short, because a restart is the likely reason; the last ones are longer
 * than an outage of the store. After one attempt more the picture has no image until a newer codec.
 */
const REST_MS = [
  2 * SECOND_MS,
  10 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  6 * HOUR_MS,
  DAY_MS,
  DAY_MS,
  DAY_MS,
] as const;
/** As the version of a row: no codec has decided, the next look tries again. */
const UNDECIDED = 0;

interface IndexRow extends Record<string, SqlStorageValue> {
  version: number;
  tries: number;
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

/** Counts an attempt that failed. @param hasRest  the codec is for others before the next attempt */
function failed(sql: SqlStorage, contentKey: string, tries: number, nowMs: number, hasRest: boolean): void {
  const restMs = REST_MS[tries - 1];
  const isLast = restMs === undefined;
  sql.exec(
    `UPDATE images SET object_key = NULL, tries = ?, lease_ms = ?, version = CASE WHEN ? THEN version ELSE ${UNDECIDED} END
     WHERE content_key = ?`,
    tries,
    hasRest && !isLast ? nowMs + restMs : null,
    isLast ? 1 : 0,
    contentKey,
  );
}

/** Ends a lease whose maker is gone: a restart of the server more often than the picture, so no rest follows. */
function endLease(sql: SqlStorage, contentKey: string, row: Pick<IndexRow, 'object_key' | 'tries'>): void {
  discard(sql, row.object_key);
  failed(sql, contentKey, row.tries + 1, 0, false);
}

/** @param objectKey  of the object to be, where the caller is to make it */
export function beginImages(
  sql: SqlStorage,
  { contentKey, version, objectKey }: { contentKey: string; version: number; objectKey: string },
  nowMs: number,
): ImageTurn {
  let row = rowOf(sql, contentKey);
  if (row && row.lease_ms !== null && row.lease_ms > nowMs)
    return { kind: row.object_key === null ? 'resting' : 'taken' };
  if (row && row.lease_ms !== null && row.object_key !== null) {
    endLease(sql, contentKey, row);
    row = rowOf(sql, contentKey);
  }
  if (row && row.lease_ms === null && (row.object_key !== null || row.version >= version))
    return { kind: 'known', known: toKnown(row) };
  if (sql.exec('SELECT 1 FROM blobs WHERE content_key = ?', contentKey).toArray().length === 0) return { kind: 'gone' };
  // Attempts of an older codec say nothing about this one.
  const isOlder = row !== undefined && row.lease_ms === null && row.version !== UNDECIDED;
  sql.exec(
    'INSERT OR REPLACE INTO images (content_key, version, object_key, lease_ms, tries) VALUES (?, ?, ?, ?, ?)',
    contentKey,
    version,
    objectKey,
    nowMs + LEASE_MS,
    isOlder ? 0 : (row?.tries ?? 0),
  );
  return { kind: 'yours', objectKey };
}

/** The maker is still there. */
export function renewImages(
  sql: SqlStorage,
  { contentKey, objectKey }: { contentKey: string; objectKey: string },
  nowMs: number,
): null {
  sql.exec(
    'UPDATE images SET lease_ms = ? WHERE content_key = ? AND object_key = ? AND lease_ms IS NOT NULL',
    nowMs + LEASE_MS,
    contentKey,
    objectKey,
  );
  return null;
}

/** Null: the attempt did not begin, and the next look tries again. Failed: a look after a rest does. */
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
  if (made === 'failed') {
    failed(sql, contentKey, row.tries + 1, nowMs, true);
    return true;
  }
  const images = made?.images;
  sql.exec(
    `UPDATE images SET lease_ms = NULL, version = ?, object_key = ?, tries = ?, small_bytes = ?, large_bytes = ?, width = ?,
       height = ?, blur = ?
     WHERE content_key = ?`,
    made?.version ?? UNDECIDED,
    images?.objectKey ?? null,
    made ? 0 : row.tries,
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

/** Ends leases whose makers are gone, and rests. @returns when the next one ends, epoch ms, or null */
export function sweepImages(sql: SqlStorage, nowMs: number): number | null {
  for (const row of sql
    .exec<{ content_key: string; object_key: string | null; tries: number }>(
      'SELECT content_key, object_key, tries FROM images WHERE lease_ms <= ?',
      nowMs,
    )
    .toArray()) {
    if (row.object_key !== null) endLease(sql, row.content_key, row);
    else sql.exec(`UPDATE images SET lease_ms = NULL, version = ${UNDECIDED} WHERE content_key = ?`, row.content_key);
  }
  return sql.exec<{ at: number | null }>('SELECT min(lease_ms) AS at FROM images WHERE lease_ms IS NOT NULL').one().at;
}
