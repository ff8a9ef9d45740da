/** SQL of verifications and of the mails counted for an address. Rows hold keyed digests, never an address or a code. */
import type { VerificationRow } from './rules.ts';

/** One entry of SHIELD_MIGRATIONS. */
export const VERIFICATION_MIGRATION = `
  CREATE TABLE verifications (
    id TEXT PRIMARY KEY,
    subject TEXT NOT NULL,         -- keyed digest of the address
    purpose TEXT NOT NULL,
    code_hash TEXT NOT NULL,       -- keyed digest of id and code
    tries INTEGER NOT NULL,        -- wrong ones
    until_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX verifications_by_end ON verifications (until_ms);
  CREATE TABLE mailings (
    subject TEXT NOT NULL,
    sent_ms INTEGER NOT NULL,
    until_ms INTEGER NOT NULL,     -- end of the window it counts in
    PRIMARY KEY (subject, sent_ms)
  ) WITHOUT ROWID;
  CREATE INDEX mailings_by_end ON mailings (until_ms);
`;

/** Times of the mails that still count, ascending. */
export function loadMailings(sql: SqlStorage, subject: string, nowMs: number): number[] {
  return sql
    .exec<{ sent_ms: number }>(
      'SELECT sent_ms FROM mailings WHERE subject = ? AND until_ms > ? ORDER BY sent_ms',
      subject,
      nowMs,
    )
    .toArray()
    .map((row) => row.sent_ms);
}

export function recordMailing(sql: SqlStorage, subject: string, sentMs: number, untilMs: number): void {
  sql.exec('INSERT OR IGNORE INTO mailings (subject, sent_ms, until_ms) VALUES (?, ?, ?)', subject, sentMs, untilMs);
}

export function insertVerification(sql: SqlStorage, id: string, row: Omit<VerificationRow, 'tries'>): void {
  sql.exec(
    'INSERT INTO verifications (id, subject, purpose, code_hash, tries, until_ms) VALUES (?, ?, ?, ?, 0, ?)',
    id,
    row.subject,
    row.purpose,
    row.codeHash,
    row.untilMs,
  );
}

export function loadVerification(sql: SqlStorage, id: string): VerificationRow | null {
  const row = sql
    .exec<{ subject: string; purpose: string; code_hash: string; tries: number; until_ms: number }>(
      'SELECT subject, purpose, code_hash, tries, until_ms FROM verifications WHERE id = ?',
      id,
    )
    .toArray()[0];
  return row
    ? {
        subject: row.subject,
        purpose: row.purpose,
        codeHash: row.code_hash,
        tries: row.tries,
        untilMs: row.until_ms,
      }
    : null;
}

export function countTry(sql: SqlStorage, id: string): void {
  sql.exec('UPDATE verifications SET tries = tries + 1 WHERE id = ?', id);
}

export function deleteVerification(sql: SqlStorage, id: string): void {
  sql.exec('DELETE FROM verifications WHERE id = ?', id);
}

/** Deletes expired rows. @returns when the next row expires (epoch ms), or null */
export function dropOldVerifications(sql: SqlStorage, nowMs: number): number | null {
  sql.exec('DELETE FROM verifications WHERE until_ms <= ?', nowMs);
  sql.exec('DELETE FROM mailings WHERE until_ms <= ?', nowMs);
  const next = sql
    .exec<{ at: number | null }>(
      'SELECT min(until_ms) AS at FROM (SELECT min(until_ms) AS until_ms FROM verifications UNION ALL SELECT min(until_ms) FROM mailings)',
    )
    .toArray()[0];
  return next?.at ?? null;
}
