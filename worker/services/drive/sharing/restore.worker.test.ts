import { expect, test } from 'vitest';
import { readSaved } from '#shared/drive/saved.ts';
import { unwrap } from '#shared/errors.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { DAY_MS, LIMIT_BYTES, makeDrive, refusalOf, type TestDrive } from '../drive-fixture.ts';
import { insertNode } from '../tree/tree.store.ts';

const CLEAN = { usage: 0, reserved: 0, contents: 0, orphans: 0, promised: 0 };

/** Alice shares `tree` with two files and a folder of many; bob restores. */
async function makeShare(many = 3) {
  const [alice, bob] = [makeDrive(), makeDrive()];
  const root = await alice.folder('tree');
  const inner = await alice.folder('inner', root);
  const [one = '', two = ''] = await alice.files([
    { name: 'one.txt', parentId: root, content: 'a' },
    { name: 'two.txt', parentId: root, content: 'b' },
  ]);
  await alice.files(Array.from({ length: many }, (_, n) => ({ name: `f${n}`, parentId: inner, content: 'c' })));
  const shareId = newWireId();
  const order = {
    requestKey: 'request',
    shareId,
    ownerId: alice.userId,
    rootIds: [root],
    ids: [] as string[],
    parentId: null as string | null,
    limitBytes: LIMIT_BYTES,
  };
  return { alice, bob, root, inner, one, two, order, shareId };
}

async function restore(bob: TestDrive, order: Parameters<TestDrive['stub']['restoreShared']>[1]) {
  return unwrap(await bob.stub.restoreShared(bob.caller, order));
}

test('a small restore is done in the call, in a folder of its own, and reports the copy of each source', async () => {
  const { bob, root, order, shareId } = await makeShare();
  const answer = await restore(bob, order);
  expect(answer).toMatchObject({ done: true, started: true });
  expect((await bob.list()).map((row) => [row.name, row.folder_type])).toEqual([['Pack From Shared', 'RESTORE']]);
  const [tree] = await bob.list({ parentId: answer.parentId });
  expect(await bob.names(tree?.id)).toEqual(['inner', 'one.txt', 'two.txt']);
  const task = await bob.task(answer.taskId);
  expect([task.type, task.phase, task.message]).toEqual(['restore', 'PHASE_TYPE_COMPLETE', 'Saved']);
  expect(JSON.parse(JSON.parse(task.params).trace_file_ids)).toEqual({ [root]: tree?.id });
  expect(JSON.parse(tree?.params ?? '')).toEqual({ original_share_id: shareId, original_file_id: root });
  expect(await bob.audit()).toMatchObject({ ...CLEAN, rows: 8 });
});

test('single files land where they were asked to, under free names', async () => {
  const { bob, one, two, order } = await makeShare();
  const to = await bob.folder('to');
  await bob.file('one.txt', to);
  const answer = await restore(bob, { ...order, ids: [one, two], parentId: to });
  expect(answer.parentId).toBe(to);
  expect(await bob.names(to)).toEqual(['one(1).txt', 'one.txt', 'two.txt']);
  const params = JSON.parse((await bob.task(answer.taskId)).params);
  expect(Object.keys(JSON.parse(params.trace_file_ids)).toSorted()).toEqual([one, two].toSorted());
  expect(readSaved(params)).toEqual({ saved: 2, renamed: 1, names: [{ from: 'one.txt', to: 'one(1).txt' }] });
  expect([answer.params, (await restore(bob, { ...order, ids: [one, two], parentId: to })).params]).toEqual([
    params,
    params,
  ]);
});

test('a save whose key stands for one is found however late, and whatever became of its copies', async () => {
  const { bob, root, order } = await makeShare();
  const once = { ...order, isOnce: true, ids: [root] };
  const { taskId, parentId } = await restore(bob, once);
  const [tree] = await bob.list({ parentId });
  unwrap(await bob.stub.rename(bob.caller, tree?.id ?? '', 'renamed', null));
  // An hour later the key is free for other requests.
  await bob.inside((_, sql) => void sql.exec('UPDATE tasks SET request_key = NULL, updated_ms = 1'));
  expect(await restore(bob, once)).toMatchObject({ taskId, started: false, done: true });
  expect(await bob.names(parentId)).toEqual(['renamed']);
  expect(await restore(bob, { ...once, isOnce: false })).toMatchObject({ started: true });
  expect(await bob.names(parentId)).toEqual(['renamed', 'tree']);
});

