/** Migrations of ShieldObject, and the SQL of budgets and spent tokens. Rows hold keyed digests, never an address or a device id. */
import { DEVICE_CODE_MIGRATION } from './device-code/store.ts';
import { RISK_MIGRATION } from './risk/store.ts';
import type { BudgetRow } from './rules.ts';
import { VERIFICATION_MIGRATION } from './verification/store.ts';

/** Append-only: a shipped entry is never edited. */
export const SHIELD_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE budgets (
    subject TEXT PRIMARY KEY,      -- keyed digest of an address or device
    started_ms INTEGER NOT NULL,
    used INTEGER NOT NULL,
    until_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX budgets_by_end ON budgets (until_ms);
  CREATE TABLE spent (
    jti TEXT PRIMARY KEY,
    until_ms INTEGER NOT NULL      -- expiry of the token; after it the signature alone refuses
  ) WITHOUT ROWID;
  CREATE INDEX spent_by_end ON spent (until_ms);
  `,
  VERIFICATION_MIGRATION,
  DEVICE_CODE_MIGRATION,
  RISK_MIGRATION,
];

export function loadBudget(sql: SqlStorage, subject: string): BudgetRow | null {
  const row = sql
    .exec<{ started_ms: number; used: number }>('SELECT started_ms, used FROM budgets WHERE subject = ?', subject)
    .toArray()[0];
  return row ? { startedMs: row.started_ms, used: row.used } : null;
}

export function saveBudget(sql: SqlStorage, subject: string, row: BudgetRow, untilMs: number): void {
  sql.exec(
    'INSERT OR REPLACE INTO budgets (subject, started_ms, used, until_ms) VALUES (?, ?, ?, ?)',
    subject,
    row.startedMs,
    row.used,
    untilMs,
  );
}

/** @returns false when the token was spent before */
export function recordSpent(sql: SqlStorage, jti: string, untilMs: number): boolean {
  if (sql.exec('SELECT 1 FROM spent WHERE jti = ?', jti).toArray().length > 0) return false;
  sql.exec('INSERT INTO spent (jti, until_ms) VALUES (?, ?)', jti, untilMs);
  return true;
}

/** Deletes expired rows. @returns when the next row expires (epoch ms), or null */
export function dropExpired(sql: SqlStorage, nowMs: number): number | null {
  sql.exec('DELETE FROM budgets WHERE until_ms <= ?', nowMs);
  sql.exec('DELETE FROM spent WHERE until_ms <= ?', nowMs);
  const next = sql
    .exec<{ at: number | null }>(
      'SELECT min(until_ms) AS at FROM (SELECT min(until_ms) AS until_ms FROM budgets UNION ALL SELECT min(until_ms) FROM spent)',
    )
    .toArray()[0];
  return next?.at ?? null;
}
