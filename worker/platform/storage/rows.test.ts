import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { expect, it } from 'vitest';
import { CURSOR_CHARS, hashRows, type Query, readDatabasePage } from './rows.ts';

const queryOf =
  (db: DatabaseSync): Query =>
  async (sql, values) => {
    const statement = db.prepare(sql);
    statement.setReturnArrays(true);
    return statement.all(...(values as SQLInputValue[])).map((row) => Object.values(row));
  };

/** All rows of a table, read in pages of one row where a page may end. */
async function rowsOf(db: DatabaseSync, table: string): Promise<{ rows: (readonly unknown[])[]; pages: number }> {
  const rows: (readonly unknown[])[] = [];
  let pages = 0;
  let cursor = '';
  do {
    const page = await readDatabasePage(queryOf(db), cursor, { bytes: 1 });
    for (const each of page.tables) if (each.table === table) rows.push(...each.rows);
    cursor = page.next;
    pages += 1;
  } while (cursor !== '');
  return { rows, pages };
}

it('no row is left out after a key that JavaScript cannot write', async () => {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE odd (key TEXT PRIMARY KEY, n INTEGER) WITHOUT ROWID');
  db.exec("INSERT INTO odd VALUES ('a', 1), (CAST(x'EDA080' AS TEXT), 2), (CAST(x'EDA081' AS TEXT), 3), ('z', 4)");
  const { rows } = await rowsOf(db, 'odd');
  expect(rows).toHaveLength(4);
  expect(new Set(rows.map(([, n]) => n))).toEqual(new Set([1, 2, 3, 4]));
});

it('a key that is longer than a cursor is passed within a page', async () => {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE long (key TEXT PRIMARY KEY) WITHOUT ROWID');
  for (const first of ['a', 'b', 'c']) db.prepare('INSERT INTO long VALUES (?)').run(first + 'x'.repeat(CURSOR_CHARS));
  expect((await rowsOf(db, 'long')).rows).toHaveLength(3);
});

it('the numbers of AUTOINCREMENT are in one page, and the hash does not depend on pages', async () => {
  const db = new DatabaseSync(':memory:');
  for (const name of ['one', 'two', 'three']) {
    db.exec(`CREATE TABLE ${name} (seq INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT)`);
    for (let at = 0; at < 5; at += 1) db.prepare(`INSERT INTO ${name} (text) VALUES (?)`).run(`${name} ${at}`);
  }
  const { rows, pages } = await rowsOf(db, 'sqlite_sequence');
  expect(pages).toBeGreaterThan(10);
  expect(rows).toHaveLength(3);
  expect(new Map(rows.map(([, name, seq]) => [name, seq]))).toEqual(
    new Map([
      ['one', 5],
      ['two', 5],
      ['three', 5],
    ]),
  );
  const last = (await readDatabasePage(queryOf(db), '{"table":"sqlite_sequence","after":[]}', { bytes: 1 })).tables;
  expect(last[0]?.rows).toHaveLength(3);
  const hashes = await Promise.all(
    [1, 50, 1_000_000].map((bytes) => hashRows(queryOf(db), { bytes, rows: bytes === 50 ? 2 : 100 })),
  );
  expect(new Set(hashes).size).toBe(1);
});
