/**
 * Rows of hashing: which windows of a sealed upload are digested, which are out on lease. The row of window -1 is the
 * lease of the job itself; while any lease lasts, no second job starts.
 */
import { windowCount } from '#shared/content/window.ts';
import type { WindowDigest } from '#worker/platform/blobs/window-digest.ts';
import { sealLeaseMs } from '../rules.ts';

/** Windows that lie within a part and were digested as it came in, where the part is expected in the content. */
export interface PartDigests {
  readonly offset: number;
  readonly windows: readonly WindowDigest[];
}

const JOB = -1;

/** Lasts until `untilMs`; the caller takes it before it starts hashing. */
export function leaseJob(sql: SqlStorage, uploadId: string, untilMs: number): void {
  sql.exec(
    'INSERT OR REPLACE INTO upload_windows (upload_id, window, lease_until_ms) VALUES (?, ?, ?)',
    uploadId,
    JOB,
    untilMs,
  );
}

/** Windows that are not digested are leased no more. */
export function freeWindows(sql: SqlStorage, uploadId: string): void {
  sql.exec('UPDATE upload_windows SET lease_until_ms = 0 WHERE upload_id = ? AND sha256 IS NULL', uploadId);
}

export function digestedCount(sql: SqlStorage, uploadId: string): number {
  return sql
    .exec<{ n: number }>(
      'SELECT count(*) AS n FROM upload_windows WHERE upload_id = ? AND sha256 IS NOT NULL',
      uploadId,
    )
    .one().n;
}

/** Leases up to `count` windows that are neither digested nor leased. */
export function leaseWindows(
  sql: SqlStorage,
  uploadId: string,
  sizeBytes: number,
  count: number,
  nowMs: number,
  untilMs: number,
): number[] {
  const leased = sql
    .exec<{ window: number }>(
      'UPDATE upload_windows SET lease_until_ms = ?1 WHERE upload_id = ?2 AND window IN (SELECT window FROM upload_windows WHERE upload_id = ?2 AND window >= 0 AND sha256 IS NULL AND lease_until_ms <= ?3 LIMIT ?4) RETURNING window',
      untilMs,
      uploadId,
      nowMs,
      count,
    )
    .toArray()
    .map((row) => row.window);
  const first = sql
    .exec<{ next: number }>(
      'SELECT coalesce(max(window), -1) + 1 AS next FROM upload_windows WHERE upload_id = ?',
      uploadId,
    )
    .one().next;
  for (let window = first; window < windowCount(sizeBytes) && leased.length < count; window += 1) {
    sql.exec(
      'INSERT INTO upload_windows (upload_id, window, lease_until_ms) VALUES (?, ?, ?)',
      uploadId,
      window,
      untilMs,
    );
    leased.push(window);
  }
  return leased;
}

export function putDigests(sql: SqlStorage, uploadId: string, digests: readonly WindowDigest[]): void {
  for (const digest of digests) {
    sql.exec(
      'INSERT OR REPLACE INTO upload_windows (upload_id, window, lease_until_ms, sha256, crc32, gcid_blocks) VALUES (?, ?, 0, ?, ?, ?)',
      uploadId,
      digest.window,
      digest.sha256,
      digest.crc32,
      digest.gcidBlocks,
    );
  }
}

/** Of a sealed upload: digests that are there, and the other windows to be leased. */
export function storeWindows(sql: SqlStorage, uploadId: string, count: number, digests: readonly WindowDigest[]): void {
  putDigests(sql, uploadId, digests);
  sql.exec(
    `INSERT OR IGNORE INTO upload_windows (upload_id, window, lease_until_ms)
     WITH RECURSIVE each (window) AS (SELECT 0 UNION ALL SELECT window + 1 FROM each WHERE window < ?2 - 1)
     SELECT ?1, window, 0 FROM each`,
    uploadId,
    count,
  );
}

/** Digests in order from window `from` on. */
export function digestsFrom(sql: SqlStorage, uploadId: string, from: number, limit: number): WindowDigest[] {
  return sql
    .exec<{ window: number; sha256: string; crc32: number; gcid_blocks: string }>(
      'SELECT window, sha256, crc32, gcid_blocks FROM upload_windows WHERE upload_id = ? AND window >= ? AND sha256 IS NOT NULL ORDER BY window LIMIT ?',
      uploadId,
      from,
      limit,
    )
    .toArray()
    .map((row) => ({ window: row.window, sha256: row.sha256, crc32: row.crc32, gcidBlocks: row.gcid_blocks }));
}

export function forgetWindows(sql: SqlStorage, uploadId: string): void {
  sql.exec('DELETE FROM upload_windows WHERE upload_id = ?', uploadId);
}

/** Sealed uploads with the time their last lease ends. One that began sealed has the lease of its beginning, without a row. */
export function hashingUploads(sql: SqlStorage): { id: string; leasedUntilMs: number }[] {
  return sql
    .exec<{ id: string; at: number }>(
      `SELECT uploads.id AS id, coalesce((SELECT max(lease_until_ms) FROM upload_windows WHERE upload_id = uploads.id AND sha256 IS NULL),
         created_ms + ?) AS at
       FROM uploads WHERE state = 'hashing'`,
      sealLeaseMs(0),
    )
    .toArray()
    .map((row) => ({ id: row.id, leasedUntilMs: row.at }));
}