test('of very many new names some are told, and all are counted', async () => {
  const { alice, bob, order, inner } = await makeShare(30);
  const ids = (await alice.list({ parentId: inner })).map(({ id }) => id);
  const to = await bob.folder('to');
  await bob.files(Array.from({ length: 30 }, (_, n) => ({ name: `f${n}`, parentId: to })));
  const answer = await restore(bob, { ...order, ids, parentId: to });
  const told = readSaved(answer.params);
  expect([told.saved, told.renamed, told.names.length]).toEqual([30, 30, 20]);
  expect(told.names.slice(9, 12)).toEqual([9, 10, 11].map((n) => ({ from: `f${n}`, to: `f${n}(1)` })));
});

test('a large restore goes on by the alarm and is seen when it is whole', async () => {
  const { bob, order } = await makeShare(5_000);
  const answer = await restore(bob, order);
  expect(answer.done).toBe(false);
  expect(await bob.names(answer.parentId)).toEqual([]);
  const { usageBytes, reservedBytes } = unwrap(await bob.stub.space(bob.caller));
  expect(usageBytes + reservedBytes).toBe(50_020);
  await bob.finish(answer.taskId);
  expect(await bob.names(answer.parentId)).toEqual(['tree']);
  expect(await bob.audit()).toMatchObject({ ...CLEAN, rows: 5_005 });
});

test('the same request made ten times at once is one task with one set of copies', async () => {
  const { bob, order } = await makeShare(2_500);
  const answers = await Promise.all(Array.from({ length: 10 }, () => restore(bob, order)));
  expect(new Set(answers.map((answer) => answer.taskId)).size).toBe(1);
  expect(answers.filter((answer) => answer.started).length).toBe(1);
  await bob.finish(answers[0]?.taskId ?? '');
  expect(await bob.audit()).toMatchObject({ ...CLEAN, rows: 2_505 });
});

test('a finished restore answers its request for a minute, then the request starts anew', async () => {
  const { bob, order } = await makeShare();
  const first = await restore(bob, order);
  expect(await restore(bob, order)).toEqual({ ...first, done: true, started: false });
  await bob.inside((_, sql) => sql.exec('UPDATE tasks SET updated_ms = updated_ms - 61000').toArray());
  const second = await restore(bob, order);
  expect(second.started).toBe(true);
  expect(await bob.names(first.parentId)).toEqual(['tree', 'tree(1)']);
});

test('a restore whose copies were trashed concurrently starts anew at once', async () => {
  const { bob, order } = await makeShare();
  const first = await restore(bob, order);
  unwrap(await bob.stub.remove(bob.caller, { ids: [first.parentId] }, null));
  const second = await restore(bob, order);
  expect(second.started).toBe(true);
  expect(await bob.names(second.parentId)).toEqual(['tree']);
});

test.each([
  [
    'moved elsewhere',
    async (bob: TestDrive, copy: string) => {
      const elsewhere = await bob.folder('elsewhere');
      unwrap(await bob.stub.move(bob.caller, { ids: [copy], to: elsewhere }, null));
    },
  ],
  [
    'renamed',
    async (bob: TestDrive, copy: string) => {
      const savedMs = Date.now();
      await expect.poll(() => Date.now()).toBeGreaterThan(savedMs);
      unwrap(await bob.stub.rename(bob.caller, copy, 'renamed.txt', null));
    },
  ],
  [
    'thrown away',
    async (bob: TestDrive, copy: string) => {
      unwrap(await bob.stub.trash(bob.caller, { ids: [copy], trashTtlMs: DAY_MS }, null));
    },
  ],
])('saving into a folder again makes a new copy when the first was %s', async (_, change) => {
  const { bob, one, order } = await makeShare();
  const to = await bob.folder('to');
  const asked = { ...order, ids: [one], parentId: to };
  const first = await restore(bob, asked);
  const [copy] = await bob.list({ parentId: to });
  expect((await bob.inside((drive) => drive.restoreOf(order.requestKey)))?.inPlace).toBe(true);
  await change(bob, copy?.id ?? '');
  expect((await bob.inside((drive) => drive.restoreOf(order.requestKey)))?.inPlace).toBe(false);
  const second = await restore(bob, asked);
  expect([second.started, second.taskId === first.taskId]).toEqual([true, false]);
  expect((await bob.names(to)).filter((name) => name !== 'renamed.txt')).toEqual(['one.txt']);
  expect(await bob.audit()).toMatchObject(CLEAN);
});

