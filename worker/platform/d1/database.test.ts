import { expect, test } from 'vitest';
import { STORAGE_NEWER } from '#worker/platform/storage/storage-failure.ts';
import { makeDatabase } from './database.ts';

/** A database of `version`; it counts what reads its content. */
function databaseAt(version: number) {
  const reads: string[] = [];
  const prepare = (sql: string) => ({
    run: async () => ({}),
    first: async () => {
      if (sql.includes('_schema')) return { version };
      reads.push(sql);
      return { n: 1 };
    },
    bind: () => prepare(sql),
  });
  return { d1: { prepare } as unknown as D1Database, reads };
}

test('a database that a newer version has migrated is not read by an older one', async () => {
  const { d1, reads } = databaseAt(3);
  const older = makeDatabase(d1, [['one'], ['two']]);
  await expect(older.first('SELECT 1')).rejects.toThrow(STORAGE_NEWER);
  await expect(older.first('SELECT 1')).rejects.toThrow(STORAGE_NEWER);
  expect(reads).toEqual([]);
});

test('a database of this version is read', async () => {
  const { d1, reads } = databaseAt(2);
  expect(await makeDatabase(d1, [['one'], ['two']]).first('SELECT 1')).toEqual({ n: 1 });
  expect(reads).toEqual(['SELECT 1']);
});
