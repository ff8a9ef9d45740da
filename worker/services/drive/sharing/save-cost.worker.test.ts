/** Rows and calls of saves and copies of many files. */
import { afterEach, expect, vi } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { BlobIndexObject } from '../blobs/blob-index.object.ts';
import { countRows } from '../cost-fixture.ts';
import { LIMIT_BYTES, makeDrive, type TestDrive, driveTest as test } from '../drive-fixture.ts';
import { SORTED_NODES } from '../tree/folder-ranks.store.ts';

const CLEAN = { usage: 0, nodes: 0, reserved: 0, contents: 0, orphans: 0, promised: 0 };
/** Of a folder that is sorted as it is read. */
const FILES = SORTED_NODES - 100;

afterEach(() => void vi.restoreAllMocks());

/** A digest that spreads over the objects of the index. */
function contentOf(at: number): string {
  return `${((at * 37) % 256).toString(16).padStart(2, '0')}c${at}x`;
}

function manyFiles(drive: TestDrive, parentId: string, count = FILES): Promise<string[]> {
  const files = Array.from({ length: count }, (_, at) => ({ name: `f${at}.txt`, parentId, content: contentOf(at) }));
  return drive.files(files);
}

function orderOf(alice: TestDrive, root: string, ids: readonly string[] = []) {
  const origin = { shareId: newWireId(), ownerId: alice.userId, rootIds: [root] };
  return { requestKey: 'request', ...origin, ids, parentId: null, limitBytes: LIMIT_BYTES };
}

type Calls = readonly Parameters<BlobIndexObject['setReferences']>[];

/** How often the object of each content was called, each number once. */
function timesCalled(calls: Calls): number[] {
  const times = new Map<string, number>();
  for (const [, changes] of calls)
    for (const shard of new Set(changes.map(([key]) => key.slice(2, 4)))) times.set(shard, (times.get(shard) ?? 0) + 1);
  return [...new Set(times.values())];
}

async function untilTold(drive: TestDrive): Promise<void> {
  await expect
    .poll(() => drive.inside((_, sql) => sql.exec('SELECT count(*) AS n FROM _outbox').one()['n']), { timeout: 10_000 })
    .toBe(0);
}

test.each(['the folder of the files', 'the files themselves'])(
  'saving %s writes few rows a file and calls each object of the index once',
  async (what) => {
    const [alice, bob] = [makeDrive(), makeDrive()];
    const root = await alice.folder('tree');
    const ids = await manyFiles(alice, root);
    unwrap(await bob.stub.space(bob.caller));
    const told = vi.spyOn(BlobIndexObject.prototype, 'setReferences');
    const order = orderOf(alice, root, what === 'the files themselves' ? ids : []);
    const { rows } = await countRows(bob.stub, async () => {
      const answer = unwrap(await bob.stub.restoreShared(bob.caller, order));
      expect(answer.done).toBe(false);
      await bob.finish(answer.taskId);
      await untilTold(bob);
    });
    // With the one that the index writes for each.
    expect(rows / FILES + 1).toBeLessThan(6);
    const calls = told.mock.calls.map(([driveId, changes]) => ({ driveId, keys: changes.map(([key]) => key) }));
    expect(calls.flatMap(({ keys }) => keys).toSorted()).toEqual(
      Array.from({ length: FILES }, (_, at) => `1-${contentOf(at).padEnd(64, '0')}`).toSorted(),
    );
    expect(timesCalled(told.mock.calls)).toEqual([1]);
    expect(await bob.audit()).toMatchObject(CLEAN);
  },
);

test('copying many files inside a drive writes few rows a file, and calls no index', async ({ drive }) => {
  const [root, to] = [await drive.folder('tree'), await drive.folder('to')];
  await manyFiles(drive, root);
  const told = vi.spyOn(BlobIndexObject.prototype, 'setReferences');
  const { rows } = await countRows(drive.stub, async () => {
    const taskId = unwrap(await drive.stub.copy(drive.caller, { ids: [root], to, limitBytes: LIMIT_BYTES }, null));
    await drive.finish(taskId);
    await untilTold(drive);
  });
  expect(rows / FILES).toBeLessThan(4);
  expect(told).not.toHaveBeenCalled();
  expect((await drive.list({ parentId: to })).map(({ name }) => name)).toEqual(['tree']);
  expect(await drive.audit()).toMatchObject({ ...CLEAN, rows: 2 * FILES + 3 });
});

