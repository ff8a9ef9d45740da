import { describe, expect } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { DAY_MS, LIMIT_BYTES, makeDrive, refusalOf, type TestDrive, driveTest as test } from '../drive-fixture.ts';
import { HOLDERS_SQL } from './conflict.store.ts';

const CLEAN = { usage: 0, reserved: 0, contents: 0, orphans: 0, strayVersions: 0 };
const [SKIP, REPLACE] = [
  { conflict: 'skip', trashTtlMs: DAY_MS },
  { conflict: 'replace', trashTtlMs: DAY_MS },
] as const;

/** Skipped and replaced ids in the params of the task. */
async function outcomeOf(drive: TestDrive, taskId: string): Promise<{ skipped: string[]; replaced: string[] }> {
  await drive.finish(taskId);
  const { skipped = '[]', replaced = '[]' } = JSON.parse((await drive.task(taskId)).params) as Record<string, string>;
  return { skipped: JSON.parse(skipped) as string[], replaced: JSON.parse(replaced) as string[] };
}

async function trashed(drive: TestDrive): Promise<string[]> {
  return (await drive.list({ parentId: '*', trashed: true })).map(({ id }) => id).toSorted();
}

/** Folders `from` and `to`, both with a file a.txt and a folder b. */
async function makeTwo() {
  const drive = makeDrive();
  const [from, to] = [await drive.folder('from'), await drive.folder('to')];
  const [file, folder] = [await drive.file('A.txt', from, 10, 'n'), await drive.folder('b', from)];
  const [oldFile, oldFolder] = [await drive.file('a.txt', to, 20, 'o'), await drive.folder('B', to)];
  await drive.file('inner.txt', oldFolder);
  return { drive, from, to, file, folder, oldFile, oldFolder };
}

test('names that are taken are told for ten thousand at once, in any case and composition, with what has them', async ({
  drive,
}) => {
  const at = await drive.folder('at');
  const file = await drive.file('Caf\u00e9.txt', at);
  const older = await drive.folder('Both', at);
  await drive.inside((_, sql) => sql.exec('UPDATE nodes SET created_ms = created_ms - 1 WHERE id = ?', older));
  await drive.folder('both', at);
  const both = await drive.file('Stra\u00dfe', at);
  const names = ['cafe\u0301.TXT', 'BOTH', 'STRASSE', 'BOTH', 'a/b', ''];
  const many = Array.from({ length: 10_000 - names.length }, (_, n) => `free ${n}`);
  const found = unwrap(await drive.stub.conflicts(drive.caller, { parentId: at, names: [...names, ...many] }));
  expect(found.map(({ name, row }) => [name, row.id])).toEqual([
    ['cafe\u0301.TXT', file],
    ['BOTH', older],
    ['STRASSE', both],
  ]);
});

test('names that are taken are not looked for under what no name can be', async ({ drive }) => {
  const at = await drive.folder('at');
  await drive.file('a', at);
  const names = [`a${'\u0301\u0316'.repeat(500)}`, 'a\0', '\ud800', 'a'];
  const found = unwrap(await drive.stub.conflicts(drive.caller, { parentId: at, names }));
  expect(found.map(({ name }) => name)).toEqual(['a']);
});

test('names that are taken are looked up one by one, however many the folder holds', async ({ drive }) => {
  await drive.list();
  const plan = await drive.inside((_, sql) =>
    sql.exec<{ detail: string }>(`EXPLAIN QUERY PLAN ${HOLDERS_SQL}`, '', '[]').toArray(),
  );
  expect(plan.map(({ detail }) => detail)).toContainEqual(expect.stringMatching(/^SEARCH nodes .*sort_key=\?/));
});

