import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { expect, it } from 'vitest';
import { hashDatabase } from './database-copy.ts';
import { hashRows } from './rows.ts';

it('the hash of a large database needs few statements, of which a request may make 1,000', async () => {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE people (user_id TEXT PRIMARY KEY, name TEXT)');
  db.exec(
    "INSERT INTO people SELECT 'V' || value, 'Person ' || value FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 60000) SELECT value FROM n)",
  );
  let statements = 0;
  const read = (sql: string, values: readonly unknown[]) => {
    statements += 1;
    const statement = db.prepare(sql);
    statement.setReturnArrays(true);
    return statement.all(...(values as SQLInputValue[])).map((row) => Object.values(row));
  };
  const d1 = {
    prepare: (sql: string) => ({ bind: (...values: unknown[]) => ({ raw: async () => read(sql, values) }) }),
  } as unknown as D1Database;
  const hash = await hashDatabase(d1);
  expect(statements).toBeLessThan(60);
  expect(hash).toBe(await hashRows(async (sql, values) => read(sql, values), { bytes: 1_000_000 }));
});
