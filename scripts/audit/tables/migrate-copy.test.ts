import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { MIGRATIONS, migrateCopy } from './migrate-copy.ts';

/** An object whose last call was by the version that had so many migrations. */
function objectOf(className: string, version: number): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE _self (class TEXT, name TEXT, version INTEGER)');
  // Tables that every object has, and some migrations use.
  db.exec(
    'CREATE TABLE _outbox (id TEXT PRIMARY KEY, event TEXT, payload TEXT, at_ms INTEGER, attempts INTEGER, due_ms INTEGER)',
  );
  db.prepare('INSERT INTO _self VALUES (?, ?, 0)').run(className, 'one');
  migrateCopy(db, className, 0, version);
  return db;
}

const columnsOf = (db: DatabaseSync) =>
  db
    .prepare(
      `SELECT m.name AS "table", group_concat(c.name) AS columns FROM sqlite_master m, pragma_table_info(m.name) c
       WHERE m.type = 'table' GROUP BY m.name ORDER BY m.name`,
    )
    .all();

it.each(Object.entries(MIGRATIONS))(
  'a copy of a %s of an older version gets the tables of this one',
  (name, { length }) => {
    const whole = columnsOf(objectOf(name, length));
    for (const version of [1, length >> 1, length - 1].filter((each) => each > 0)) {
      const db = objectOf(name, version);
      migrateCopy(db, name, version);
      expect(columnsOf(db)).toEqual(whole);
      expect(db.prepare('SELECT version FROM _self').get()).toEqual({ version: length });
    }
  },
);

it('a copy of this version and one of another class stay as they are', () => {
  const db = objectOf('AccountObject', MIGRATIONS['AccountObject']?.length ?? 0);
  const before = columnsOf(db);
  migrateCopy(db, 'AccountObject', MIGRATIONS['AccountObject']?.length ?? 0);
  migrateCopy(db, 'OtherObject', 0);
  expect(columnsOf(db)).toEqual(before);
});
