/**
 * Bytes used and promised. A promise is made by one conditional statement, so that parallel calls never pass the limit;
 * it is then committed (becomes used), spent piece by piece, or released.
 */
import { AppError } from '#shared/errors.ts';
import type { DriveTx } from '../../core/tx.ts';
import { passesMark, warnOf } from '../../entitlement/full-mark.ts';
import { storageLimit } from '../../entitlement/limits.store.ts';
import { COUNT_UPLOADED, uploadedValues } from './store-limits.store.ts';

type SpaceTx = Pick<DriveTx, 'sql' | 'nowMs' | 'publish'>;

/**
 * Promises bytes to `owner` (an upload or task id); a second promise to the same owner adds to the first.
 * @param nodes  added ones whose rows say that they are counted
 * @param freeBytes  storage of the free plan; the person's membership raises it
 * @throws AppError file_space_not_enough, with the bytes `used` (promised ones too), `limit` and `needed`
 */
export function reserve(tx: SpaceTx, owner: string, bytes: number, freeBytes: number, nodes = 0): void {
  const { sql, nowMs } = tx;
  const limitBytes = storageLimit(tx, freeBytes);
  const [made] = sql
    .exec<{ held: number }>(
      `UPDATE space SET reserved_bytes = reserved_bytes + ?1, nodes = nodes + ?3
       WHERE ?1 = 0 OR usage_bytes + reserved_bytes + ?1 <= ?2 RETURNING usage_bytes + reserved_bytes AS held`,
      bytes,
      limitBytes,
      nodes,
    )
    .toArray();
  if (!made) throw spaceError(sql, bytes, limitBytes);
  if (passesMark(made.held - bytes, made.held, limitBytes)) warnOf(tx, 'storage');
  sql.exec(
    'INSERT INTO reservations (owner, bytes, at_ms) VALUES (?, ?, ?) ON CONFLICT (owner) DO UPDATE SET bytes = bytes + excluded.bytes',
    owner,
    bytes,
    nowMs,
  );
}

/** Bytes that are neither used nor promised; negative after a membership has ended. @param freeBytes  storage of the free plan */
export function spaceLeft(tx: Pick<SpaceTx, 'sql' | 'nowMs'>, freeBytes: number): number {
  const { usage_bytes, reserved_bytes } = readSpace(tx.sql);
  return storageLimit(tx, freeBytes) - usage_bytes - reserved_bytes;
}

function spaceError(sql: SqlStorage, bytes: number, limitBytes: number): AppError {
  const { usage_bytes, reserved_bytes } = readSpace(sql);
  const used = String(usage_bytes + reserved_bytes);
  return new AppError('file_space_not_enough', {
    metadata: { used, limit: String(limitBytes), needed: String(bytes) },
  });
}

/** Changes of the row of `space` by a small file. */
export interface LandedCounts {
  /** Used from now on. */
  readonly bytes: number;
  /** Brought today. */
  readonly uploadedBytes: number;
  /** Added ones whose rows say that they are counted. */
  readonly nodes: number;
  /** Promises of objects that are left. */
  readonly series: string;
}

/** Counts an uploaded file in one statement, and the change that the owner sees. @throws AppError file_space_not_enough */
export function countLanded(tx: DriveTx, counts: LandedCounts, freeBytes: number): void {
  const limitBytes = storageLimit(tx, freeBytes);
  const { bytes, uploadedBytes, nodes, series } = counts;
  const [counted] = tx.sql
    .exec<{ held: number }>(
      `UPDATE space SET usage_bytes = usage_bytes + ?1, nodes = nodes + ?2, put_series = ?3, revision = revision + 1, ${COUNT_UPLOADED}
     WHERE ?1 = 0 OR usage_bytes + reserved_bytes + ?1 <= ?9 RETURNING usage_bytes + reserved_bytes AS held`,
      bytes,
      nodes,
      series,
      ...uploadedValues(tx.nowMs, uploadedBytes, uploadedBytes),
      limitBytes,
    )
    .toArray();
  if (!counted) throw spaceError(tx.sql, bytes, limitBytes);
  if (passesMark(counted.held - bytes, counted.held, limitBytes)) warnOf(tx, 'storage');
  tx.changed(true);
}

/** Promises nothing: whether so much would fit now. @throws AppError file_space_not_enough */
export function requireSpace(tx: Pick<DriveTx, 'sql' | 'nowMs'>, bytes: number, freeBytes: number): void {
  const { sql } = tx;
  const limitBytes = storageLimit(tx, freeBytes);
  const { usage_bytes, reserved_bytes } = readSpace(sql);
  if (bytes > 0 && usage_bytes + reserved_bytes + bytes > limitBytes) throw spaceError(sql, bytes, limitBytes);
}

