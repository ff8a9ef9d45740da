import { abortAllDurableObjects } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { expect } from 'vitest';
import { SORT_ORDERS, type SortOrder } from '#shared/drive/model.ts';
import { sortKey } from '#shared/drive/names.ts';
import { type PageOrder, STEADY_ORDER } from '#shared/drive/orders.ts';
import { unwrap } from '#shared/errors.ts';
import type { Env } from '#worker/env.ts';
import { objectsOf } from '#worker/objects.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { DAY_MS, makeDrive, refusalOf, type TestDrive, driveTest as test } from '../drive-fixture.ts';
import { DRIVE_MIGRATIONS } from '../drive-parts.ts';
import type { ListRequest } from './listing.store.ts';
import type { NodeRow } from './node-columns.ts';
import { insertNode } from './tree.store.ts';

/** The first page of the whole folder at the top, by name. */
const TOP: ListRequest = {
  parentId: '',
  order: 'name_asc',
  foldersFirst: true,
  rows: 1,
  pageToken: '',
  trashed: false,
  foldersOnly: false,
  filesOnly: false,
  phases: [],
  starred: false,
};

interface Thing {
  id: string;
  name: string;
  isFile: boolean;
  sizeBytes: number;
  nowMs: number;
}

const encoder = new TextEncoder();

function compareBytes(a: string, b: string): number {
  const [left, right] = [encoder.encode(a), encoder.encode(b)];
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** The expected listing: the whole folder sorted in memory. */
function model(things: readonly Thing[], order: SortOrder, foldersFirst: boolean): string[] {
  const [word, direction] = order.split('_');
  const sign = direction === 'asc' ? 1 : -1;
  const byKey = (a: Thing, b: Thing): number => {
    if (word === 'name') return compareBytes(sortKey(a.name), sortKey(b.name));
    return word === 'mod' ? a.nowMs - b.nowMs : a.sizeBytes - b.sizeBytes;
  };
  return things
    .toSorted(
      (a, b) =>
        (foldersFirst ? Number(a.isFile) - Number(b.isFile) : 0) || sign * (byKey(a, b) || compareBytes(a.id, b.id)),
    )
    .map((thing) => thing.id);
}

async function walk(drive: TestDrive, asked: Parameters<TestDrive['list']>[0] & { rows: number }): Promise<string[]> {
  const ids: string[] = [];
  let pageToken = '';
  for (let pages = 0; pages < 500; pages += 1) {
    const page = unwrap(await drive.stub.listNodes(drive.caller, { ...TOP, ...asked, pageToken }));
    expect(page.rows.length).toBeLessThanOrEqual(asked.rows);
    ids.push(...page.rows.map((row: NodeRow) => row.id));
    pageToken = page.nextPageToken;
    if (pageToken === '') return ids;
  }
  throw new Error('pages never end');
}

test.each([
  ['600 things', 600],
  ['a ranked folder', 2_100],
])(
  'without an order, %s that are renamed, starred and written while they are read are each met once',
  async (_of, count) => {
    const drive = makeDrive();
    await drive.list();
    const ids = Array.from({ length: count }, (_, n) => `V${String((n * 7_919) % count).padStart(25, '0')}`);
    await drive.inside((_, sql) => {
      for (const [n, id] of ids.entries())
        insertNode(sql, { id, parentId: '', isFile: n % 3 > 0, name: `${n}`, nowMs: 1 + (n % 50), sizeBytes: n });
      if (count > 2_000) {
        sql.exec("INSERT INTO ranked_folders (folder_id, done) VALUES ('', 1)");
        sql.exec('UPDATE nodes SET ranked = 1');
      }
    });
    const seen: string[] = [];
    let pageToken = '';
    let turn = 0;
    do {
      const asked: ListRequest = { ...TOP, order: STEADY_ORDER, rows: 100, pageToken };
      const page = unwrap(await drive.stub.listNodes(drive.caller, asked));
      seen.push(...page.rows.map((row: NodeRow) => row.id));
      pageToken = page.nextPageToken;
      turn += 1;
      const some = ids.filter((_, n) => n % 40 === turn);
      for (const id of some) unwrap(await drive.stub.rename(drive.caller, id, `${turn} ${id}`, null));
      unwrap(await drive.stub.setStars(drive.caller, { ids: some, starred: true }));
    } while (pageToken !== '');
    expect(seen.toSorted()).toEqual(ids.toSorted());
  },
);

test('a page token is refused for another folder and another order', async ({ drive }) => {
  const folder = await drive.folder('folder');
  for (let n = 0; n < 3; n += 1) await drive.file(`${n}`, folder);
  const ask = async (parentId: string, order: PageOrder, pageToken: string) =>
    drive.stub.listNodes(drive.caller, { ...TOP, parentId, order, pageToken });
  const { nextPageToken } = unwrap(await ask(folder, STEADY_ORDER, ''));
  expect(unwrap(await ask(folder, STEADY_ORDER, nextPageToken)).rows).toHaveLength(1);
  expect(refusalOf(await ask('', STEADY_ORDER, nextPageToken))).toBe('bad_page_token');
  expect(refusalOf(await ask(folder, 'mod_desc', nextPageToken))).toBe('bad_page_token');
});

test('an event that happens again while pages are read is on the page where it was', async ({ drive }) => {
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.push(await drive.file(`${n}`));
  const look = async (nodeId: string) =>
    unwrap(await drive.stub.addEvent(drive.caller, { type: 'TYPE_VIEW', nodeId, params: {} }));
  for (const id of ids) await look(id);
  const read = async (pageToken: string) =>
    unwrap(await drive.stub.events(drive.caller, { types: ['TYPE_VIEW'], pageToken, rows: 2 }));
  const first = await read('');
  await look(ids[0] ?? '');
  const second = await read(first.nextPageToken);
  const third = await read(second.nextPageToken);
  const seen = [first, second, third].flatMap(({ events }) => events.map(({ node }) => node.id));
  expect(seen).toEqual(ids.toReversed());
  expect(third.nextPageToken).toBe('');
});

const thing = fc.record({
  name: fc.oneof(
    fc.constantFrom('a', 'A', 'b', 'ß', '😀', '\uffee', 'é', 'z(1).txt'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  ),
  isFile: fc.boolean(),
  sizeBytes: fc.integer({ min: 0, max: 4 }),
  nowMs: fc.integer({ min: 1, max: 4 }),
});

test('every order, with or without folders first, pages to exactly the sorted folder', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(thing, { maxLength: 40 }), fc.integer({ min: 1, max: 9 }), async (drawn, rows) => {
      const drive = makeDrive();
      await drive.list();
      const things = drawn.map((one) => ({ ...one, sizeBytes: one.isFile ? one.sizeBytes : 0, id: newWireId() }));
      await drive.inside((_, sql) => {
        for (const one of things) insertNode(sql, { ...one, parentId: '' });
      });
      for (const order of SORT_ORDERS) {
        for (const foldersFirst of [true, false]) {
          expect(await walk(drive, { order, foldersFirst, rows }), `${order} ${foldersFirst}`).toEqual(
            model(things, order, foldersFirst),
          );
        }
      }
    }),
    { numRuns: 12 },
  );
});

