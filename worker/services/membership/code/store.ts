/** SQL of gift codes, and the one decision that must be inside its transaction: who gets a code. */
import { AppError } from '#shared/errors.ts';
import type { GrantItem, LedgerActor } from '#shared/membership/ledger.ts';
import type { ClaimedCode, ClaimInput } from '../rpc-types.ts';

export interface GiftBatch {
  readonly id: string;
  readonly product: string;
  readonly item: GrantItem;
  readonly codes: number;
  readonly untilMs: number;
  readonly createdMs: number;
  readonly revokedMs: number | null;
  readonly note: string;
  readonly actor: LedgerActor;
}

interface BatchRow extends Record<string, SqlStorageValue> {
  id: string;
  product: string;
  item: string;
  codes: number;
  until_ms: number;
  created_ms: number;
  revoked_ms: number | null;
  note: string;
  actor: string;
}

/** Batches of one list. */
const LISTED_BATCHES = 200;
/** Codes of one statement. */
const CODES_AT_ONCE = 50;

function toBatch(row: BatchRow): GiftBatch {
  return {
    id: row.id,
    product: row.product,
    item: JSON.parse(row.item) as GrantItem,
    codes: row.codes,
    untilMs: row.until_ms,
    createdMs: row.created_ms,
    revokedMs: row.revoked_ms,
    note: row.note,
    actor: JSON.parse(row.actor) as LedgerActor,
  };
}

export function insertBatch(sql: SqlStorage, batch: GiftBatch): void {
  sql.exec(
    `INSERT OR IGNORE INTO batches (id, product, item, codes, until_ms, created_ms, revoked_ms, note, actor)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    batch.id,
    batch.product,
    JSON.stringify(batch.item),
    batch.codes,
    batch.untilMs,
    batch.createdMs,
    batch.revokedMs,
    batch.note,
    JSON.stringify(batch.actor),
  );
}

export function insertCodes(sql: SqlStorage, digests: readonly string[]): void {
  for (let first = 0; first < digests.length; first += CODES_AT_ONCE) {
    const some = digests.slice(first, first + CODES_AT_ONCE);
    sql.exec(`INSERT INTO codes (digest) VALUES ${some.map(() => '(?)').join(', ')}`, ...some);
  }
}

export function listBatches(sql: SqlStorage): GiftBatch[] {
  return sql
    .exec<BatchRow>('SELECT * FROM batches ORDER BY created_ms DESC, id LIMIT ?', LISTED_BATCHES)
    .toArray()
    .map(toBatch);
}

export function usedCodes(sql: SqlStorage): number {
  return sql.exec<{ n: number }>('SELECT count(*) AS n FROM codes WHERE user_id IS NOT NULL').one().n;
}

export function revokeBatch(sql: SqlStorage, id: string, nowMs: number): void {
  sql.exec('UPDATE batches SET revoked_ms = ? WHERE id = ? AND revoked_ms IS NULL', nowMs, id);
}

/**
 * A repeat by the same person gets the same answer, whatever has happened to the batch since.
 * @throws AppError invalid_activation_code, activation_code_reused, member_code_not_support_region
 */
export function claimCode(sql: SqlStorage, { digest, userId, region }: ClaimInput, nowMs: number): ClaimedCode {
  const batch = sql.exec<BatchRow>('SELECT * FROM batches').toArray().map(toBatch)[0];
  const code = sql.exec<{ user_id: string | null }>('SELECT user_id FROM codes WHERE digest = ?', digest).toArray()[0];
  if (!batch || !code) throw new AppError('invalid_activation_code');
  const claimed = { batchId: batch.id, digest, product: batch.product, item: batch.item };
  if (code.user_id === userId) return { ...claimed, isRepeat: true };
  if (code.user_id !== null) throw new AppError('activation_code_reused');
  if (batch.revokedMs !== null) throw new AppError('invalid_activation_code', { reason: 'revoked' });
  if (nowMs >= batch.untilMs) throw new AppError('invalid_activation_code', { reason: 'ended' });
  const { item } = batch;
  if (item.type === 'premium' && item.region === 'regional' && region !== 'regional')
    throw new AppError('member_code_not_support_region');
  sql.exec('UPDATE codes SET user_id = ?, used_ms = ? WHERE digest = ?', userId, nowMs, digest);
  return { ...claimed, isRepeat: false };
}