test('saving several things again makes new copies when one of them was moved elsewhere', async () => {
  const { bob, one, two, order } = await makeShare();
  const to = await bob.folder('to');
  const asked = { ...order, ids: [one, two], parentId: to };
  await restore(bob, asked);
  const [copy] = await bob.list({ parentId: to });
  expect((await restore(bob, asked)).started).toBe(false);
  unwrap(await bob.stub.move(bob.caller, { ids: [copy?.id ?? ''], to: '' }, null));
  expect((await restore(bob, asked)).started).toBe(true);
  expect(await bob.names(to)).toEqual(['one.txt', 'two.txt', 'two(1).txt'].toSorted());
});

test('everything of a share is saved without the root that its owner has removed', async () => {
  const { alice, bob, root, order } = await makeShare();
  const other = await alice.folder('other');
  unwrap(await alice.stub.trash(alice.caller, { ids: [root], trashTtlMs: DAY_MS }, null));
  const answer = await restore(bob, { ...order, rootIds: [root, other] });
  expect(await bob.names(answer.parentId)).toEqual(['other']);
});

test('what is not in the share is not given', async () => {
  const { alice, bob, one, order } = await makeShare();
  const secret = await alice.file('secret.txt');
  expect(refusalOf(await bob.stub.restoreShared(bob.caller, { ...order, ids: [one, secret] }))).toBe('file_not_found');
  const page = unwrap(
    await alice.stub.exportTree({ rootIds: order.rootIds, want: { kind: 'roots', ids: [secret, one] }, rows: 10 }),
  );
  expect([page.nodes.map((node) => node.id), page.missing]).toEqual([[one], 1]);
  expect((await bob.audit()).rows).toBe(1);
});

test('what is refused is refused to everybody who asks at once', async () => {
  const { alice, bob, one, order } = await makeShare();
  const asked = { ...order, ids: [one, await alice.file('secret.txt')] };
  const answers = await Promise.all(Array.from({ length: 10 }, () => bob.stub.restoreShared(bob.caller, asked)));
  expect(answers.map(refusalOf)).toEqual(Array.from({ length: 10 }, () => 'file_not_found'));
  expect((await bob.audit()).rows).toBe(1);
});

test('a restore that exceeds the storage is refused, and can be requested again', async () => {
  const { bob, order } = await makeShare();
  expect(refusalOf(await bob.stub.restoreShared(bob.caller, { ...order, limitBytes: 49 }))).toBe(
    'file_space_not_enough',
  );
  expect(await bob.audit()).toMatchObject(CLEAN);
  expect((await restore(bob, order)).done).toBe(true);
});

test('a restore of a source that is deleted concurrently saves the rest, and reports it', async () => {
  const { alice, bob, root, order } = await makeShare(5_000);
  const answer = await restore(bob, order);
  unwrap(await alice.stub.trash(alice.caller, { ids: [root], trashTtlMs: DAY_MS }, null));
  await bob.finish(answer.taskId);
  const task = await bob.task(answer.taskId);
  expect([task.phase, task.message]).toEqual(['PHASE_TYPE_COMPLETE', 'Saved without what was removed meanwhile']);
  expect(await bob.names(answer.parentId)).toEqual(['tree']);
  expect(await bob.audit()).toMatchObject(CLEAN);
});

test('unfinished files are neither shared nor restored', async () => {
  const { alice, bob, root, order } = await makeShare();
  const half = newWireId();
  await alice.inside((_, sql) =>
    insertNode(sql, {
      id: half,
      parentId: root,
      isFile: true,
      name: 'half',
      nowMs: 1,
      phase: 'PHASE_TYPE_PENDING',
      sizeBytes: 5,
    }),
  );
  expect(refusalOf(await alice.stub.describeForShare(alice.caller, [half]))).toBe('file_uncompleted');
  expect(unwrap(await alice.stub.describeForShare(alice.caller, [root]))).toMatchObject([
    { name: 'tree', folder: true, sizeBytes: 50, fileCount: 5 },
  ]);
  expect(unwrap(await alice.stub.sharedFile([root], half))).toBeNull();
  const answer = await restore(bob, order);
  expect(await bob.audit()).toMatchObject({ ...CLEAN, rows: 8 });
  expect(answer.done).toBe(true);
});

