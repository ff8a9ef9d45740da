/** Changes for programs: places in the log, and when they are too old. */
import { abortAllDurableObjects } from 'cloudflare:test';
import { expect } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { DAY_MS, makeDrive, refusalOf, type TestDrive, driveTest as test } from '../../drive-fixture.ts';

const since = async (drive: TestDrive, place: string, rows = 100) =>
  unwrap(await drive.stub.changes(drive.caller, place, rows));

test('a program is given what changed since its place, as it is now, and what is gone', async ({ drive }) => {
  const [a, b, c] = [await drive.folder('a'), await drive.folder('b'), await drive.folder('c')];
  const { since: place, changes } = await since(drive, '');
  expect(changes).toEqual([]);
  unwrap(await drive.stub.rename(drive.caller, a, 'new', null));
  unwrap(await drive.stub.trash(drive.caller, { ids: [b], trashTtlMs: DAY_MS }, null));
  await drive.finish(unwrap(await drive.stub.remove(drive.caller, { ids: [c] }, null)));
  unwrap(await drive.stub.setStars(drive.caller, { ids: [a], starred: true }));
  const page = await since(drive, place);
  const shown = page.changes.map(({ id, removed, row }) => [id, removed, row?.name ?? null]);
  expect(shown).toEqual([
    [b, true, 'b'],
    [c, true, null],
    [a, false, 'new'],
  ]);
  expect(page.hasMore).toBe(false);
  expect((await since(drive, page.since)).changes).toEqual([]);
});

test('looks at files change nothing, and a place stays where it is', async ({ drive }) => {
  const id = await drive.file('a');
  const { since: place } = await since(drive, '');
  unwrap(await drive.stub.addEvent(drive.caller, { type: 'TYPE_VIEW', nodeId: id, params: {} }));
  expect(await since(drive, place)).toEqual({ changes: [], since: place, hasMore: false });
});

test('a batch is given by pages, each node once', async ({ drive }) => {
  const to = await drive.folder('to');
  const ids = await drive.files(Array.from({ length: 10 }, (_, at) => ({ name: `${at}` })));
  let { since: place } = await since(drive, '');
  unwrap(await drive.stub.move(drive.caller, { ids, to }, null));
  await drive.folder('last');
  const pages: string[][] = [];
  for (let hasMore = true; hasMore; ) {
    const page = await since(drive, place, 4);
    pages.push(page.changes.map(({ row }) => row?.name ?? ''));
    ({ since: place, hasMore } = page);
  }
  expect(pages.map((page) => page.length)).toEqual([4, 4, 3]);
  expect(pages.flat()).toEqual([...ids.map((_, at) => `${at}`), 'last']);
});

test('a place is too old when the log has its act no more', async ({ drive }) => {
  await drive.folder('a');
  const { since: place } = await since(drive, '');
  await drive.folder('b');
  await drive.inside((_, sql) => sql.exec('DELETE FROM acts WHERE n < (SELECT max(n) FROM acts)').toArray());
  expect(refusalOf(await drive.stub.changes(drive.caller, place, 9))).toBe('changes_too_old');
});

test('a drive that went back refuses places that it has lost, also when their numbers are given again, and its tags differ', async () => {
  const drive = makeDrive();
  const folder = await drive.folder('folder');
  const before = await since(drive, '');
  const lost = await drive.folder('lost', folder);
  const { since: place } = await since(drive, '');
  const tagOf = async ({ stub, caller }: TestDrive) => unwrap(await stub.folderTags(caller, [folder]))[0];
  const tag = await tagOf(drive);
  // As a backup has it that was made before the last act.
  await drive.inside((_, sql) => {
    sql.exec('DELETE FROM nodes WHERE id = ?', lost);
    sql.exec('DELETE FROM acts WHERE n = (SELECT max(n) FROM acts)');
  });
  await abortAllDurableObjects();
  const again = makeDrive(drive.userId);
  expect(refusalOf(await again.stub.changes(again.caller, place, 9))).toBe('changes_too_old');
  const other = await again.folder('other', folder);
  expect(refusalOf(await again.stub.changes(again.caller, place, 9))).toBe('changes_too_old');
  expect((await since(again, before.since)).changes.map(({ id }) => id)).toEqual([other]);
  const after = await tagOf(again);
  expect(after?.n).toBe(tag?.n);
  expect(after?.run).not.toBe(tag?.run);
});

test('a folder that comes back out of a trashed one changes the tag of the folder that it left', async ({ drive }) => {
  const outer = await drive.folder('outer');
  const inner = await drive.folder('inner', outer);
  const tag = async () => unwrap(await drive.stub.folderTags(drive.caller, [outer]))[0]?.n;
  unwrap(await drive.stub.trash(drive.caller, { ids: [outer], trashTtlMs: DAY_MS }, null));
  const before = await tag();
  unwrap(await drive.stub.untrash(drive.caller, { ids: [inner] }, null));
  unwrap(await drive.stub.untrash(drive.caller, { ids: [outer] }, null));
  expect(await tag()).toBeGreaterThan(before ?? 0);
});