test('names stand as people count: 2 before 10, accents beside their letter', async ({ drive }) => {
  const names = ['IMG_2.jpg', 'img_10.jpg', 'IMG_100.jpg', 'résumé 1', 'resume 2', 'résumé 10'];
  for (const name of names.toReversed()) await drive.file(name);
  expect(await drive.names()).toEqual(names);
});

test('a drive of before the order of numbers is put into it when it is opened', async ({ drive }) => {
  await drive.list();
  const ids = Array.from({ length: 2_100 }, (_, n) => `V${String(n).padStart(25, '0')}`);
  await drive.inside((_, sql) => {
    const kinds = ['trigger', 'view', 'table'] as const;
    for (const kind of kinds)
      for (const { name } of sql
        .exec<{ name: string }>(`SELECT name FROM sqlite_master WHERE type = '${kind}' AND name NOT GLOB '_*'`)
        .toArray())
        sql.exec(`DROP ${kind} ${name}`);
    const before = DRIVE_MIGRATIONS.findIndex((each) => String(each).includes('sortKey(): the order of names'));
    for (const migration of DRIVE_MIGRATIONS.slice(0, before)) sql.exec(String(migration));
    for (const [n, id] of ids.entries())
      sql.exec(
        `INSERT INTO nodes (id, parent_id, is_file, name, name_key, created_ms, modified_ms, user_modified_ms)
         VALUES (?1, '', 1, ?2, ?2, ?3, ?3, ?3)`,
        id,
        `page ${n}.txt`,
        10_000 - n,
      );
    sql.exec("INSERT INTO put_leases VALUES ('00112233445566778899aabbccddeeff', 4, 5); UPDATE revision SET n = 7");
    sql.exec('UPDATE _self SET version = ?', before);
  });
  await abortAllDurableObjects();
  const again = { ...drive, stub: objectsOf(env as unknown as Env).drives.getByName(drive.userId) };
  expect(await walk(again, { rows: 700 })).toEqual(ids);
  // A folder of so many is in the indexes of time and size from the beginning.
  expect(await walk(again, { rows: 700, order: 'mod_asc' })).toEqual(ids.toReversed());
  expect(
    await makeDrive(drive.userId).inside((_, sql) => [
      sql.exec('SELECT nodes, revision FROM space').one(),
      sql.exec('SELECT * FROM put_leases').toArray(),
      sql.exec('SELECT count(*) AS n FROM nodes WHERE ranked = 1').one()['n'],
    ]),
  ).toEqual([
    { nodes: 2_100, revision: 7 },
    [{ object_key: '00112233445566778899aabbccddeeff', seq: 4, until_ms: 5 }],
    2_100,
  ]);
  const asked = { text: 'page', kinds: [], pageToken: '', rows: 20 };
  expect(unwrap(await again.stub.search(drive.caller, asked)).found.map(({ row }) => row.id)).toEqual(ids.slice(0, 20));
  expect(refusalOf(await again.stub.rename(drive.caller, ids[0] ?? '', 'page 7.txt', null))).toBe(
    'file_duplicated_name',
  );
});

