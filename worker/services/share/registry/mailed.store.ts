/** SQL of the letters with links that a person has sent within a day. A mark names link and address, and neither can be read from it. */
import { DAY_MS } from '#shared/units.ts';

export const MAILED_TABLE = 'CREATE TABLE mailed (mark TEXT PRIMARY KEY, at_ms INTEGER NOT NULL) WITHOUT ROWID';

/** Marks of the last day; forgets those of before. */
export function mailedMarks(sql: SqlStorage, nowMs: number): { readonly mark: string; readonly atMs: number }[] {
  sql.exec('DELETE FROM mailed WHERE at_ms <= ?', nowMs - DAY_MS);
  return sql.exec<{ mark: string; atMs: number }>('SELECT mark, at_ms AS atMs FROM mailed ORDER BY at_ms').toArray();
}

export function insertMailed(sql: SqlStorage, mark: string, nowMs: number): void {
  sql.exec('INSERT INTO mailed (mark, at_ms) VALUES (?, ?)', mark, nowMs);
}