test('copying a folder of more files than are sorted writes its indexes too, and listing it writes nothing', async () => {
  const drive = makeDrive();
  const [root, to] = [await drive.folder('tree'), await drive.folder('to')];
  const count = 3 * SORTED_NODES;
  await manyFiles(drive, root, count);
  const { rows } = await countRows(drive.stub, async () => {
    const taskId = unwrap(await drive.stub.copy(drive.caller, { ids: [root], to, limitBytes: LIMIT_BYTES }, null));
    await drive.finish(taskId);
    await untilTold(drive);
  });
  // Four indexes; listing a folder that has none wrote five rows a file.
  expect(rows / count).toBeLessThan(4 + 4.5);
  const [copy] = await drive.list({ parentId: to });
  const { rows: listed } = await countRows(drive.stub, async () => {
    await drive.list({ parentId: copy?.id ?? '', rows: 100 });
  });
  expect(listed).toBe(0);
});

test('deleting many files in one call calls each object of the index once', async ({ drive }) => {
  const ids = (await manyFiles(drive, await drive.folder('tree'))).slice(0, 300);
  const told = vi.spyOn(BlobIndexObject.prototype, 'setReferences');
  await drive.finish(unwrap(await drive.stub.remove(drive.caller, { ids }, null)));
  await untilTold(drive);
  const changes = told.mock.calls.flatMap(([, some]) => some);
  expect(changes.map(([, , present]) => present)).toEqual(ids.map(() => 0));
  expect(timesCalled(told.mock.calls)).toEqual([1]);
});

test('a save under taken names goes in steps and numbers each file', async () => {
  const [alice, bob] = [makeDrive(), makeDrive()];
  const root = await alice.folder('tree');
  const names = Array.from({ length: 700 }, (_, at) => `f${String(at).padStart(3, '0')}.txt`);
  const ids = await alice.files(names.map((name) => ({ name, parentId: root })));
  const to = await bob.folder('to');
  await bob.files(names.map((name) => ({ name, parentId: to })));
  const answer = unwrap(await bob.stub.restoreShared(bob.caller, { ...orderOf(alice, root, ids), parentId: to }));
  await bob.finish(answer.taskId);
  const numbered = names.map((name) => name.replace('.txt', '(1).txt'));
  const saved = (await bob.list({ parentId: to, rows: 2_000 })).map(({ name }) => name);
  expect(saved.toSorted()).toEqual([...names, ...numbered].toSorted());
  expect(await bob.audit()).toMatchObject({ ...CLEAN, rows: 1_401 });
});

test('of a save that fails when some of its files are in place nothing is left', async () => {
  const [alice, bob] = [makeDrive(), makeDrive()];
  const root = await alice.folder('tree');
  const ids = await manyFiles(alice, root);
  const to = await bob.folder('to');
  const order = { ...orderOf(alice, root, ids), parentId: to, limitBytes: FILES * 10 + 5 };
  const answer = unwrap(await bob.stub.restoreShared(bob.caller, order));
  expect((await bob.names(to)).length).toBeGreaterThan(0);
  // The last ones grow after they were measured.
  await alice.inside((_, sql) => {
    sql.exec('UPDATE nodes SET size_bytes = 20 WHERE content_key IS NOT NULL');
    sql.exec('UPDATE contents SET size_bytes = 20');
  });
  await bob.finish(answer.taskId);
  const task = await bob.task(answer.taskId);
  expect([task.phase, task.message]).toEqual(['PHASE_TYPE_ERROR', 'file_space_not_enough']);
  expect(await bob.names(to)).toEqual([]);
  expect(await bob.audit()).toMatchObject({ ...CLEAN, rows: 1 });
});

test('a copy that a former release began is whole in the end, with each node once', async () => {
  const [alice, bob] = [makeDrive(), makeDrive()];
  const root = await alice.folder('tree');
  await alice.folder('inner', root);
  await manyFiles(alice, root);
  const answer = unwrap(await bob.stub.restoreShared(bob.caller, orderOf(alice, root)));
  // As the migration leaves it: the sources are known, nothing else; the copies made so far are there.
  await bob.inside((_, sql) => {
    sql.exec("DELETE FROM job_items WHERE part <> 'roots'");
    sql.exec("UPDATE tasks SET job = json_remove(job, '$.at', '$.folders') WHERE job IS NOT NULL");
  });
  await bob.finish(answer.taskId);
  const [tree] = await bob.list({ parentId: answer.parentId });
  expect((await bob.list({ parentId: tree?.id ?? '', rows: 10_000 })).length).toBe(FILES + 1);
  expect(await bob.audit()).toMatchObject({ ...CLEAN, rows: FILES + 3 });
});