test('a share shows its own tree only, with the way to where one stands', async () => {
  const { alice, root, inner, one, shareId } = await makeShare();
  const outside = await alice.folder('outside');
  const asked = { rootIds: [root], order: 'name_asc' as const, foldersFirst: true, pageToken: '', rows: 100 };
  const see = async (parentId: string) => unwrap(await alice.stub.listShared({ ...asked, parentId }));
  expect((await see(''))?.page.rows.map((row) => row.id)).toEqual([root]);
  expect((await see(inner))?.path.map((crumb) => crumb.name)).toEqual(['tree', 'inner']);
  expect(await see(outside)).toBeNull();
  expect(await see(one)).toBeNull();
  expect(unwrap(await alice.stub.sharedFile([root], one))?.content).toMatchObject({
    sizeBytes: 10,
    name: 'one.txt',
    payer: alice.userId,
  });
  unwrap(await alice.stub.watch(shareId, [root]));
  unwrap(await alice.stub.trash(alice.caller, { ids: [root], trashTtlMs: DAY_MS }, null));
  expect((await see(''))?.page.rows).toEqual([]);
  expect(await see(inner)).toBeNull();
  expect(unwrap(await alice.stub.sharedFile([root], one))).toBeNull();
});

test('a search in a share finds names of its own tree alone, by pages, and nothing trashed, moved out, unfinished or closed', async () => {
  const { alice, root, inner } = await makeShare(0);
  const files = Array.from({ length: 5 }, (_, n) => ({ name: `Report ${n}.txt`, parentId: inner, content: 'c' }));
  const [first = '', second = '', third = '', fourth = ''] = await alice.files(files);
  await alice.file('report outside.txt');
  const sibling = await alice.folder('tree 2');
  await alice.file('report of the sibling.txt', sibling);
  const asked = { rootIds: [root], order: 'name_asc' as const, foldersFirst: true, pageToken: '', rows: 100 };
  const find = async (text: string, parentId = '', more: Partial<typeof asked> = {}) => {
    const found = unwrap(await alice.stub.listShared({ ...asked, ...more, parentId, text }));
    return found && { names: found.page.rows.map((row) => row.name), next: found.page.nextPageToken };
  };
  expect((await find('REPORT'))?.names).toEqual(files.map(({ name }) => name));
  expect((await find('report 3'))?.names).toEqual(['Report 3.txt']);
  expect((await find('tree'))?.names).toEqual(['tree']);
  expect((await find('tree', root))?.names).toEqual([]);
  expect((await find('%'))?.names).toEqual([]);
  expect(await find('report', sibling)).toBeNull();
  expect(await find('report', '')).toMatchObject({ next: '' });
  const page = await find('report', inner, { rows: 3 });
  expect(page?.names.length).toBe(3);
  expect((await find('report', inner, { rows: 3, pageToken: page?.next ?? '' }))?.names).toEqual([
    'Report 3.txt',
    'Report 4.txt',
  ]);
  unwrap(await alice.stub.trash(alice.caller, { ids: [first], trashTtlMs: DAY_MS }, null));
  unwrap(await alice.stub.move(alice.caller, { ids: [second], to: sibling }, null));
  await alice.inside((_, sql) => {
    sql.exec("UPDATE nodes SET phase = 'PHASE_TYPE_PENDING' WHERE id = ?", third);
    sql.exec("UPDATE nodes SET gcid = 'CD' WHERE id = ?", fourth);
  });
  unwrap(await alice.stub.blockContents(['CD'], true));
  expect((await find('report'))?.names).toEqual(['Report 4.txt']);
  unwrap(await alice.stub.trash(alice.caller, { ids: [inner], trashTtlMs: DAY_MS }, null));
  expect((await find('report'))?.names).toEqual([]);
  expect(await find('report', inner)).toBeNull();
});

test('a drive that was never written to answers strangers without being created', async () => {
  const ghost = makeDrive();
  expect(
    unwrap(
      await ghost.stub.listShared({
        rootIds: ['x'],
        parentId: '',
        order: 'name_asc',
        foldersFirst: true,
        pageToken: '',
        rows: 1,
      }),
    ),
  ).toBeNull();
  expect(unwrap(await ghost.stub.sharedFile(['x'], 'x'))).toBeNull();
  expect(refusalOf(await ghost.stub.exportMeasure({ rootIds: ['x'], ids: ['x'] }))).toBe('file_not_found');
  expect(
    await ghost.inside((_, sql) => sql.exec("SELECT count(*) AS n FROM sqlite_master WHERE name = 'nodes'").one()),
  ).toEqual({ n: 0 });
});
