/** Albums: what they hold now, through trash, deletion and changes of names. */
import { expect, test } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { asNodeId } from '#shared/ids.ts';
import { pngOf } from '#test/seed/pictures.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { addToAlbum, albums, createAlbum, removeAlbum, takeFromAlbum } from '../albums/albums.ts';
import { countRows } from '../cost-fixture.ts';
import { makeDrive } from '../drive-fixture.ts';
import { remove, trash, untrash } from '../jobs/start.ts';
import { createFolder, rename } from '../tree/change.ts';
import { makeUploader } from '../upload/upload-fixture.ts';
import { photos } from './photos.ts';

function makePerson() {
  const person = makeUploader();
  const { deps, caller } = person;
  const call = person.call();
  const drive = makeDrive(caller.userId);
  const add = async (name: string, taken: string, parentId = asNodeId('')) => {
    const time = { clockMs: Date.parse(`${taken}T00:00:00Z`), zoneMinutes: null };
    const { file } = await person.put(pngOf(8, 8, newHexId()), { name, parentId, taken: time });
    return asNodeId(file?.id ?? '');
  };
  const folder = async (name: string) =>
    asNodeId((await createFolder(deps, caller, { parentId: asNodeId(''), name }, call)).file?.id ?? '');
  const make = (name: string, fileIds: readonly string[] = []) => createAlbum(deps, caller, { name, fileIds }, call);
  const held = async (albumId: string) =>
    (await photos(deps, caller, { limit: 0, pageToken: '', day: '', skipped: 0, albumId })).photos.map(
      ({ file }) => file.name,
    );
  const cards = async () => (await albums(deps, caller)).map(({ name, count, cover }) => [name, count, cover?.name]);
  const items = () => drive.inside((_, sql) => Number(sql.exec('SELECT count(*) AS n FROM album_items').one()['n']));
  return { deps, caller, call, drive, add, folder, make, held, cards, items };
}

test('an album holds what is in place, by time; the trash takes it out and gives it back, a deletion ends it', async () => {
  const { deps, caller, call, drive, add, folder, make, held, cards, items } = makePerson();
  const into = await folder('trip');
  const [old, young, inside] = [
    await add('old.png', '2020-01-01'),
    await add('young.png', '2026-08-15'),
    await add('inside.png', '2024-01-01', into),
  ];
  const id = await make('Summer', [young, old]);
  expect(await addToAlbum(deps, caller, id, [inside, old])).toBe(1);
  expect(await held(id)).toEqual(['young.png', 'inside.png', 'old.png']);
  expect(await cards()).toEqual([['Summer', 3, 'young.png']]);

  // A folder takes what is in it along.
  await trash(deps, caller, [into, young], call);
  expect(await held(id)).toEqual(['old.png']);
  expect(await cards()).toEqual([['Summer', 1, 'old.png']]);
  await untrash(deps, caller, [into], call);
  expect(await held(id)).toEqual(['inside.png', 'old.png']);

  // A picture that is one no longer is not shown.
  await rename(deps, caller, old, 'old.txt', call);
  expect(await held(id)).toEqual(['inside.png']);

  await drive.finish(await remove(deps, caller, [young], call));
  expect(await items()).toBe(2);
  await removeAlbum(deps, caller, id);
  expect([await items(), await cards(), (await drive.names(into)).length]).toEqual([0, [], 1]);
  await expect(held(id)).rejects.toThrow(expect.objectContaining({ errorName: 'not_found' }));
});

test('a file may be in many albums, and leaves one alone; an item costs one row', async () => {
  const { deps, caller, drive, add, make, held } = makePerson();
  const ids = [await add('a.png', '2024-01-03'), await add('b.png', '2024-01-02'), await add('c.png', '2024-01-01')];
  const [first, second] = [await make('one', ids.slice(0, 1)), await make('two')];
  const { rows } = await countRows(drive.stub, () => addToAlbum(deps, caller, second, ids));
  // And the revision.
  expect(rows).toBe(ids.length + 1);
  expect(await takeFromAlbum(deps, caller, second, ids.slice(0, 2))).toBe(2);
  expect([await held(first), await held(second)]).toEqual([['a.png'], ['c.png']]);
  const { days } = unwrap(
    await drive.stub.photos(drive.caller, { before: { ms: 8e15, id: '' }, skipped: 0, rows: 1, albumId: second }, true),
  );
  expect(days).toEqual([[Date.UTC(2024, 0, 1) / 86_400_000, 1]]);
});