test('names that are taken: conflicts list a file and a folder apart, and nothing that is trashed, unfinished or elsewhere', async () => {
  const drive = makeDrive();
  const [file, folder, gone] = [await drive.file('x'), await drive.folder('x'), await drive.file('y')];
  await drive.file('z', folder);
  unwrap(await drive.stub.trash(drive.caller, { ids: [gone], trashTtlMs: DAY_MS }, null));
  await openUpload(drive, 'w');
  const names = ['x', 'y', 'z', 'w'];
  const found = unwrap(await drive.stub.conflicts(drive.caller, { parentId: '', names }));
  expect(found.map(({ row }) => row.id)).toEqual([file, folder]);
  expect(refusalOf(await drive.stub.conflicts(drive.caller, { parentId: file, names }))).toBe('file_not_found');
  const binned = await drive.folder('bin');
  unwrap(await drive.stub.trash(drive.caller, { ids: [binned], trashTtlMs: DAY_MS }, null));
  expect(refusalOf(await drive.stub.conflicts(drive.caller, { parentId: binned, names }))).toBe('file_in_recycle_bin');
});

async function openUpload(drive: TestDrive, name: string): Promise<void> {
  const order = {
    parentId: '',
    name,
    sizeBytes: 5,
    gcid: '',
    protocol: 'own',
    modifiedMs: null,
    partBytes: 100,
  } as const;
  const limits = {
    storageLimitBytes: LIMIT_BYTES,
    openUploads: 5,
    store: { dayBytes: 1e12, deletedPercent: 100 },
    ttlMs: DAY_MS,
  };
  unwrap(await drive.uploads.beginUpload(drive.caller, { ...order, ...limits }, null));
}

describe.each(['move', 'copy'] as const)('%s into a folder where names are taken', (act) => {
  async function run(drive: TestDrive, ids: string[], to: string, choice: object): Promise<string> {
    const input = { ids, to, limitBytes: LIMIT_BYTES, ...choice };
    return unwrap(await drive.stub[act](drive.caller, input, null));
  }

  test('keeps both when nothing is chosen', async () => {
    const { drive, to, file, folder } = await makeTwo();
    expect(await outcomeOf(drive, await run(drive, [file, folder], to, {}))).toEqual({ skipped: [], replaced: [] });
    expect(await drive.names(to)).toEqual(['B', 'b(1)', 'A(1).txt', 'a.txt']);
  });

  test('skips what is there', async () => {
    const { drive, from, to, file, folder } = await makeTwo();
    const free = await drive.file('free.txt', from);
    const outcome = await outcomeOf(drive, await run(drive, [file, folder, free], to, SKIP));
    expect(outcome).toEqual({ skipped: expect.arrayContaining([file, folder]), replaced: [] });
    expect(await drive.names(to)).toEqual(['B', 'a.txt', 'free.txt']);
    expect(await drive.names(from)).toEqual(act === 'move' ? ['b', 'A.txt'] : ['b', 'A.txt', 'free.txt']);
    expect(await drive.audit()).toMatchObject({ ...CLEAN, promised: 0 });
  });

  test('puts what is there into the trash, from where it comes back', async () => {
    const { drive, to, file, folder, oldFile, oldFolder } = await makeTwo();
    const outcome = await outcomeOf(drive, await run(drive, [file, folder], to, REPLACE));
    expect(outcome).toEqual({ skipped: [], replaced: expect.arrayContaining([oldFile, oldFolder]) });
    expect(await drive.names(to)).toEqual(['b', 'A.txt']);
    expect(await trashed(drive)).toEqual([oldFile, oldFolder].toSorted());
    unwrap(await drive.stub.untrash(drive.caller, { ids: outcome.replaced }, null));
    expect(await drive.names(to)).toEqual(['b', 'B(1)', 'a(1).txt', 'A.txt']);
    expect(await drive.names(oldFolder)).toEqual(['inner.txt']);
    expect(await drive.audit()).toMatchObject({ ...CLEAN, promised: 0 });
  });

  test('never lets a file take the place of a folder, nor the reverse', async () => {
    const { drive, from, to } = await makeTwo();
    const [file, folder] = [await drive.file('b', from), await drive.folder('a.txt', from)];
    const outcome = await outcomeOf(drive, await run(drive, [file, folder], to, REPLACE));
    expect(outcome).toEqual({ skipped: [], replaced: [] });
    expect(await drive.names(to)).toEqual(['a(1).txt', 'B', 'a.txt', 'b(1)']);
  });

  test('lets equal names of one batch stand side by side', async () => {
    const { drive, to, file, oldFile } = await makeTwo();
    const other = await drive.file('a.TXT', await drive.folder('third'));
    const outcome = await outcomeOf(drive, await run(drive, [file, other], to, REPLACE));
    expect(outcome.replaced).toEqual([oldFile]);
    expect((await drive.names(to)).filter((name) => /^a/i.test(name))).toHaveLength(2);
  });
});