/** Makes a promise smaller; bytes that are not promised are no error. */
export function unreserve(sql: SqlStorage, owner: string, bytes: number): void {
  const less = Math.min(
    bytes,
    sql.exec<{ bytes: number }>('SELECT bytes FROM reservations WHERE owner = ?', owner).toArray()[0]?.bytes ?? 0,
  );
  sql.exec('UPDATE reservations SET bytes = bytes - ? WHERE owner = ?', less, owner);
  sql.exec('UPDATE space SET reserved_bytes = reserved_bytes - ?', less);
}

/** Makes a promise at most so large; a smaller one, or none, stays as it is. */
export function shrinkTo(sql: SqlStorage, owner: string, bytes: number): void {
  const [row] = sql.exec<{ bytes: number }>('SELECT bytes FROM reservations WHERE owner = ?', owner).toArray();
  if (row && row.bytes > bytes) unreserve(sql, owner, row.bytes - bytes);
}

/** Ends a promise; no promise is no error. @returns the bytes that were left of it */
export function release(sql: SqlStorage, owner: string): number {
  const bytes =
    sql.exec<{ bytes: number }>('DELETE FROM reservations WHERE owner = ? RETURNING bytes', owner).toArray()[0]
      ?.bytes ?? 0;
  if (bytes > 0) sql.exec('UPDATE space SET reserved_bytes = reserved_bytes - ?', bytes);
  return bytes;
}

export interface ReservedCounts extends Pick<LandedCounts, 'bytes' | 'uploadedBytes'> {
  /** Of the uploaded bytes, those that a client sent. */
  readonly clientBytes: number;
}

/** Ends the promise of an upload with its file, and counts the change that the owner sees. @param counts.bytes  used from now on */
export function commitReserved(tx: DriveTx, owner: string, counts: ReservedCounts): void {
  const [promise] = tx.sql
    .exec<{ bytes: number }>('DELETE FROM reservations WHERE owner = ? RETURNING bytes', owner)
    .toArray();
  tx.sql.exec(
    `UPDATE space SET reserved_bytes = reserved_bytes - ?, usage_bytes = usage_bytes + ?, revision = revision + 1, ${COUNT_UPLOADED}`,
    promise?.bytes ?? 0,
    counts.bytes,
    ...uploadedValues(tx.nowMs, counts.uploadedBytes, counts.clientBytes),
  );
  tx.changed(true);
}

/** Turns a piece of a promise into used bytes and keeps the rest of it. @returns false when not that much is left; nothing is done */
export function spend(sql: SqlStorage, owner: string, bytes: number): boolean {
  if (bytes === 0) return true;
  const spent = sql
    .exec('UPDATE reservations SET bytes = bytes - ?1 WHERE owner = ?2 AND bytes >= ?1 RETURNING 1', bytes, owner)
    .toArray();
  if (spent.length === 0) return false;
  sql.exec('UPDATE space SET usage_bytes = usage_bytes + ?1, reserved_bytes = reserved_bytes - ?1', bytes);
  return true;
}

/** Used bytes that are used no longer. */
export function giveBack(sql: SqlStorage, bytes: number): void {
  if (bytes > 0) sql.exec('UPDATE space SET usage_bytes = usage_bytes - ?', bytes);
}

/** Whether the drive may hold so many files, folders and versions more. */
export function hasNodes({ sql, limits }: Pick<DriveTx, 'sql' | 'limits'>, count: number): boolean {
  return (
    count === 0 || sql.exec<{ nodes: number }>('SELECT nodes FROM space').one().nodes + count <= limits.nodesPerDrive
  );
}

/** Asked inside the transaction that adds them. @throws AppError file_count_limit */
export function requireNodes(tx: Pick<DriveTx, 'sql' | 'limits'>, count: number): void {
  if (!hasNodes(tx, count))
    throw new AppError('file_count_limit', { metadata: { limit: String(tx.limits.nodesPerDrive) } });
}

export interface SpaceRow extends Record<string, SqlStorageValue> {
  usage_bytes: number;
  reserved_bytes: number;
}

export function readSpace(sql: SqlStorage): SpaceRow {
  return sql.exec<SpaceRow>('SELECT usage_bytes, reserved_bytes FROM space').one();
}
