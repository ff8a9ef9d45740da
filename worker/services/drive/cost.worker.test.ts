import { runInDurableObject } from 'cloudflare:test';
import { expect } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import type { DriveTx } from './core/tx.ts';
import { DAY_MS, makeDrive, driveTest as test } from './drive-fixture.ts';
import { NODE_LISTENERS } from './drive-parts.ts';
import { addWatch } from './sharing/watch.store.ts';
import { heightOf, measure } from './tree/batch.store.ts';
import { Placing } from './tree/change.store.ts';
import { type MarkValue, setMark } from './tree/naming.store.ts';
import { MARKS } from './tree/node-columns.ts';
import { search, wordQuery } from './tree/search/search.store.ts';
import { nodeById } from './tree/tree.store.ts';
import { listLargest } from './tree/usage/usage.store.ts';

/** Rows of the drive besides those that are asked about. */
const OTHERS = 400;

/** The cost of an operation in the database: rows read, and statements. */
function costOf(sql: SqlStorage, work: (counted: SqlStorage) => unknown): { rows: number; statements: number } {
  const cursors: { readonly rowsRead: number }[] = [];
  const exec = (text: string, ...values: SqlStorageValue[]) => {
    const cursor = sql.exec(text, ...values);
    cursors.push(cursor);
    return cursor;
  };
  work({ exec } as unknown as SqlStorage);
  return { rows: cursors.reduce((sum, cursor) => sum + cursor.rowsRead, 0), statements: cursors.length };
}

function rowsRead(sql: SqlStorage, work: (counted: SqlStorage) => unknown): number {
  return costOf(sql, work).rows;
}

async function crowded() {
  const drive = makeDrive();
  await drive.files(Array.from({ length: OTHERS }, (_, at) => ({ name: `other ${at}.txt`, parentId: '' })));
  const folder = await drive.folder('few');
  const inside = await drive.files(['a.txt', 'b.txt', 'c.txt'].map((name) => ({ name, parentId: folder })));
  return { drive, folder, inside };
}

test.each(Object.entries(MARKS))(
  'setting the mark %s writes as many rows as its column says',
  async (mark, { rows }) => {
    const { drive, inside } = await crowded();
    await runInDurableObject(drive.stub, (_, state) => {
      const cursors: { readonly rowsWritten: number }[] = [];
      const exec = (text: string, ...values: SqlStorageValue[]) => {
        const cursor = state.storage.sql.exec(text, ...values);
        if (text.startsWith('UPDATE nodes')) cursors.push(cursor);
        return cursor;
      };
      const tx = { sql: { exec }, nowMs: 1, run: 1, credential: '', changed: () => undefined } as unknown as DriveTx;
      setMark(tx, inside, { mark, value: 1 } as unknown as MarkValue);
      expect(cursors.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0)).toBe(inside.length * rows);
    });
  },
);

test('measuring a few things reads these, however many others the drive holds', async () => {
  const { drive, folder, inside } = await crowded();
  await runInDurableObject(drive.stub, (_, state) => {
    const { sql } = state.storage;
    expect(measure(sql, [folder]).files).toBe(3);
    for (const ids of [[folder], inside]) {
      expect(rowsRead(sql, (counted) => measure(counted, ids))).toBeLessThan(OTHERS / 4);
      expect(rowsRead(sql, (counted) => heightOf(counted, ids))).toBeLessThan(OTHERS / 4);
    }
  });
});

test('the largest files are found by one sweep over the sizes, although nearly all are in a trashed folder', async () => {
  const { drive, folder, inside } = await crowded();
  const others = (await drive.list()).flatMap(({ id, is_file }) => (is_file === 1 ? [id] : []));
  const [thrown, inner] = [await drive.folder('thrown'), await drive.folder('inner')];
  unwrap(await drive.stub.move(drive.caller, { ids: others, to: inner }, null));
  unwrap(await drive.stub.move(drive.caller, { ids: [inner], to: thrown }, null));
  unwrap(await drive.stub.trash(drive.caller, { ids: [thrown], trashTtlMs: DAY_MS }, null));
  await runInDurableObject(drive.stub, (_, state) => {
    const largest = (counted: SqlStorage) => listLargest(counted, { pageToken: '', rows: 10, kind: '' });
    const { found } = largest(state.storage.sql);
    expect(found.map(({ row }) => row.id).toSorted()).toEqual(inside.toSorted());
    expect(found.every(({ path }) => path.at(-1)?.id === folder)).toBe(true);
    // Each of the others looked at by itself would be as many statements.
    const { rows, statements } = costOf(state.storage.sql, largest);
    expect([statements < OTHERS / 10, rows < OTHERS * 3]).toEqual([true, true]);
  });
});

