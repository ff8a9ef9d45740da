/** Receipts of files that a person sent before signing in, in the drive of that person: digests, which read and take back as the secrets do. */
import type { DriveTx } from '../core/tx.ts';

export const SENT_RECEIPTS_TABLE = `
  CREATE TABLE sent_receipts (
    link_id TEXT NOT NULL,
    receipt TEXT NOT NULL,             -- digest of the secret
    at_ms INTEGER NOT NULL,            -- when the account took it
    PRIMARY KEY (link_id, receipt)
  ) WITHOUT ROWID;
`;

/** Receipts of a drive; beyond it the oldest go. */
const MOST = 100;

export interface SentReceipt {
  readonly linkId: string;
  /** Digest of the visitor's secret. */
  readonly receipt: string;
}

export function insertReceipts({ sql, nowMs }: DriveTx, receipts: readonly SentReceipt[]): { ok: true } {
  for (const { linkId, receipt } of receipts)
    sql.exec(
      'INSERT INTO sent_receipts (link_id, receipt, at_ms) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      linkId,
      receipt,
      nowMs,
    );
  sql.exec(
    `DELETE FROM sent_receipts WHERE (link_id, receipt) NOT IN
       (SELECT link_id, receipt FROM sent_receipts ORDER BY at_ms DESC, link_id, receipt LIMIT ?)`,
    MOST,
  );
  return { ok: true };
}

export interface TakenReceipt extends SentReceipt {
  /** When the account took it, epoch ms. */
  readonly atMs: number;
}

/** Newest first. */
export function selectReceipts(sql: SqlStorage, limit: number): TakenReceipt[] {
  return sql
    .exec<{ link_id: string; receipt: string; at_ms: number }>(
      'SELECT link_id, receipt, at_ms FROM sent_receipts ORDER BY at_ms DESC, link_id, receipt LIMIT ?',
      limit,
    )
    .toArray()
    .map(({ link_id: linkId, receipt, at_ms: atMs }) => ({ linkId, receipt, atMs }));
}

/** Receipts that lead nowhere any more. */
export function deleteReceipts({ sql }: DriveTx, receipts: readonly SentReceipt[]): { ok: true } {
  for (const { linkId, receipt } of receipts)
    sql.exec('DELETE FROM sent_receipts WHERE link_id = ? AND receipt = ?', linkId, receipt);
  return { ok: true };
}