test('a long copy replaces when it is put in place, and skips before it begins', async ({ drive }) => {
  const [from, to] = [await drive.folder('from'), await drive.folder('to')];
  const big = await drive.folder('big', from);
  await drive.files(Array.from({ length: 2_500 }, (_, n) => ({ name: `${n}.txt`, parentId: big, sizeBytes: 1 })));
  const old = await drive.folder('BIG', to);
  const copy = async (choice: object) =>
    unwrap(await drive.stub.copy(drive.caller, { ids: [big], to, limitBytes: LIMIT_BYTES, ...choice }, null));
  expect(await outcomeOf(drive, await copy(SKIP))).toEqual({ skipped: [big], replaced: [] });
  const taskId = await copy(REPLACE);
  expect(await drive.names(to)).toEqual(['BIG']);
  expect(await outcomeOf(drive, taskId)).toEqual({ skipped: [], replaced: [old] });
  expect(await drive.names(to)).toEqual(['big']);
  expect(await drive.audit()).toMatchObject({ ...CLEAN, promised: 0 });
}, 60_000);

async function makeTaken() {
  const drive = makeDrive();
  const first = await drive.file('a.txt');
  unwrap(await drive.stub.trash(drive.caller, { ids: [first], trashTtlMs: DAY_MS }, null));
  return { drive, first, second: await drive.file('A.txt') };
}

test('a restore from the trash whose name was taken since: it stays there, when skipped', async () => {
  const { drive, first } = await makeTaken();
  const taskId = unwrap(await drive.stub.untrash(drive.caller, { ids: [first], ...SKIP }, null));
  expect(await outcomeOf(drive, taskId)).toEqual({ skipped: [first], replaced: [] });
  expect(await trashed(drive)).toEqual([first]);
  expect(await drive.names()).toEqual(['A.txt']);
});

test('a restore from the trash whose name was taken since: it changes places with what is there, when it replaces', async () => {
  const { drive, first, second } = await makeTaken();
  const taskId = unwrap(await drive.stub.untrash(drive.caller, { ids: [first], ...REPLACE }, null));
  expect(await outcomeOf(drive, taskId)).toEqual({ skipped: [], replaced: [second] });
  expect(await trashed(drive)).toEqual([second]);
  expect(await drive.names()).toEqual(['a.txt']);
  expect(await drive.audit()).toMatchObject(CLEAN);
});

test('a hundred times the same folder at once is one folder, and the oldest of several is found', async ({ drive }) => {
  const made = await Promise.all(
    Array.from({ length: 100 }, () => drive.stub.findOrMakeFolder(drive.caller, { parentId: '', name: 'Trip' }, null)),
  );
  const rows = made.map((each) => unwrap(each));
  expect(new Set(rows.map(({ row }) => row.id)).size).toBe(1);
  expect(rows.filter(({ found }) => !found)).toHaveLength(1);
  await drive.folder('TRIP');
  expect(unwrap(await drive.stub.findOrMakeFolder(drive.caller, { parentId: '', name: 'trip' }, null))).toMatchObject({
    found: true,
    row: { id: rows[0]?.row.id },
  });
  await drive.file('file');
  expect(unwrap(await drive.stub.findOrMakeFolder(drive.caller, { parentId: '', name: 'file' }, null)).found).toBe(
    false,
  );
});
