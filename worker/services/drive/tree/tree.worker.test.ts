import { expect } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { REFUSED_NAMES, roundTripNames } from '#test/seed/names.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { DAY_MS, LIMIT_BYTES, makeDrive, refusalOf, driveTest as test } from '../drive-fixture.ts';

const CLEAN = { usage: 0, reserved: 0, contents: 0, orphans: 0, promised: 0 };

test('every odd but valid name is kept byte for byte', async ({ drive }) => {
  const names = roundTripNames();
  for (const name of names) await drive.folder(name);
  expect(new Set(await drive.names())).toEqual(new Set(names));
});

test('names that no file system takes are refused with their reason', async ({ drive }) => {
  for (const [name, reason] of REFUSED_NAMES) {
    const made = await drive.stub.createFolder(drive.caller, { parentId: '', name }, null);
    expect(refusalOf(made)).toBe(reason);
  }
  expect(await drive.names()).toEqual([]);
});

test('a second folder of the same name is allowed, a rename to a taken name is not', async ({ drive }) => {
  await drive.folder('Plans');
  await drive.folder('Plans');
  const other = await drive.folder('other');
  expect(await drive.names()).toEqual(['other', 'Plans', 'Plans']);
  expect(refusalOf(await drive.stub.rename(drive.caller, other, 'PLANS', null))).toBe('file_duplicated_name');
  expect(refusalOf(await drive.stub.rename(drive.caller, other, 'other', null))).toBe('file_rename_to_same_name');
  expect(refusalOf(await drive.stub.rename(drive.caller, other, '', null))).toBe('empty');
  expect(unwrap(await drive.stub.rename(drive.caller, other, 'Other', null)).name).toBe('Other');
});

test('a batch with a foreign id is refused whole', async () => {
  const [alice, bob] = [makeDrive(), makeDrive()];
  const to = await alice.folder('to');
  const mine = await alice.file('mine.txt');
  const theirs = await bob.file('theirs.txt');
  for (const foreign of [theirs, newWireId()]) {
    const ids = [mine, foreign];
    expect(refusalOf(await alice.stub.move(alice.caller, { ids, to }, null))).toBe('file_not_found');
    expect(refusalOf(await alice.stub.copy(alice.caller, { ids, to, limitBytes: LIMIT_BYTES }, null))).toBe(
      'file_not_found',
    );
    expect(refusalOf(await alice.stub.trash(alice.caller, { ids, trashTtlMs: DAY_MS }, null))).toBe('file_not_found');
    expect(refusalOf(await alice.stub.remove(alice.caller, { ids }, null))).toBe('file_not_found');
    expect(refusalOf(await alice.stub.untrash(alice.caller, { ids }, null))).toBe('file_not_found');
  }
  expect(await alice.names()).toEqual(['to', 'mine.txt']);
  expect(await bob.names()).toEqual(['theirs.txt']);
});

test('a folder goes neither into itself nor below itself nor where it is', async ({ drive }) => {
  const a = await drive.folder('a');
  const b = await drive.folder('b', a);
  for (const to of [a, b])
    expect(refusalOf(await drive.stub.move(drive.caller, { ids: [a], to }, null))).toBe('into_itself');
  expect(refusalOf(await drive.stub.copy(drive.caller, { ids: [a], to: b, limitBytes: LIMIT_BYTES }, null))).toBe(
    'into_itself',
  );
  expect(refusalOf(await drive.stub.move(drive.caller, { ids: [b], to: a }, null))).toBe('file_move_or_copy_to_cur');
});

test('a moved name that is taken is numbered, for files and folders alike', async ({ drive }) => {
  const to = await drive.folder('to');
  const box = await drive.folder('box');
  await drive.folder('box', to);
  await drive.file('a.txt', to);
  const file = await drive.file('A.txt');
  const done = await drive.task(unwrap(await drive.stub.move(drive.caller, { ids: [box, file], to }, null)));
  expect([done.type, done.phase, done.progress]).toEqual(['move', 'PHASE_TYPE_COMPLETE', 100]);
  expect(await drive.names(to)).toEqual(['box', 'box(1)', 'A(1).txt', 'a.txt']);
});

