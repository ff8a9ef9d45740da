/** Database files from pages of rows, and pages of rows from database files (worker/platform/storage/rows.ts). */
import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  type DatabasePage,
  hashRows,
  insertionOf,
  linesOf,
  type Query,
  type SchemaEntry,
  storedValue,
} from '#worker/platform/storage/rows.ts';
import { flushFile } from '../flush.ts';
import { BackupRefused } from '../manifest.ts';

export interface DatabaseFile {
  add(page: Pick<DatabasePage, 'schema' | 'tables'>): void;
  /**
   * Reads all of it back, flushes it, and gives it its name.
   * @param more  writes what only this copy has, after it was read back
   * @returns the hash of the added rows (worker/platform/storage/rows.ts)
   * @throws BackupRefused when it came back as something else
   */
  finish(more?: (db: DatabaseSync) => void): Promise<string>;
  /** Leaves nothing. */
  discard(): void;
}

const VIRTUAL = /^create\s+virtual\b/i;

/** Whole numbers as such: SQLite would take a JavaScript number for a fraction. */
function bound(value: ReturnType<typeof storedValue>): SQLInputValue {
  return typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : value;
}

/** Triggers count rows of other tables again, so they come after the rows; those of a virtual table fill it, so they come before. */
function isEarly({ type, sql }: SchemaEntry, virtual: readonly string[]): boolean {
  return type === 'table' || (type === 'trigger' && virtual.some((name) => sql.includes(name)));
}

/** @param file  made or replaced when it is finished */
export function makeDatabaseFile(file: string): DatabaseFile {
  const draft = `${file}.part`;
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  rmSync(draft, { force: true });
  const db = new DatabaseSync(draft, { enableForeignKeyConstraints: false });
  const statements = new Map<string, StatementSync>();
  let late: SchemaEntry[] = [];
  let isOpen = true;
  // A draft that a crash leaves is not used.
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN');

  function close(): void {
    if (isOpen) db.close();
    isOpen = false;
  }

  const added = createHash('sha256');

  /** One statement, which makes something: the answer of a server is no script. */
  function make({ sql, name }: SchemaEntry): void {
    if (!/^create\s/i.test(sql)) throw new BackupRefused(`${file}: ${name} is made by no CREATE statement.`);
    db.prepare(sql).run();
  }

  function makeSchema(schema: readonly SchemaEntry[]): void {
    const virtual = schema.filter(({ sql }) => VIRTUAL.test(sql)).map(({ name }) => name);
    for (const each of schema) if (isEarly(each, virtual)) make(each);
    late = schema.filter((each) => !isEarly(each, virtual));
  }

  return {
    add(page) {
      const { schema, tables } = page;
      added.update(linesOf(page));
      if (schema.length > 0) makeSchema(schema);
      for (const { table, columns, rows } of tables) {
        const { clear, insert } = insertionOf(table, columns);
        if (clear) db.exec(clear);
        const statement = statements.get(insert) ?? db.prepare(insert);
        statements.set(insert, statement);
        for (const row of rows) statement.run(...row.map((value) => bound(storedValue(value))));
      }
    },
    async finish(more) {
      for (const each of late) make(each);
      const hash = added.digest('hex');
      if ((await hashRows(queryOf(db))) !== hash)
        throw new BackupRefused(
          `${file} came back with other rows than were written. Nothing was changed; run it again.`,
        );
      more?.(db);
      db.exec('COMMIT');
      const said = Object.values(db.prepare('PRAGMA quick_check(1)').get() ?? {})[0];
      close();
      if (said !== 'ok') throw new BackupRefused(`${file} is not sound after it was written: ${String(said)}`);
      flushFile(draft);
      renameSync(draft, file);
      return hash;
    },
    discard() {
      close();
      rmSync(draft, { force: true });
    },
  };
}

function* rowsOf(statement: StatementSync, values: readonly unknown[]): Generator<unknown[]> {
  // One at a time: a page ends before the rows of a large table do.
  for (const row of statement.iterate(...values.map((value) => bound(value as number))))
    yield Object.values(row).map((value) => (value instanceof Uint8Array ? value.slice().buffer : value));
}

/** Statements of worker/platform/storage/rows.ts on a file. */
export function queryOf(db: DatabaseSync): Query {
  return async (sql, values) => {
    const statement = db.prepare(sql);
    statement.setReturnArrays(true);
    return rowsOf(statement, values);
  };
}
