/**
 * Space of uploads that strangers send: promised part by part, so that a claimed size holds nothing. A row of a part that is not stored
 * is the promise: the reservation of such an upload is the sum of its rows.
 */
import { AppError } from '#shared/errors.ts';
import { MINUTE_MS } from '#shared/units.ts';
import type { DriveTx } from '../../core/tx.ts';
import { requirePlan } from '../../entitlement/traffic.store.ts';
import { reserve, unreserve } from '../../tree/usage/quota.ts';
import { requireStore } from '../../tree/usage/store-limits.store.ts';
import type { PartOrder } from '../rpc-types.ts';
import type { UploadRow } from '../store.ts';

/** Parts of one upload at a time. */
const AT_ONCE = 4;
/** 10 minutes: a part that takes longer may lose its promise to another one, and gets it again when it is here. */
const LEASE_MS = 10 * MINUTE_MS;

interface Row extends Record<string, SqlStorageValue> {
  part: number;
  stored: number;
  at_ms: number;
}

function rowsUnderWay(sql: SqlStorage, uploadId: string): Row[] {
  return sql
    .exec<Row>('SELECT part, stored, at_ms FROM upload_parts WHERE upload_id = ? AND stored = 0', uploadId)
    .toArray();
}

function rowOf(sql: SqlStorage, uploadId: string, part: number): Row | undefined {
  const text = 'SELECT part, stored, at_ms FROM upload_parts WHERE upload_id = ? AND part = ?';
  return sql.exec<Row>(text, uploadId, part).toArray()[0];
}

/** Ends the promise of a part that was not stored. */
export function leavePromise(sql: SqlStorage, uploadId: string, part: number): void {
  const [left] = sql
    .exec<{ bytes: number }>(
      'DELETE FROM upload_parts WHERE upload_id = ? AND part = ? AND stored = 0 RETURNING size_bytes AS bytes',
      uploadId,
      part,
    )
    .toArray();
  if (left) unreserve(sql, uploadId, left.bytes);
}

/**
 * Promises the space of one part, unless it has it. The first part comes before all others: it shows what the file is.
 * @throws AppError failed_precondition, too_many_requests; those of space, plan and store
 */
export function promisePart(
  tx: DriveTx,
  upload: UploadRow,
  { part, sizeBytes, limits }: PartOrder & { readonly sizeBytes: number },
): void {
  const { sql, nowMs } = tx;
  const { id, storage_limit_bytes: storageLimitBytes } = upload;
  if (part !== 1 && rowOf(sql, id, 1)?.stored !== 1)
    throw new AppError('failed_precondition', { reason: 'first_part', field: 'part' });
  const known = rowOf(sql, id, part);
  if (known) {
    if (known.stored === 0)
      sql.exec('UPDATE upload_parts SET at_ms = ? WHERE upload_id = ? AND part = ?', nowMs, id, part);
    return;
  }
  const underWay = rowsUnderWay(sql, id);
  const late = underWay.filter(({ at_ms: atMs }) => atMs + LEASE_MS <= nowMs);
  for (const row of late) leavePromise(sql, id, row.part);
  if (underWay.length - late.length >= AT_ONCE)
    throw new AppError('too_many_requests', { reason: 'parts_at_once', retryInSeconds: 5 });
  if (limits) {
    requireStore(tx, { sizeBytes, storageLimitBytes, store: limits.store });
    requirePlan(tx, 'upload', { sizeBytes, free: limits.free });
  }
  reserve(tx, id, sizeBytes, storageLimitBytes);
  sql.exec(
    "INSERT INTO upload_parts (upload_id, part, object_key, size_bytes, etag, stored, at_ms) VALUES (?, ?, '', ?, '', 0, ?)",
    id,
    part,
    sizeBytes,
    nowMs,
  );
}
