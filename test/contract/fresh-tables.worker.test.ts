/** A new object gets its tables in one script: it must leave what all migrations leave. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import type { Env } from '#worker/env.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { Migrations } from '#worker/platform/storage/migrations.ts';
import { makeFreshTables } from '#worker/platform/storage/migrations.ts';
import { ACCOUNT_MIGRATIONS } from '#worker/services/auth/account-parts.ts';
import { DIRECTORY_MIGRATIONS } from '#worker/services/auth/directory/store.ts';
import { CONFIG_MIGRATIONS } from '#worker/services/config/config.migrations.ts';
import { DRIVE_MIGRATIONS } from '#worker/services/drive/drive-parts.ts';
import { TALLY_MIGRATIONS } from '#worker/services/drive/tally/tally.migrations.ts';
import { LETTER_LOG_MIGRATIONS } from '#worker/services/mail/sending/log.store.ts';
import { CODE_BATCH_MIGRATIONS } from '#worker/services/membership/code/code-batch.migrations.ts';
import { MEMBER_MIGRATIONS } from '#worker/services/membership/member-parts.ts';
import { DESK_MIGRATIONS } from '#worker/services/ops/desk-parts.ts';
import { SHARE_BOOK_MIGRATIONS } from '#worker/services/share/registry/share-book.migrations.ts';
import { SHARE_MIGRATIONS } from '#worker/services/share/state/share.migrations.ts';
import { SHIELD_MIGRATIONS } from '#worker/services/shield/store.ts';

const LISTS: readonly (readonly [string, Migrations])[] = [
  ['account', ACCOUNT_MIGRATIONS],
  ['directory', DIRECTORY_MIGRATIONS],
  ['config', CONFIG_MIGRATIONS],
  ['drive', DRIVE_MIGRATIONS],
  ['tally', TALLY_MIGRATIONS],
  ['code batch', CODE_BATCH_MIGRATIONS],
  ['member', MEMBER_MIGRATIONS],
  ['inbox', DESK_MIGRATIONS],
  ['share book', SHARE_BOOK_MIGRATIONS],
  ['share', SHARE_MIGRATIONS],
  ['letter log', LETTER_LOG_MIGRATIONS],
  ['shield', SHIELD_MIGRATIONS],
];
const WITH_OUTBOX = 'CREATE TABLE _outbox (id TEXT PRIMARY KEY)';

function run(sql: SqlStorage, migrations: Migrations): void {
  for (const migration of migrations)
    if (typeof migration === 'string') sql.exec(migration);
    else migration(sql);
}

interface Described extends Record<string, SqlStorageValue> {
  type: string;
  name: string;
  sql: string;
}

/** Schema and rows of everything. */
function stateOf(sql: SqlStorage): { schema: Described[]; rows: unknown[] } {
  const schema = sql
    .exec<Described>("SELECT type, name, sql FROM sqlite_master WHERE name NOT GLOB '_cf_*' ORDER BY type, name")
    .toArray();
  const rows = schema
    .filter(({ type, name }) => type === 'table' && !name.startsWith('sqlite_'))
    .map(({ name }) => [name, sql.exec(`SELECT * FROM "${name}"`).toArray()]);
  return { schema, rows };
}

const bound = env as unknown as Pick<Env, 'DRIVE'>;

/** @returns what `work` leaves in the storage of an object that has none */
function inFreshObject<T>(work: (sql: SqlStorage) => T): Promise<T> {
  return runInDurableObject(bound.DRIVE.getByName(newHexId(16)), (_object, { storage }) =>
    storage.transactionSync(() => work(storage.sql)),
  );
}

it.each(LISTS)('the script of a new %s leaves the schema and the rows of its migrations', async (_name, migrations) => {
  const list = [...migrations];
  const byMigrations = await inFreshObject((sql) => {
    run(sql, list);
    return stateOf(sql);
  });
  let runs = 0;
  const fresh = () =>
    inFreshObject((sql) => {
      makeFreshTables(sql, list, () => {
        runs += 1;
        run(sql, list);
      });
      return stateOf(sql);
    });
  expect(await fresh()).toEqual(byMigrations);
  expect(await fresh()).toEqual(byMigrations);
  expect(runs).toBe(1);
});

it('migrations that change tables which were there before run in every object', async () => {
  const list: Migrations = ['ALTER TABLE _outbox ADD COLUMN note TEXT'];
  let runs = 0;
  for (const _ of [1, 2]) {
    const { schema } = await inFreshObject((sql) => {
      sql.exec(WITH_OUTBOX);
      makeFreshTables(sql, list, () => {
        runs += 1;
        run(sql, list);
      });
      return stateOf(sql);
    });
    expect(schema.find(({ name }) => name === '_outbox')?.sql).toContain('note');
  }
  expect(runs).toBe(2);
});