test('folders alone and files alone can be asked for', async ({ drive }) => {
  await drive.folder('d');
  await drive.file('f');
  expect((await drive.list({ foldersOnly: true })).map((row) => row.name)).toEqual(['d']);
  expect((await drive.list({ filesOnly: true, foldersFirst: false })).map((row) => row.name)).toEqual(['f']);
});

test('an unfinished file shows only to those who ask for it', async ({ drive }) => {
  await drive.list();
  await drive.inside((_, sql) =>
    insertNode(sql, {
      id: newWireId(),
      parentId: '',
      isFile: true,
      name: 'half.bin',
      nowMs: 1,
      phase: 'PHASE_TYPE_PENDING',
    }),
  );
  expect(await drive.names()).toEqual([]);
  expect((await drive.list({ phases: ['PHASE_TYPE_PENDING'] })).map((row) => row.name)).toEqual(['half.bin']);
});

test('a folder that does not exist is empty, and so is a made-up one', async ({ drive }) => {
  await drive.file('f');
  for (const parentId of [newWireId(), '~trash', '~gone', 'x']) expect(await drive.list({ parentId })).toEqual([]);
});

test('everything live is listed by id, whatever folder it is in', async ({ drive }) => {
  const [a, b] = [await drive.folder('a'), await drive.folder('b')];
  const live = await drive.files(
    Array.from({ length: 25 }, (_, n) => ({ name: `f${n}`, parentId: n % 2 === 0 ? a : '' })),
  );
  await drive.files(Array.from({ length: 25 }, (_, n) => ({ name: `g${n}`, parentId: b })));
  unwrap(await drive.stub.trash(drive.caller, { ids: [b], trashTtlMs: DAY_MS }, null));
  expect(await walk(drive, { parentId: '*', rows: 7 })).toEqual(live.toSorted(compareBytes));
});

test('the trash pages in any order, its time is the one of throwing away, and it holds roots only', async () => {
  const drive = makeDrive();
  const ids = await drive.files(Array.from({ length: 9 }, (_, n) => ({ name: `f${n}` })));
  for (const id of ids) {
    unwrap(await drive.stub.trash(drive.caller, { ids: [id], trashTtlMs: DAY_MS }, null));
    await drive.inside((_, sql) =>
      sql.exec('UPDATE nodes SET trashed_ms = ? WHERE id = ?', ids.indexOf(id) + 1, id).toArray(),
    );
  }
  const trash = (order: 'mod_desc' | 'mod_asc' | 'name_desc' | 'size_asc') =>
    walk(drive, { parentId: '*', trashed: true, rows: 2, order });
  expect(await trash('mod_desc')).toEqual(ids.toReversed());
  expect(await trash('mod_asc')).toEqual(ids);
  expect(await trash('name_desc')).toEqual(ids.toReversed());
  expect(await trash('size_asc')).toEqual(ids.toSorted(compareBytes));
});

