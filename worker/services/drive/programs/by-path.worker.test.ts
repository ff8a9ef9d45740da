/** Files by path: what is found, made, moved and replaced, and what is refused. */
import { expect } from 'vitest';
import { type Conditions, NO_CONDITIONS } from './model.ts';
import { expectSound, programTest as it, makeProgram, refusalOf, text } from './program-fixture.ts';
import { putAtPath } from './put-at-path.ts';

const MIB = 1024 * 1024;

it('makes, lists and reads files and folders', async ({ program }) => {
  expect(await program.mkcol('a')).toMatchObject({ isNew: true, entry: { name: 'a', isFile: false } });
  await program.mkcol('a/b');
  expect(await program.put('a/one.txt', text('one'))).toMatchObject({
    isNew: true,
    isHashed: true,
    entry: { sizeBytes: 3 },
  });
  expect(await program.put('a/empty', text(''))).toMatchObject({ isNew: true, entry: { sizeBytes: 0 } });
  expect(await program.list('')).toEqual(['a/']);
  expect(await program.list('a')).toEqual(['b/', 'empty', 'one.txt']);
  expect(await program.read('a/one.txt')).toBe('one');
  const { quota } = await program.look('');
  expect(quota).toEqual({ usedBytes: 3, leftBytes: 1_000 * MIB - 3 });
  await expectSound(program);
});

it('writes a version over a file and keeps its id', async ({ program }) => {
  await program.put('one.txt', text('first'));
  const { id, tag } = await program.entry('one.txt');
  expect(await program.put('one.txt', text('second'))).toMatchObject({ isNew: false, entry: { id } });
  expect((await program.entry('one.txt')).tag).not.toBe(tag);
  expect(await program.read('one.txt')).toBe('second');
  expect(await program.sql('SELECT size_bytes FROM versions')).toEqual([{ size_bytes: 5 }]);
  await expectSound(program);
});

it('keeps the file that a temporary one is moved over: its id, star and links stay, and what it held is a version', async () => {
  const program = makeProgram();
  await program.put('doc.odt', text('first'));
  const { id, createdMs } = await program.entry('doc.odt');
  await program.sql(`UPDATE nodes SET starred = 1 WHERE id = '${id}'`);
  await program.sql(`INSERT INTO watches (node_id, share_id) VALUES ('${id}', 'link')`);
  for (const round of ['second', 'third']) {
    await program.put('.~tmp', text(round));
    expect(await program.move('.~tmp', 'doc.odt')).toMatchObject({
      isNew: false,
      entry: { id, createdMs, starred: true },
    });
  }
  expect(await program.list('')).toEqual(['doc.odt']);
  expect(await program.read('doc.odt')).toBe('third');
  expect(await program.sql('SELECT node_id, size_bytes FROM versions ORDER BY n')).toEqual([
    { node_id: id, size_bytes: 5 },
    { node_id: id, size_bytes: 6 },
  ]);
  expect(await program.sql(`SELECT node_id FROM watches`)).toEqual([{ node_id: id }]);
  await expectSound(program);
});

it('takes the versions of a moved file along, and loses no byte that was sent', async ({ program }) => {
  await program.put('a', text('a1'));
  await program.put('a', text('a2'));
  await program.put('b', text('b1'));
  await program.put('b', text('b2'));
  const { id } = await program.entry('b');
  await program.move('a', 'b');
  expect(await program.read('b')).toBe('a2');
  expect(await program.sql('SELECT count(*) AS n FROM versions')).toEqual([{ n: 3 }]);
  expect(await program.sql(`SELECT DISTINCT node_id AS id FROM versions`)).toEqual([{ id }]);
  await expectSound(program);
});

it('moves a file over one of the same content', async ({ program }) => {
  await program.put('a', text('same'));
  await program.put('b', text('same'));
  expect(await program.move('a', 'b')).toMatchObject({ isNew: false });
  expect(await program.list('')).toEqual(['b']);
  expect(await program.sql('SELECT 1 FROM versions')).toEqual([]);
  await expectSound(program);
});

it('renames, moves and replaces folders; a replaced folder is in the trash', async ({ program }) => {
  await program.mkcol('a');
  await program.put('a/x', text('x'));
  await program.mkcol('b');
  await program.put('b/y', text('y'));
  expect(await program.move('a', 'A')).toMatchObject({ isNew: true });
  expect(await program.list('')).toEqual(['A/', 'b/']);
  expect(await program.move('A', 'b', { overwrite: true })).toMatchObject({ isNew: false });
  expect(await program.list('b')).toEqual(['x']);
  expect(await program.sql('SELECT name FROM nodes WHERE state = 1')).toEqual([{ name: 'b' }]);
  expect(await program.move('b/x', 'z')).toMatchObject({ isNew: true, entry: { name: 'z' } });
  expect(await program.list('')).toEqual(['b/', 'z']);
  await expectSound(program);
});

