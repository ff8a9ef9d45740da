/** Locks and properties of programs: what they refuse, how long they live, and what becomes of them. */
import { abortAllDurableObjects } from 'cloudflare:test';
import { expect } from 'vitest';
import { breakLock, programLocks } from './at-path.ts';
import { LOCKS_AT_MOST } from './locks.store.ts';
import { expectSound, programTest as it, refusalOf, text, tokenOf } from './program-fixture.ts';

const using = (...tokens: string[]) => ({ conditions: { tokens } });

it('a locked file is changed only by who names the lock', async ({ program }) => {
  await program.put('f', text('1'));
  await program.put('g', text('g'));
  const token = await tokenOf(program.lock('f'));
  expect(token).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
  expect(await refusalOf(program.put('f', text('2')))).toBe('locked');
  expect(await refusalOf(program.put('f', text('2'), using('urn:uuid:other')))).toBe('locked');
  expect(await refusalOf(program.remove('f'))).toBe('locked');
  expect(await refusalOf(program.move('f', 'h'))).toBe('locked');
  expect(await refusalOf(program.move('g', 'f'))).toBe('locked');
  expect(await refusalOf(program.copy('g', 'f'))).toBe('locked');
  expect(await refusalOf(program.setProps('f', [{ name: '{u}a', xml: '<a xmlns="u"/>' }]))).toBe('locked');
  expect(await refusalOf(program.lock('f'))).toBe('locked');
  expect(await refusalOf(program.lock('f', { isShared: true }))).toBe('locked');
  expect(await program.put('f', text('2'), using(token))).toMatchObject({ isNew: false });
  expect(await program.copy('f', 'copy')).toMatchObject({ isNew: true });
  expect((await program.entry('copy')).locks).toBeUndefined();
  await program.unlock('f', token);
  expect(await program.put('f', text('3'))).toMatchObject({ isNew: false });
  expect(await refusalOf(program.unlock('f', token))).toBe('failed_precondition/no_such_lock');
  await expectSound(program);
});

it('a deep lock holds for all below it, a shallow one for the folder and its names', async ({ program }) => {
  await program.mkcol('deep');
  await program.mkcol('deep/in');
  await program.put('deep/in/f', text('1'));
  await program.mkcol('flat');
  await program.put('flat/f', text('1'));
  const deep = await tokenOf(program.lock('deep', { isDeep: true }));
  const flat = await tokenOf(program.lock('flat'));
  expect(await refusalOf(program.put('deep/in/f', text('2')))).toBe('locked');
  expect(await refusalOf(program.put('deep/in/new', text('2')))).toBe('locked');
  expect(await refusalOf(program.lock('deep/in/f'))).toBe('locked');
  expect((await program.look('deep/in', true)).entries[0]?.locks).toMatchObject([
    { token: deep, path: ['deep'], isDeep: true },
  ]);
  expect(await program.put('deep/in/f', text('2'), using(deep))).toMatchObject({ isNew: false });
  expect(await program.put('flat/f', text('2'))).toMatchObject({ isNew: false });
  expect(await refusalOf(program.put('flat/new', text('2')))).toBe('locked');
  expect(await refusalOf(program.remove('flat/f'))).toBe('locked');
  expect(await program.put('flat/new', text('2'), using(flat))).toMatchObject({ isNew: true });
  await program.unlock('deep/in/f', deep);
  expect(await program.put('deep/in/f', text('3'))).toMatchObject({ isNew: false });
});

it('a folder is not trashed while something in it is locked, and loses its locks when it is', async ({ program }) => {
  await program.mkcol('a');
  await program.put('a/f', text('1'));
  const token = await tokenOf(program.lock('a/f'));
  expect(await refusalOf(program.remove('a'))).toBe('locked');
  expect(await refusalOf(program.move('a', 'b'))).toBe('locked');
  expect(await refusalOf(program.lock('a', { isDeep: true }))).toBe('locked');
  await program.move('a', 'b', using(token));
  expect((await program.entry('b/f')).locks).toBeUndefined();
  expect(await program.sql('SELECT 1 FROM program_locks')).toEqual([]);
});

it('several shared locks hold for one file', async ({ program }) => {
  await program.put('f', text('1'));
  const [one, two] = [
    await tokenOf(program.lock('f', { isShared: true })),
    await tokenOf(program.lock('f', { isShared: true })),
  ];
  expect(await refusalOf(program.lock('f'))).toBe('locked');
  expect(await refusalOf(program.put('f', text('2')))).toBe('locked');
  expect(await program.put('f', text('2'), using(two))).toMatchObject({ isNew: false });
  expect(one).not.toBe(two);
});

it('says that nothing is there to lock', async ({ program }) => {
  expect(await program.lock('new')).toEqual({ kind: 'file' });
  expect(await refusalOf(program.lock('no/new'))).toBe('file_not_found/no_parent');
});