test('ten thousand equal names cost no more than their logarithm', async ({ drive }) => {
  const ids = await drive.files(Array.from({ length: 300 }, () => ({ name: 'same.txt', parentId: '' })));
  const to = await drive.folder('to');
  unwrap(await drive.stub.move(drive.caller, { ids, to }, null));
  expect(new Set(await drive.names(to)).size).toBe(300);
});

test('what is in the trash is gone from its folder, is listed once, and cannot be changed', async ({ drive }) => {
  const a = await drive.folder('a');
  const inner = await drive.folder('inner', a);
  const file = await drive.file('f.txt', inner);
  unwrap(await drive.stub.trash(drive.caller, { ids: [a], trashTtlMs: DAY_MS }, null));
  expect(await drive.names()).toEqual([]);
  expect(await drive.names(a)).toEqual([]);
  expect(await drive.names(inner)).toEqual([]);
  expect((await drive.list({ parentId: '*' })).length).toBe(0);
  expect((await drive.list({ parentId: '*', trashed: true })).map((row) => row.name)).toEqual(['a']);
  for (const id of [a, inner, file]) {
    expect(refusalOf(await drive.stub.detail(drive.caller, id))).toBe('file_in_recycle_bin');
    expect(refusalOf(await drive.stub.rename(drive.caller, id, 'x', null))).toBe('file_in_recycle_bin');
    expect(refusalOf(await drive.stub.move(drive.caller, { ids: [id], to: '' }, null))).toBe('file_in_recycle_bin');
  }
  expect(refusalOf(await drive.stub.createFolder(drive.caller, { parentId: inner, name: 'x' }, null))).toBe(
    'file_in_recycle_bin',
  );
  expect(unwrap(await drive.stub.space(drive.caller))).toEqual({
    usageBytes: 10,
    trashBytes: 10,
    versionBytes: 0,
    reservedBytes: 0,
  });
});

test('trash comes back to its folder, or to the root when that is gone, under a free name', async ({ drive }) => {
  const a = await drive.folder('a');
  const f = await drive.file('f.txt', a);
  const g = await drive.file('g.txt', a);
  unwrap(await drive.stub.trash(drive.caller, { ids: [f, g], trashTtlMs: DAY_MS }, null));
  await drive.file('f.txt', a);
  const paramsOf = async (ids: readonly string[]) => {
    const { params } = await drive.task(unwrap(await drive.stub.untrash(drive.caller, { ids }, null)));
    return JSON.parse(params) as unknown;
  };
  expect(await paramsOf([f])).toEqual({ parent_id: a });
  expect(await drive.names(a)).toEqual(['f(1).txt', 'f.txt']);
  unwrap(await drive.stub.remove(drive.caller, { ids: [a] }, null));
  expect(await paramsOf([g])).toEqual({ parent_id: '', rehomed: JSON.stringify([g]) });
  expect(await drive.names()).toEqual(['g.txt']);
  expect(await drive.audit()).toMatchObject(CLEAN);
});

test('the task of a restore names those that went to the root because their folder is in the trash', async () => {
  const drive = makeDrive();
  const [a, b] = [await drive.folder('a'), await drive.folder('b')];
  const files = await drive.files([
    { name: 'f.txt', parentId: a },
    { name: 'g.txt', parentId: b },
    { name: 'h.txt', parentId: '' },
    { name: 'i.txt', parentId: a },
  ]);
  const [f = '', g = '', h = '', below = ''] = files;
  unwrap(await drive.stub.trash(drive.caller, { ids: [f, g, h], trashTtlMs: DAY_MS }, null));
  unwrap(await drive.stub.trash(drive.caller, { ids: [a], trashTtlMs: DAY_MS }, null));
  const taskId = unwrap(await drive.stub.untrash(drive.caller, { ids: [f, g, h, below] }, null));
  expect(JSON.parse((await drive.task(taskId)).params)).toEqual({ rehomed: JSON.stringify([f, below]) });
  expect((await drive.names()).toSorted()).toEqual(['b', 'f.txt', 'h.txt', 'i.txt']);
});

test('a folder and a node trashed from it before are restored together', async ({ drive }) => {
  const a = await drive.folder('a');
  const f = await drive.file('f.txt', a);
  unwrap(await drive.stub.trash(drive.caller, { ids: [f], trashTtlMs: DAY_MS }, null));
  unwrap(await drive.stub.trash(drive.caller, { ids: [a], trashTtlMs: DAY_MS }, null));
  unwrap(await drive.stub.untrash(drive.caller, { ids: [f, a] }, null));
  expect(await drive.names()).toEqual(['a']);
  expect(await drive.names(a)).toEqual(['f.txt']);
});