it('copies files, trees under another name, and folders alone', async ({ program }) => {
  await program.mkcol('a');
  await program.mkcol('a/b');
  await program.put('a/b/x', text('xx'));
  await program.put('y', text('y'));
  expect(await program.copy('a', 'c')).toMatchObject({ isNew: true, isRunning: false, refusal: '' });
  expect(await program.list('c/b')).toEqual(['x']);
  expect(await program.read('c/b/x')).toBe('xx');
  expect(await program.copy('a', 'd', { isShallow: true })).toMatchObject({ isNew: true });
  expect(await program.list('d')).toEqual([]);
  expect(await program.copy('y', 'z')).toMatchObject({ isNew: true, entry: { name: 'z' } });
  const { id } = await program.entry('z');
  await program.put('y', text('more'));
  expect(await program.copy('y', 'z')).toMatchObject({ isNew: false, entry: { id, sizeBytes: 4 } });
  expect(await program.list('')).toEqual(['a/', 'c/', 'd/', 'y', 'z']);
  await expectSound(program);
});

it('deletes to the trash', async ({ program }) => {
  await program.mkcol('a');
  await program.put('a/x', text('x'));
  await program.remove('a');
  expect(await program.list('')).toEqual([]);
  expect(await program.sql('SELECT name FROM nodes WHERE state = 1')).toEqual([{ name: 'a' }]);
  expect(await refusalOf(program.remove('a'))).toBe('file_not_found');
});

it('refuses what has no place', async ({ program }) => {
  await program.mkcol('a');
  await program.mkcol('a/b');
  await program.put('f', text('f'));
  expect(await refusalOf(program.mkcol('a'))).toBe('already_exists/taken');
  expect(await refusalOf(program.mkcol('f'))).toBe('already_exists/taken');
  expect(await refusalOf(program.mkcol(''))).toBe('already_exists/taken');
  expect(await refusalOf(program.mkcol('no/b'))).toBe('file_not_found/no_parent');
  expect(await refusalOf(program.mkcol('f/b'))).toBe('file_not_found/no_parent');
  expect(await refusalOf(program.put('no/b', text('x')))).toBe('file_not_found/no_parent');
  expect(await refusalOf(program.put('a', text('x')))).toBe('method_not_allowed/folder');
  expect(await refusalOf(program.put('', text('x')))).toBe('method_not_allowed/folder');
  expect(await refusalOf(program.put('a', text('')))).toBe('method_not_allowed/folder');
  expect(await refusalOf(program.read('a'))).toBe('method_not_allowed/folder');
  expect(await refusalOf(program.read('no/b'))).toBe('file_not_found');
  expect(await refusalOf(program.remove(''))).toBe('permission_denied/root');
  expect(await refusalOf(program.move('', 'x'))).toBe('permission_denied/root');
  expect(await refusalOf(program.move('f', ''))).toBe('permission_denied/root');
  expect(await refusalOf(program.move('no', 'x'))).toBe('file_not_found');
  expect(await refusalOf(program.move('no/no', 'x'))).toBe('file_not_found');
  expect(await refusalOf(program.move('f', 'no/f'))).toBe('file_not_found/no_parent');
  expect(await refusalOf(program.move('f', 'f'))).toBe('permission_denied/same');
  expect(await refusalOf(program.move('a', 'a/b/c'))).toBe('permission_denied/into_itself');
  expect(await refusalOf(program.copy('a', 'a/b/c'))).toBe('permission_denied/into_itself');
  expect(await refusalOf(program.move('a/b', 'a'))).toBe('permission_denied/over_own_folder');
  expect(await refusalOf(program.move('f', 'a', { overwrite: false }))).toBe('precondition_failed/overwrite');
  expect(await refusalOf(program.copy('f', 'a', { overwrite: false }))).toBe('precondition_failed/overwrite');
  expect(await program.list('')).toEqual(['a/', 'f']);
  await expectSound(program);
});

it('refuses names that are none', async ({ program }) => {
  for (const name of ['..', '.', 'a\\b', 'a\0b', 'é'.repeat(128)]) {
    expect(await refusalOf(program.put(name, text('x'))), name).toMatch(/^file_name_invalid/);
    expect(await refusalOf(program.entry(name)), name).toBe('file_not_found');
    expect(await refusalOf(program.mkcol(`${name}/b`)), name).toBe('file_not_found/no_parent');
  }
  expect(await program.sql('SELECT 1 FROM nodes')).toEqual([]);
});

