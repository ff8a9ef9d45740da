/** SQL of credits that were taken. No decisions. */
import type { GrantItem } from '#shared/membership/ledger.ts';

export const CLAIM_TABLE = `
  -- Credits of activities that the person took. Each has its entry in the ledger, of the same transaction.
  CREATE TABLE claims (
    key TEXT PRIMARY KEY,            -- activity.<name> | compensation.<type>
    at_ms INTEGER NOT NULL,
    item TEXT NOT NULL               -- JSON of the amounts
  ) WITHOUT ROWID;
`;

/** A credit that the person took, with its value at that time. */
export interface StoredClaim {
  /** Names it, also in the ledger. */
  readonly key: string;
  readonly atMs: number;
  readonly item: GrantItem;
}

interface ClaimRow extends Record<string, SqlStorageValue> {
  key: string;
  at_ms: number;
  item: string;
}

const toClaim = ({ key, at_ms: atMs, item }: ClaimRow): StoredClaim => ({
  key,
  atMs,
  item: JSON.parse(item) as GrantItem,
});

export function selectClaims(sql: SqlStorage): StoredClaim[] {
  return sql.exec<ClaimRow>('SELECT * FROM claims ORDER BY key').toArray().map(toClaim);
}

export function hasClaim(sql: SqlStorage, key: string): boolean {
  return sql.exec('SELECT 1 FROM claims WHERE key = ?', key).toArray().length > 0;
}

export function insertClaim(sql: SqlStorage, { key, atMs, item }: StoredClaim): void {
  sql.exec('INSERT INTO claims (key, at_ms, item) VALUES (?, ?, ?)', key, atMs, JSON.stringify(item));
}

export function deleteClaims(sql: SqlStorage): void {
  sql.exec('DELETE FROM claims');
}