test('what has a star and what is in the trash keep to the kinds that were asked for, page by page', async () => {
  const drive = makeDrive();
  const folder = await drive.folder('d');
  const ids = [folder, ...(await drive.files(['a.jpg', 'b.jpg', 'c.mp3', 'd.xyz', 'e.jpg'].map((name) => ({ name }))))];
  const [, a = '', b = '', c = '', other = '', e = ''] = ids;
  const filtered = (where: { starred?: boolean; trashed?: boolean }, kinds: readonly string[], foldersOnly = false) =>
    walk(drive, { parentId: '*', rows: 2, order: 'name_asc', ...where, kinds, foldersOnly });
  unwrap(await drive.stub.setStars(drive.caller, { ids, starred: true }));
  for (const where of [{ starred: true }, { trashed: true }]) {
    if (where.trashed) unwrap(await drive.stub.trash(drive.caller, { ids, trashTtlMs: DAY_MS }, null));
    expect((await filtered(where, [])).toSorted()).toEqual(ids.toSorted());
    expect((await filtered(where, ['IMAGE'])).toSorted()).toEqual([a, b, e].toSorted());
    expect((await filtered(where, ['AUDIO', 'OTHER'])).toSorted()).toEqual([c, other].toSorted());
    expect(await filtered(where, [], true)).toEqual([folder]);
  }
});

test('a page token that is not one, or is of another order, is refused', async ({ drive }) => {
  await drive.folder('a');
  await drive.folder('b');
  const { nextPageToken } = unwrap(await drive.stub.listNodes(drive.caller, TOP));
  expect(nextPageToken).not.toBe('');
  for (const pageToken of ['x', '!', 'W10', nextPageToken.slice(3)]) {
    expect(refusalOf(await drive.stub.listNodes(drive.caller, { ...TOP, pageToken }))).toBe('bad_page_token');
  }
  for (const other of [{ order: 'size_asc' as const }, { foldersFirst: false }, { trashed: true }]) {
    expect(refusalOf(await drive.stub.listNodes(drive.caller, { ...TOP, ...other, pageToken: nextPageToken }))).toBe(
      'bad_page_token',
    );
  }
});

test('tasks are listed newest first, by type, phase and id', async ({ drive }) => {
  const to = await drive.folder('to');
  const ids = await drive.files([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
  const tasks: string[] = [];
  for (const id of ids) tasks.push(unwrap(await drive.stub.move(drive.caller, { ids: [id], to }, null)));
  unwrap(await drive.stub.trash(drive.caller, { ids: [to], trashTtlMs: DAY_MS }, null));
  const none = { type: '', rows: 10, pageToken: '', phases: [], ids: [] };
  const found = async (asked: object): Promise<string[]> =>
    unwrap(await drive.stub.tasks(drive.caller, { ...none, ...asked })).rows.map((row) => row.id);
  expect((await found({})).length).toBe(4);
  expect(new Set(await found({ type: 'move' }))).toEqual(new Set(tasks));
  expect(await found({ phases: ['PHASE_TYPE_ERROR'] })).toEqual([]);
  expect(await found({ ids: tasks.slice(0, 1) })).toEqual(tasks.slice(0, 1));
  const first = unwrap(await drive.stub.tasks(drive.caller, { ...none, rows: 3 }));
  const rest = unwrap(await drive.stub.tasks(drive.caller, { ...none, rows: 3, pageToken: first.nextPageToken }));
  expect(new Set([...first.rows, ...rest.rows].map((row) => row.id)).size).toBe(4);
  expect(rest.nextPageToken).toBe('');
});

test('a filter with hundreds of phases or kinds is one listing of what matches', async () => {
  const person = makeDrive();
  await person.file('song.mp3');
  const many = Array.from({ length: 500 }, (_, n) => `P${n}`);
  for (const foldersFirst of [true, false])
    for (const order of ['name_asc', 'type_desc'] as const) {
      expect(await person.list({ order, foldersFirst, phases: many })).toEqual([]);
      expect((await person.list({ order, foldersFirst, phases: [...many, 'PHASE_TYPE_COMPLETE'] })).length).toBe(1);
      expect((await person.list({ order, foldersFirst, kinds: [...many, 'AUDIO'] })).length).toBe(1);
    }
  expect(await person.list({ parentId: '*', phases: many, kinds: many })).toEqual([]);
});