it('finds a name byte for byte, and refuses one that is the same by our rule', async ({ program }) => {
  await program.put('Café.txt', text('1'));
  const nfd = 'Café.txt'.normalize('NFD');
  for (const name of [nfd, 'café.txt', 'CAFÉ.TXT']) {
    expect(await refusalOf(program.entry(name)), name).toBe('file_not_found');
    expect(await refusalOf(program.put(name, text('2'))), name).toBe('file_duplicated_name/other_spelling');
    expect(await refusalOf(program.put(name, text(''))), name).toBe('file_duplicated_name/other_spelling');
    expect(await refusalOf(program.mkcol(name)), name).toBe('file_duplicated_name/other_spelling');
  }
  expect(await program.read('Café.txt')).toBe('1');
  // The file itself may be spelled otherwise.
  expect(await program.move('Café.txt', 'café.txt')).toMatchObject({ isNew: true, entry: { name: 'café.txt' } });
  expect(await program.list('')).toEqual(['café.txt']);
  await expectSound(program);
});

it('shows folders of one name each under a name of its own, which stays when others come and go', async () => {
  const program = makeProgram();
  const { stub, caller } = program.person;
  const made: string[] = [];
  for (const name of ['Same', 'Same', 'same']) {
    const folder = await stub.createFolder(caller, { parentId: '', name }, null);
    if (folder.ok) made.push(folder.value.id);
  }
  const shown = await program.list('');
  expect(new Set(shown).size).toBe(3);
  expect(shown.filter((name) => name === 'Same/' || name === 'same/')).toHaveLength(1);
  for (const name of shown) await program.put(`${name}/in ${name.slice(0, -1)}`, text(name));
  for (const name of shown) expect(await program.list(name)).toEqual([`in ${name.slice(0, -1)}`]);
  const [second = ''] = shown.filter((name) => name.includes('('));
  await stub.createFolder(caller, { parentId: '', name: 'Same' }, null);
  expect(await program.list('')).toEqual(expect.arrayContaining(shown));
  expect(await program.list(second)).toEqual([`in ${second.slice(0, -1)}`]);
  expect(await refusalOf(program.put('SAME', text('x')))).toBe('file_duplicated_name/other_spelling');
});

it('lists ten times a slice, folders before files', async ({ program }) => {
  await program.mkcol('big');
  const { id } = await program.entry('big');
  await program.sql(`
    INSERT INTO nodes (id, parent_id, is_file, name, name_key, sort_key, content_key, size_bytes, created_ms, modified_ms, user_modified_ms)
    WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2499)
    SELECT 'Vfake' || printf('%021d', i), '${id}', i % 2, 'n' || printf('%05d', i), 'n' || printf('%05d', i), 'n' || printf('%05d', i),
      CASE WHEN i % 2 THEN '1-x' END, 0, 1, 1, 1 FROM n`);
  const names = await program.list('big');
  expect(names).toHaveLength(2_500);
  expect(names.slice(0, 2)).toEqual(['n00000/', 'n00002/']);
  expect(names.slice(-1)).toEqual(['n02499']);
  expect(new Set(names).size).toBe(2_500);
});

it('holds a write to the state that it expects', async ({ program }) => {
  await program.put('f', text('1'));
  const { tag } = await program.entry('f');
  const failed = 'precondition_failed';
  expect(await refusalOf(program.put('f', text('2'), { conditions: { ifNoneMatch: '*' } }))).toBe(failed);
  expect(await refusalOf(program.put('g', text('2'), { conditions: { ifMatch: '*' } }))).toBe(failed);
  expect(await refusalOf(program.put('f', text('2'), { conditions: { ifMatch: '"other"' } }))).toBe(failed);
  expect(await refusalOf(program.put('f', text('2'), { conditions: { ifMatch: `W/"${tag}"` } }))).toBe(failed);
  expect(await refusalOf(program.remove('f', { conditions: { ifMatch: '"other"' } }))).toBe(failed);
  expect(await program.put('f', text('2'), { conditions: { ifMatch: `"other", "${tag}"` } })).toMatchObject({
    isNew: false,
  });
  expect(await program.put('g', text('2'), { conditions: { ifNoneMatch: '*' } })).toMatchObject({ isNew: true });
  expect(await refusalOf(program.put('f', text('3'), { conditions: { ifUnmodifiedSinceMs: 1 } }))).toBe(failed);
  await expectSound(program);
});

it.each([8 * MIB, 8 * MIB + 1, 17 * MIB])('takes %i bytes, with and without their length', async (size) => {
  const program = makeProgram();
  const bytes = new Uint8Array(size).fill(7);
  bytes[size - 1] = 9;
  expect(await program.put('said', bytes)).toMatchObject({ isNew: true, isHashed: true, entry: { sizeBytes: size } });
  expect(await program.put('unsaid', bytes, { isUnsaid: true })).toMatchObject({
    isNew: true,
    entry: { sizeBytes: size },
  });
  const [said, unsaid] = [await program.entry('said'), await program.entry('unsaid')];
  expect(said.tag).toBe(unsaid.tag);
  await expectSound(program);
});

