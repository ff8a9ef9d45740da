/**
 * Limits of what uploads cost the store, beside the storage of a person: bytes of deleted contents stay for their grace, and
 * every upload is written. Usage (invariant I1) counts neither.
 *
 * A content counts from its release by this drive, whether or not others hold it: an answer must not reveal that.
 */
import { AppError } from '#shared/errors.ts';
import { DAY_MS, SECOND_MS } from '#shared/units.ts';
import type { DriveTx } from '../../core/tx.ts';
import { storageLimit } from '../../entitlement/limits.store.ts';

export interface StoreLimits {
  /** Bytes of one day (UTC). */
  readonly dayBytes: number;
  /** Share of the storage limit that deleted contents may occupy besides, per cent. */
  readonly deletedPercent: number;
}

/** Rows forgotten in one step. */
const FORGOTTEN_ROWS = 2_000;

/** This drive holds the content no more. */
export function startGrace(tx: DriveTx, contentKey: string, bytes: number): void {
  const added = tx.sql.exec(
    'INSERT INTO let_go (content_key, bytes, until_ms) VALUES (?, ?, ?) ON CONFLICT (content_key) DO NOTHING RETURNING 1',
    contentKey,
    bytes,
    tx.nowMs + tx.limits.graceMs,
  );
  if (added.toArray().length > 0) tx.sql.exec('UPDATE space SET let_go_bytes = let_go_bytes + ?', bytes);
}

/** This drive holds the contents again. */
export function cancelGraces(sql: SqlStorage, contentKeys: readonly string[]): void {
  const rows = sql
    .exec<{ bytes: number }>(
      'DELETE FROM let_go WHERE content_key IN (SELECT value FROM json_each(?)) RETURNING bytes',
      JSON.stringify(contentKeys),
    )
    .toArray();
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
  if (bytes > 0) sql.exec('UPDATE space SET let_go_bytes = let_go_bytes - ?', bytes);
}

/** Forgets contents whose grace has ended. */
export function endGraces(sql: SqlStorage, nowMs: number): void {
  const ended = sql
    .exec<{ bytes: number }>(
      'DELETE FROM let_go WHERE content_key IN (SELECT content_key FROM let_go WHERE until_ms <= ? LIMIT ?) RETURNING bytes',
      nowMs,
      FORGOTTEN_ROWS,
    )
    .toArray();
  if (ended.length === 0) return;
  const bytes = ended.reduce((sum, row) => sum + row.bytes, 0);
  sql.exec('UPDATE space SET let_go_bytes = let_go_bytes - ?', bytes);
}

function dayOf(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 10);
}

/** SQL that counts bytes that an upload brought in the row of `space`; its values are `uploadedValues`. */
export const COUNT_UPLOADED = `upload_day_bytes = CASE WHEN upload_day = ? THEN upload_day_bytes ELSE 0 END + ?,
  client_day_bytes = CASE WHEN upload_day = ? THEN client_day_bytes ELSE 0 END + ?, upload_day = ?`;

/** @param clientBytes  of these, bytes that a client sent; the others were fetched by link or made here */
export function uploadedValues(nowMs: number, bytes: number, clientBytes: number): SqlStorageValue[] {
  const day = dayOf(nowMs);
  return [day, bytes, day, clientBytes, day];
}

/** Bytes of today that no client sent: fetched by link, extracted, or packed. */
function madeToday(sql: SqlStorage, nowMs: number): number {
  const text = 'SELECT CASE WHEN upload_day = ? THEN upload_day_bytes - client_day_bytes ELSE 0 END AS made FROM space';
  return sql.exec<{ made: number }>(text, dayOf(nowMs)).one().made;
}

/**
 * Space of archives that are being packed or extracted: of their sessions, and of what an extraction has yet to write.
 * One that was given up has no reservation, also while it is hashed.
 */
function beingMade(sql: SqlStorage): number {
  const text = `SELECT coalesce(sum(bytes), 0) AS made FROM reservations
    WHERE owner IN (SELECT id FROM uploads WHERE state IN ('open', 'hashing') AND made_here = 1)
      OR owner IN (SELECT id FROM tasks WHERE type = 'decompress')`;
  return sql.exec<{ made: number }>(text).one().made;
}

/** @throws AppError resource_exhausted, with the seconds until the next day */
export function requireMakeable({ sql, nowMs }: Pick<DriveTx, 'sql' | 'nowMs'>, bytes: number, dayBytes: number): void {
  // Archives that are being made count as if they ended today, so that many at once do not pass together.
  if (bytes === 0 || madeToday(sql, nowMs) + beingMade(sql) + bytes <= dayBytes) return;
  throw new AppError('resource_exhausted', {
    reason: 'archive_bytes_per_day',
    retryInSeconds: untilTomorrow(nowMs),
    metadata: { limit: String(dayBytes) },
    messageKey: 'errors.upload_day_limit',
  });
}

function untilTomorrow(nowMs: number): number {
  return Math.ceil((DAY_MS - (nowMs % DAY_MS)) / SECOND_MS);
}

interface Stand extends Record<string, SqlStorageValue> {
  used: number;
  reserved: number;
  deleted: number;
  today: number;
}

/**
 * Whether the store takes so many bytes more from this person.
 * @throws AppError upload_day_limit, deleted_space_not_free; both say when to come back
 */
export function requireStore(
  { sql, nowMs }: DriveTx,
  input: { readonly sizeBytes: number; readonly storageLimitBytes: number; readonly store: StoreLimits },
): void {
  const { sizeBytes, store } = input;
  if (sizeBytes === 0) return;
  const storageLimitBytes = storageLimit({ sql, nowMs }, input.storageLimitBytes);
  endGraces(sql, nowMs);
  const { used, reserved, deleted, today } = sql
    .exec<Stand>(
      `SELECT usage_bytes AS used, reserved_bytes AS reserved, let_go_bytes AS deleted,
         CASE WHEN upload_day = ? THEN upload_day_bytes ELSE 0 END AS today FROM space`,
      dayOf(nowMs),
    )
    .one();
  // Open uploads are counted as if they ended today, so that many at once do not pass together.
  if (today + reserved + sizeBytes > store.dayBytes) {
    throw new AppError('upload_day_limit', {
      retryInSeconds: untilTomorrow(nowMs),
      metadata: { limit: String(store.dayBytes) },
    });
  }
  // Without the deleted bytes it does not fit either: the quota refuses it.
  if (used + reserved + sizeBytes > storageLimitBytes) return;
  const limitBytes = storageLimitBytes + Math.floor((storageLimitBytes / 100) * store.deletedPercent);
  if (used + reserved + deleted + sizeBytes <= limitBytes || deleted === 0) return;
  const untilMs = sql.exec<{ at: number | null }>('SELECT min(until_ms) AS at FROM let_go').one().at ?? nowMs;
  throw new AppError('deleted_space_not_free', {
    retryInSeconds: Math.max(1, Math.ceil((untilMs - nowMs) / SECOND_MS)),
    metadata: { deleted: String(deleted), limit: String(limitBytes), needed: String(sizeBytes) },
  });
}
