/** Tasks as their page shows them: uploads into one folder are one line. */
import { expect } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { bytesOf, makeUploader, personTest as test } from '../upload/upload-fixture.ts';

test('finished uploads into one folder within an hour are one line with their number, size and first names', async () => {
  const person = makeUploader();
  const { stub, caller } = person;
  const folder = unwrap(await stub.createFolder(caller, { parentId: '', name: 'Documents' }, null));
  await person.put(bytesOf(100, 1), { name: 'alone' });
  for (let at = 0; at < 25; at += 1)
    await person.put(bytesOf(10, 10 + at), { name: `file ${at}`, parentId: folder.id });
  const query = { type: 'upload', rows: 2, pageToken: '', phases: [], ids: [] };
  const page = unwrap(await stub.groupedTasks(caller, query));
  const shown = page.lines.map(({ row, group }) => [row.file_size, group?.files ?? 1, group?.folderName ?? null]);
  expect(shown).toEqual([
    [250, 25, 'Documents'],
    [100, 1, null],
  ]);
  const names = page.lines[0]?.group?.names ?? [];
  expect([names.length, names[0]]).toEqual([20, 'file 24']);
  expect(page.nextPageToken).toBe('');
});

test('a page has no more lines than were asked for, and the next one goes on behind the last', async ({ person }) => {
  const { stub, caller } = person;
  const folder = unwrap(await stub.createFolder(caller, { parentId: '', name: 'Documents' }, null));
  // Each in another folder than the one before it, but for the newest four.
  for (let at = 0; at < 6; at += 1)
    await person.put(bytesOf(10, at), { name: `file ${at}`, parentId: at % 2 === 0 ? folder.id : '' });
  for (let at = 6; at < 10; at += 1) await person.put(bytesOf(10, at), { name: `file ${at}`, parentId: folder.id });
  const query = { type: 'upload', rows: 4, phases: [], ids: [] };
  const pages: (readonly string[])[] = [];
  for (let pageToken = '', at = 0; at === 0 || pageToken !== ''; at += 1) {
    const page = unwrap(await stub.groupedTasks(caller, { ...query, pageToken }));
    pages.push(page.lines.map(({ row, group }) => `${row.file_name} ${group?.files ?? 1}`));
    pageToken = page.nextPageToken;
  }
  expect(pages).toEqual([
    ['file 9 4', 'file 5 1', 'file 4 1', 'file 3 1'],
    ['file 2 1', 'file 1 1', 'file 0 1'],
  ]);
});