it('promises the space of a body of unknown length as it comes, and keeps nothing of one that does not fit', async () => {
  const program = makeProgram({ storageBytes: 12 * MIB });
  expect(await refusalOf(program.put('long', new Uint8Array(17 * MIB), { isUnsaid: true }))).toBe(
    'file_space_not_enough',
  );
  expect(await refusalOf(program.put('said', new Uint8Array(13 * MIB)))).toBe('file_space_not_enough');
  expect(await refusalOf(program.put('small', new Uint8Array(8 * MIB)))).toBe('');
  expect(await refusalOf(program.put('second', new Uint8Array(8 * MIB)))).toBe('file_space_not_enough');
  expect(await program.list('')).toEqual(['small']);
  await expectSound(program);
});

it.each([
  ['of known length', false],
  ['of unknown length', true],
])('a long body %s does not replace what another program changed or locked while it came', async (_, isUnsaid) => {
  const program = makeProgram();
  const body = (amid: () => Promise<unknown>) => {
    const bytes = new Uint8Array(9 * MIB);
    let sent = 0;
    return new ReadableStream({
      type: 'bytes',
      async pull(controller) {
        if (sent === 8) await amid();
        controller.enqueue(bytes.slice(sent * MIB, (sent + 1) * MIB));
        sent += 1;
        if (sent === 9) controller.close();
      },
    });
  };
  const send = (conditions: Partial<Conditions>, amid: () => Promise<unknown>) =>
    putAtPath(program.person.deps, program.person.caller, {
      path: ['f'],
      conditions: { ...NO_CONDITIONS, ...conditions },
      sizeBytes: isUnsaid ? null : 9 * MIB,
      body: body(amid),
      modifiedMs: null,
      requireDiskSpace: async () => undefined,
    });
  await program.put('f', text('first'));
  const { tag } = await program.entry('f');
  const change = () => program.put('f', text('second'));
  expect(await refusalOf(send({ ifMatch: `"${tag}"` }, change))).toBe('precondition_failed');
  expect(await refusalOf(send({}, () => program.lock('f')))).toBe('locked');
  expect(await program.read('f')).toBe('second');
  await expectSound(program);
});

it('does not take the place of a file that is being uploaded', async ({ program }) => {
  await program.person.beginOwn({ sizeBytes: 20, name: 'soon.bin' });
  expect(await refusalOf(program.put('soon.bin', text('x')))).toBe('file_duplicated_name/coming_in');
});

it('keeps the time that a program says', async ({ program }) => {
  const modifiedMs = Date.parse('2001-02-03T04:05:06Z');
  await program.put('f', text('1'), { modifiedMs });
  expect(await program.entry('f')).toMatchObject({ modifiedMs });
});

it('a folder that is renamed or moved gets another tag, what is below it keeps its own', async ({ program }) => {
  for (const path of ['one', 'one/below', 'place']) await program.mkcol(path);
  const tagOf = async (path: string) => (await program.entry(path)).tag;
  const before = [await tagOf('one'), await tagOf('one/below')];
  await program.move('one', 'two');
  const renamed = [await tagOf('two'), await tagOf('two/below')];
  await program.move('two', 'place/two');
  const moved = [await tagOf('place/two'), await tagOf('place/two/below')];
  expect(new Set([before, renamed, moved].map(([tag]) => tag)).size).toBe(3);
  expect(new Set([before, renamed, moved].map(([, tag]) => tag)).size).toBe(1);
});

it('folders on the way to what is not there get other tags: the program has missed that it went', async () => {
  const program = makeProgram();
  for (const path of ['kept', 'above', 'above/gone', 'above/beside']) await program.mkcol(path);
  await program.put('above/gone/one.txt', text('one'));
  await program.put('one.txt', text('one'));
  await program.remove('above/gone');
  const tags = async () =>
    Promise.all(['', 'above', 'above/beside', 'kept'].map(async (path) => (await program.entry(path)).tag));
  let before = await tags();
  for (const act of [
    () => program.mkcol('above/gone/deep'),
    () => program.put('above/gone/new.txt', text('new')),
    () => program.put('above/gone/large.txt', text('new'), { isUnsaid: true }),
    () => program.move('one.txt', 'above/gone/one.txt'),
    () => program.move('above/gone', 'above/other'),
  ]) {
    expect(await refusalOf(act())).toMatch(/^file_not_found/);
    const after = await tags();
    expect(after.map((tag, at) => tag !== before[at])).toEqual([true, true, false, false]);
    expect(await tags()).toEqual(after);
    before = after;
  }
  await program.put('above/new.txt', text('new'));
  expect((await tags()).map((tag, at) => tag !== before[at])).toEqual([true, true, false, false]);
  await expectSound(program);
});
