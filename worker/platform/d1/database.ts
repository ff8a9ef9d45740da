/**
 * A D1 database: statements and append-only migrations, which the first use of an isolate applies. Independent of features.
 * One statement, or one batch, is a transaction; nothing else is.
 */
import { STORAGE_NEWER } from '#worker/platform/storage/storage-failure.ts';

export type SqlValue = string | number | null;

export interface Statement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

export interface Database {
  all<T>(sql: string, ...values: SqlValue[]): Promise<T[]>;
  first<T>(sql: string, ...values: SqlValue[]): Promise<T | null>;
  /** @returns number of rows that the statement changed */
  run(sql: string, ...values: SqlValue[]): Promise<number>;
  /** All or nothing. @returns the changed rows of each statement */
  batch(statements: readonly Statement[]): Promise<number[]>;
}

export function statement(sql: string, ...values: SqlValue[]): Statement {
  return { sql, values };
}

/** Each version is a list of statements. Append-only: the position in the list is the version. */
export type DatabaseMigrations = readonly (readonly string[])[];

const VERSIONS = 'CREATE TABLE IF NOT EXISTS _schema (version INTEGER PRIMARY KEY)';

async function versionOf(d1: D1Database): Promise<number> {
  const row = await d1.prepare('SELECT max(version) AS version FROM _schema').first<{ version: number | null }>();
  return row?.version ?? 0;
}

async function migrate(d1: D1Database, migrations: DatabaseMigrations): Promise<void> {
  await d1.prepare(VERSIONS).run();
  let version = await versionOf(d1);
  for (; version < migrations.length; version = await versionOf(d1)) {
    const steps = [...(migrations[version] ?? []), `INSERT INTO _schema (version) VALUES (${version + 1})`];
    try {
      await d1.batch(steps.map((step) => d1.prepare(step)));
    } catch (error) {
      // Another isolate applied this version first: its row makes the batch fail as a whole.
      if ((await versionOf(d1)) <= version) throw error;
    }
  }
  if (version > migrations.length) throw new Error(STORAGE_NEWER);
}

export function makeDatabase(d1: D1Database, migrations: DatabaseMigrations): Database {
  let ready: Promise<void> | undefined;
  const prepared = async (): Promise<void> => {
    ready ??= migrate(d1, migrations);
    try {
      await ready;
    } catch (error) {
      // The next call tries again.
      ready = undefined;
      throw error;
    }
  };
  const bind = ({ sql, values }: Statement) => d1.prepare(sql).bind(...values);
  return {
    async all<T>(sql: string, ...values: SqlValue[]) {
      await prepared();
      return (await bind({ sql, values }).all<T>()).results;
    },
    async first<T>(sql: string, ...values: SqlValue[]) {
      await prepared();
      return bind({ sql, values }).first<T>();
    },
    async run(sql, ...values) {
      await prepared();
      return (await bind({ sql, values }).run()).meta.changes;
    },
    async batch(statements) {
      await prepared();
      return (await d1.batch(statements.map(bind))).map(({ meta }) => meta.changes);
    },
  };
}