it('lives on when the drive starts anew, is renewed, and ends by its time', async ({ program }) => {
  await program.put('f', text('1'));
  const token = await tokenOf(program.lock('f'));
  await abortAllDurableObjects();
  expect(await refusalOf(program.put('f', text('2')))).toBe('locked');
  const [renewed] = await program.renew('f', token, 1_800_000);
  expect(renewed?.token).toBe(token);
  expect(await refusalOf(program.renew('f', 'urn:uuid:other'))).toBe('precondition_failed/no_such_lock');
  await program.sql('UPDATE program_locks SET until_ms = 1');
  expect(await refusalOf(program.put('f', text('2')))).toBe('');
  expect((await program.entry('f')).locks).toBeUndefined();
  expect(await refusalOf(program.renew('f', token))).toBe('precondition_failed/no_such_lock');
  await tokenOf(program.lock('f'));
  expect(await program.sql('SELECT count(*) AS n FROM program_locks')).toEqual([{ n: 1 }]);
});

it('is shown to the owner, who may end it', async ({ program }) => {
  const { deps, caller } = program.person;
  await program.put('f', text('1'));
  const token = await tokenOf(program.lock('f'));
  expect(await programLocks(deps, caller)).toMatchObject([{ token, name: 'f', owner: 'tester', isDeep: false }]);
  await breakLock(deps, caller, token);
  await breakLock(deps, caller, token);
  expect(await programLocks(deps, caller)).toEqual([]);
  expect(await program.put('f', text('2'))).toMatchObject({ isNew: false });
});

it('are at most so many of one credential', async ({ program }) => {
  await program.put('f', text('1'));
  for (let n = 0; n < LOCKS_AT_MOST; n += 1) await program.lock('f', { isShared: true });
  expect(await refusalOf(program.lock('f', { isShared: true }))).toBe('resource_exhausted/locks');
});

it('holds the conditions of the header If', async ({ program }) => {
  await program.put('f', text('1'));
  await program.put('g', text('1'));
  const { tag } = await program.entry('f');
  const token = await tokenOf(program.lock('f'));
  const at = (path: string[] | undefined, ...conditions: { isNot?: boolean; token?: string; etag?: string }[]) => ({
    ...(path ? { path } : {}),
    conditions: conditions.map((each) => ({ isNot: false, ...each })),
  });
  const put = (path: string, ...lists: ReturnType<typeof at>[]) =>
    refusalOf(program.put(path, text('2'), { conditions: { lists, tokens: [token] } }));
  expect(await put('f', at(undefined, { token }))).toBe('');
  expect(await put('f', at(undefined, { token }, { etag: `"${tag}"` }))).toBe('precondition_failed');
  expect(await put('f', at(undefined, { isNot: true, token: 'DAV:no-lock' }, { token }))).toBe('');
  expect(await put('f', at(undefined, { token: 'DAV:no-lock' }))).toBe('precondition_failed');
  expect(await put('f', at(undefined, { token: 'DAV:no-lock' }), at(undefined, { token }))).toBe('');
  expect(await put('g', at(['f'], { token }))).toBe('');
  expect(await put('g', at(['g'], { token }))).toBe('precondition_failed');
  expect(await put('g', at(['no'], { token }))).toBe('precondition_failed');
});

it('properties stay through a rename, come along with copies, and go with the file', async ({ program }) => {
  await program.mkcol('a');
  await program.put('a/f', text('1'));
  const prop = { name: '{urn:x}colour', xml: '<colour xmlns="urn:x">red</colour>' };
  await program.setProps('a', [prop]);
  await program.setProps('a/f', [prop, { name: '{urn:x}gone', xml: '<gone xmlns="urn:x"/>' }]);
  await program.setProps('a/f', [{ name: '{urn:x}gone', xml: null }]);
  expect((await program.entry('a/f')).props).toMatchObject([prop]);
  await program.move('a', 'b');
  expect((await program.entry('b/f')).props).toMatchObject([prop]);
  await program.copy('b', 'c');
  expect((await program.entry('c')).props).toMatchObject([prop]);
  expect((await program.look('c', true)).entries[0]?.props).toMatchObject([prop]);
  await program.copy('c/f', 'd');
  await program.put('tmp', text('2'));
  await program.move('tmp', 'd');
  expect((await program.entry('d')).props).toMatchObject([prop]);
  await expectSound(program);
});

it('a file has no more properties than fit', async ({ program }) => {
  await program.put('f', text('1'));
  const many = Array.from({ length: 101 }, (_, at) => ({ name: `{u}p${at}`, xml: `<p${at} xmlns="u"/>` }));
  expect(await refusalOf(program.setProps('f', many))).toBe('storage_full/props');
  expect(
    await refusalOf(program.setProps('f', [{ name: '{u}p', xml: `<p xmlns="u">${'x'.repeat(33_000)}</p>` }])),
  ).toBe('storage_full/props');
  expect((await program.entry('f')).props).toBeUndefined();
});

it('a look writes no row', async ({ program }) => {
  await program.mkcol('a');
  await program.put('a/f', text('1'));
  await program.lock('a/f');
  const state = () => program.sql('SELECT (SELECT total_changes()) AS changes');
  await program.look('a', true);
  const before = await state();
  await program.look('a', true);
  await program.look('', true);
  expect(await state()).toEqual(before);
});
