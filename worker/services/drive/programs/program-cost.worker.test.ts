/** Rows that calls by path write: docs/performance.md has the table. */
import { expect, it } from 'vitest';
import { countRows } from '../cost-fixture.ts';
import { makeDrive } from '../drive-fixture.ts';
import { makeProgram, text, tokenOf } from './program-fixture.ts';

async function prepared() {
  const program = makeProgram();
  await program.mkcol('a');
  for (let at = 0; at < 3; at += 1) await program.put(`a/warm ${at}`, text(`warm ${at}`));
  const rows = async (work: () => Promise<unknown>) => (await countRows(program.person.stub, work)).rows;
  return { program, rows };
}

it('a look at a folder, an entry or a file to be read writes nothing', async () => {
  const { program, rows } = await prepared();
  await program.lock('a/warm 0');
  await program.setProps('a', [{ name: '{u}p', xml: '<p xmlns="u"/>' }]);
  expect(await rows(() => program.look('a', true))).toBe(0);
  expect(await rows(() => program.look(''))).toBe(0);
  expect(await rows(() => program.read('a/warm 0'))).toBe(0);
});

it('changes write as many rows as those by id', async () => {
  const { program, rows } = await prepared();
  await program.put('a/x', text('1'));
  await program.put('a/tmp', text('2'));
  const token = { value: '' };
  const found = {
    rename: await rows(() => program.move('a/warm 0', 'a/renamed')),
    'move over a file': await rows(() => program.move('a/tmp', 'a/x')),
    folder: await rows(() => program.mkcol('a/b')),
    lock: await rows(async () => {
      token.value = await tokenOf(program.lock('a/x'));
    }),
    renewal: await rows(() => program.renew('a/x', token.value)),
    unlock: await rows(() => program.unlock('a/x', token.value)),
    property: await rows(() => program.setProps('a/x', [{ name: '{u}p', xml: '<p xmlns="u"/>' }])),
    trash: await rows(() => program.remove('a/warm 1')),
  };
  expect(found).toEqual({
    rename: 6,
    'move over a file': 16,
    folder: 5,
    lock: 2,
    renewal: 1,
    unlock: 1,
    property: 3,
    trash: 6,
  });
});

it('small files one after the other write as many rows as those of an upload in one request', async () => {
  const { program, rows } = await prepared();
  const { person } = program;
  const files = 20;
  const byPath = await rows(async () => {
    for (let at = 0; at < files; at += 1) await program.put(`a/file ${at}`, text(`bytes ${at}`));
  });
  const { id } = await program.entry('a');
  const byId = await rows(async () => {
    for (let at = 0; at < files; at += 1) await person.put(text(`other ${at}`), { name: `other ${at}`, parentId: id });
  });
  expect(byPath).toBeLessThanOrEqual(byId + files / 2);
});

it('a search that looks for many texts in each name takes as much of the limit as many searches', async () => {
  const drive = makeDrive();
  await drive.files(Array.from({ length: 20 }, (_, at) => ({ name: `${at}.txt` })));
  const search = (texts: number) => {
    const of = Array.from({ length: texts }, () => ({ kind: 'text', field: 'name', at: 'inside', text: 't' }) as const);
    const order = { folders: [[]], wanted: { kind: 'all', of }, by: 'name', isDescending: false, rows: 1 } as const;
    return drive.stub.wanted(drive.caller, order, 400);
  };
  for (let times = 0; times < 4; times += 1) expect((await search(1)).ok).toBe(true);
  expect([(await search(24)).ok, (await search(1)).ok]).toEqual([true, false]);
});