test('what never left a folder stays in it when both come back in one batch, in either order', async () => {
  for (const turned of [false, true]) {
    const drive = makeDrive();
    const a = await drive.folder('a');
    const inner = await drive.folder('inner', a);
    unwrap(await drive.stub.trash(drive.caller, { ids: [a], trashTtlMs: DAY_MS }, null));
    const ids = turned ? [inner, a] : [a, inner];
    unwrap(await drive.stub.untrash(drive.caller, { ids }, null));
    expect(await drive.names()).toEqual(['a']);
    expect(await drive.names(a)).toEqual(['inner']);
  }
});

test('emptying the trash leaves the rest and gives its space back', async ({ drive }) => {
  const a = await drive.folder('a');
  await drive.file('f.txt', a, 100, 'b');
  await drive.file('kept.txt', '', 1, 'c');
  unwrap(await drive.stub.trash(drive.caller, { ids: [a], trashTtlMs: DAY_MS }, null));
  const done = await drive.task(unwrap(await drive.stub.emptyTrash(drive.caller, null)));
  expect([done.type, done.phase]).toEqual(['emptytrash', 'PHASE_TYPE_COMPLETE']);
  expect(unwrap(await drive.stub.space(drive.caller))).toEqual({
    usageBytes: 1,
    trashBytes: 0,
    versionBytes: 0,
    reservedBytes: 0,
  });
  expect(await drive.audit()).toMatchObject({ ...CLEAN, rows: 1 });
});

test('folders are at most a hundred deep, however they got there', async ({ drive }) => {
  let parentId = '';
  for (let depth = 0; depth < 100; depth += 1) parentId = await drive.folder(`d${depth}`, parentId);
  expect(refusalOf(await drive.stub.createFolder(drive.caller, { parentId, name: 'x' }, null))).toBe('too_deep');
  const loose = await drive.folder('loose');
  expect(refusalOf(await drive.stub.move(drive.caller, { ids: [loose], to: parentId }, null))).toBe('too_deep');
  expect(unwrap(await drive.stub.path(drive.caller, parentId)).length).toBe(100);
});

test('a hundred parallel promises never pass the limit', async ({ drive }) => {
  const from = await drive.folder('from');
  const id = await drive.file('big.bin', from, 1_000);
  const copies = await Promise.all(
    Array.from({ length: 100 }, () => drive.stub.copy(drive.caller, { ids: [id], to: '', limitBytes: 8_500 }, null)),
  );
  expect(copies.filter((copy) => copy.ok).length).toBe(7);
  expect(copies.filter((copy) => refusalOf(copy) === 'file_space_not_enough').length).toBe(93);
  expect(unwrap(await drive.stub.space(drive.caller)).usageBytes).toBe(8_000);
  expect(await drive.audit()).toMatchObject(CLEAN);
});

test('a token of an ended session opens nothing, its newer sibling everything', async ({ drive }) => {
  await drive.folder('a');
  await drive.stub.endSessions({ sessionId: 'family', minEpoch: 0, untilMs: 1 });
  const other = { ...drive.caller, sessionId: 'other' };
  const asked = { ids: ['x'] };
  for (const call of [
    drive.stub.detail(drive.caller, 'x'),
    drive.stub.createFolder(drive.caller, { parentId: '', name: 'b' }, null),
    drive.stub.remove(drive.caller, asked, null),
    drive.stub.space(drive.caller),
    drive.stub.tasks(drive.caller, { type: '', rows: 1, pageToken: '', phases: [], ids: [] }),
    drive.stub.describeForShare(drive.caller, []),
  ])
    expect(refusalOf(await call)).toBe('session_ended');
  expect((await drive.stub.space(other)).ok).toBe(true);
  await drive.stub.endSessions({ sessionId: null, minEpoch: 2, untilMs: 1 });
  expect(refusalOf(await drive.stub.space(other))).toBe('session_ended');
  expect((await drive.stub.space({ ...other, epoch: 2 })).ok).toBe(true);
});