test('a search reads the index of names once at most', async () => {
  const { drive } = await crowded();
  await runInDurableObject(drive.stub, (_, state) => {
    const query = { ...wordQuery('few'), pageToken: '', rows: 10 };
    const asTx = (sql: SqlStorage) => ({ sql, nowMs: 0, wakeAt: () => undefined });
    const read = rowsRead(state.storage.sql, (counted) => search(asTx(counted), query));
    expect(read).toBeLessThan(OTHERS * 1.5);
    // Every name matches: those that cannot be among the first are not sorted, which would read each once more.
    const sweep = { names: 10, sample: 40, sampledNodes: OTHERS };
    const readOfAll = rowsRead(state.storage.sql, (counted) =>
      search(asTx(counted), { ...query, ...wordQuery('t') }, sweep),
    );
    expect(readOfAll).toBeLessThan(OTHERS * 1.5);
  });
});

test('a search of 10,000 names without regard to marks and widths reads each row of the index once', async () => {
  const drive = makeDrive();
  await drive.list();
  await runInDurableObject(drive.stub, (_, state) => {
    const { sql } = state.storage;
    sql.exec(
      `INSERT INTO nodes (id, parent_id, is_file, name, name_key, find_key, sort_key, created_ms, modified_ms, user_modified_ms)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
       SELECT printf('V%025d', i), '', 1, printf('Ärger %05d', i), printf('ärger %05d', i), printf('arger %05d', i), printf('%05d', i), 0, 0, 0 FROM n`,
    );
    const query = { pageToken: '', rows: 100 };
    const readOf = (text: string) =>
      rowsRead(sql, (counted) =>
        search({ sql: counted, nowMs: 0, wakeAt: () => undefined }, { ...query, ...wordQuery(text) }),
      );
    expect(readOf('nothing like it')).toBeLessThan(10_010);
    expect(readOf('arger 09999')).toBeLessThan(10_020);
    // As many names are sorted as of a search that all names match by their spelling.
    expect(readOf('ARGER')).toBe(readOf('ärger'));
  });
});

test('many nodes are moved, trashed and restored together, each under its own name', async () => {
  const { drive, folder, inside } = await crowded();
  const to = await drive.folder('to');
  unwrap(await drive.stub.move(drive.caller, { ids: inside, to }, null));
  expect(await drive.names(to)).toEqual(['a.txt', 'b.txt', 'c.txt']);
  unwrap(await drive.stub.trash(drive.caller, { ids: inside, trashTtlMs: DAY_MS }, null));
  expect(await drive.names(to)).toEqual([]);
  const [taken] = await drive.files([{ name: 'B.txt', parentId: to }]);
  unwrap(await drive.stub.untrash(drive.caller, { ids: inside }, null));
  expect(new Set(await drive.names(to))).toEqual(new Set(['a.txt', 'B.txt', 'b(1).txt', 'c.txt']));
  unwrap(await drive.stub.trash(drive.caller, { ids: [...inside, taken ?? ''], trashTtlMs: DAY_MS }, null));
  unwrap(await drive.stub.untrash(drive.caller, { ids: inside.slice(0, 2) }, null));
  expect(new Set(await drive.names(to))).toEqual(new Set(['a.txt', 'b(1).txt']));
  expect(await drive.names(folder)).toEqual([]);
});

test('shares of many replaced nodes are looked up together, and each receives its event', async ({ drive }) => {
  const [from, to] = [await drive.folder('from'), await drive.folder('to')];
  const names = Array.from({ length: 60 }, (_, at) => `${at}.txt`);
  const mine = await drive.files(names.map((name) => ({ name, parentId: from })));
  const theirs = await drive.files(names.map((name) => ({ name, parentId: to })));
  await runInDurableObject(drive.stub, (_, state) => {
    const { sql } = state.storage;
    for (const id of [...theirs, to]) addWatch(sql, `share-${id}`, [id]);
    const published: string[] = [];
    const read = rowsRead(sql, (counted) => {
      const publish = (_topic: string, event: { shareIds: string[] }) => published.push(...event.shareIds);
      const listeners = NODE_LISTENERS;
      const tx = {
        sql: counted,
        nowMs: 1,
        run: 1,
        credential: '',
        listeners,
        publish,
        changed() {},
        wakeAt() {},
      } as unknown as DriveTx;
      const placing = new Placing(tx, { conflict: 'replace', trashUntilMs: DAY_MS });
      for (const id of mine) {
        const row = nodeById(sql, id);
        if (row) placing.put(row, to);
      }
      expect(placing.end()).toBe(true);
    });
    expect(published.toSorted()).toEqual([...theirs, to].map((id) => `share-${id}`).toSorted());
    // One look at every watched way for each of them would be more.
    expect(read).toBeLessThan(names.length ** 2);
  });
});
