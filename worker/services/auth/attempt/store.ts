/** SQL of tries of a password. */
import type { AttemptRow } from './rules.ts';

export function loadAttempts(sql: SqlStorage, subject: string): AttemptRow | null {
  const row = sql
    .exec<{ started_ms: number; count: number }>('SELECT started_ms, count FROM attempts WHERE subject = ?', subject)
    .toArray()[0];
  return row ? { startedMs: row.started_ms, count: row.count } : null;
}

export function saveAttempts(sql: SqlStorage, subject: string, row: AttemptRow): void {
  sql.exec(
    'INSERT OR REPLACE INTO attempts (subject, started_ms, count) VALUES (?, ?, ?)',
    subject,
    row.startedMs,
    row.count,
  );
}

export function dropAttempts(sql: SqlStorage, startedBeforeMs: number): void {
  sql.exec('DELETE FROM attempts WHERE started_ms <= ?', startedBeforeMs);
}
