/** Pictures in the order of their time: from uploads, from files that are read, and after changes. */
import { env as bound } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { readClock } from '#shared/drive/photos/taken.ts';
import { exifOf, jpegWith } from '#shared/drive/photos/taken-fixture.ts';
import { unwrap } from '#shared/errors.ts';
import { asNodeId } from '#shared/ids.ts';
import { joined, pngOf } from '#test/seed/pictures.ts';
import type { Env } from '#worker/env.ts';
import { makeBlobStore } from '#worker/platform/blobs/index.ts';
import { systemClock } from '#worker/platform/clock.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { countRows } from '../cost-fixture.ts';
import { DAY_MS, makeDrive } from '../drive-fixture.ts';
import { trash, untrash } from '../jobs/start.ts';
import { createFolder, rename } from '../tree/change.ts';
import { makeUploader } from '../upload/upload-fixture.ts';
import { photoDays } from './days.store.ts';
import { monthsOf, photos } from './photos.ts';
import { runTaken } from './run.ts';
import { fillTaken, leaseTaken } from './unread.store.ts';

const env = bound as unknown as Env;
type Bytes = Uint8Array<ArrayBuffer>;

const taken = (text: string) => readClock(text) ?? undefined;
/** A picture of its own whose camera wrote a time. */
const shot = (original: string, zone?: string): Bytes =>
  joined(jpegWith(exifOf({ original, ...(zone && { zone }) })), newHexId()) as Bytes;
const plain = (): Bytes => pngOf(8, 8, newHexId());

function makePerson() {
  const person = makeUploader();
  const { deps, caller } = person;
  const ask = (more: Partial<Parameters<typeof photos>[2]> = {}) =>
    photos(deps, caller, { limit: 0, pageToken: '', day: '', skipped: 0, ...more });
  const shown = async () => (await ask()).photos.map(({ file, taken }) => [file.name, taken]);
  const add = async (bytes: Bytes, name: string, input: Parameters<typeof person.put>[1] = {}) =>
    asNodeId((await person.put(bytes, { name, ...input })).file?.id ?? '');
  /** The job of the alarm. */
  const read = () =>
    runTaken(
      { drives: env.DRIVE, blobs: makeBlobStore(env), clock: systemClock, sleep: () => Promise.resolve() },
      caller.userId,
    );
  return { ...person, ask, shown, add, read };
}

test('pictures are in the order of the times that their sender read, days by the clock of the camera', async () => {
  const { add, shown, ask } = makePerson();
  await add(plain(), 'b.png', { taken: taken('2026-08-15T23:59:59+09:00') });
  await add(plain(), 'a.png', { taken: taken('2026-08-16T00:00:01+09:00') });
  await add(plain(), 'old.png', { taken: taken('1931-05-06T12:00:00') });
  await add(joined('text ', newHexId()) as Bytes, 'a.txt', { taken: taken('2026-08-16T00:00:01+09:00') });
  expect(await shown()).toEqual([
    ['a.png', '2026-08-16T00:00:01+09:00'],
    ['b.png', '2026-08-15T23:59:59+09:00'],
    ['old.png', '1931-05-06T12:00:00'],
  ]);
  expect((await ask()).months).toEqual([
    { month: '2026-08', count: 2, days: [...Array(14).fill(0), 1, 1] },
    { month: '1931-05', count: 1, days: [0, 0, 0, 0, 0, 1] },
  ]);
});

test('a file without a said time has that of its last change until it is read', async () => {
  const { add, shown, read } = makePerson();
  const modifiedMs = Date.UTC(2026, 9, 1, 10);
  await add(shot('2025:12:24 18:00:00', '+01:00'), 'camera.jpg', { modifiedMs });
  await add(plain(), 'none.png', { modifiedMs });
  expect((await shown()).map(([, time]) => time)).toEqual(['2026-10-01T10:00:00+00:00', '2026-10-01T10:00:00+00:00']);
  await read();
  expect(await shown()).toEqual([
    ['none.png', '2026-10-01T10:00:00+00:00'],
    ['camera.jpg', '2025-12-24T18:00:00+01:00'],
  ]);
});

test('a picture of a session keeps the time that its beginning gave', async () => {
  const { upload, shown } = makePerson();
  await upload(shot('2020:01:01 10:00:00'), { name: 'large.jpg', taken: taken('2024-02-29T08:00:00') });
  expect(await shown()).toEqual([['large.jpg', '2024-02-29T08:00:00']]);
});

test('a new content has the time of its own, and a copy that of its original', async () => {
  const { add, shown, read, stub, caller } = makePerson();
  await add(shot('2025:12:24 18:00:00'), 'a.jpg', { taken: taken('2025-12-24T18:00:00') });
  const id = await add(shot('2026:05:01 09:00:00'), 'a.jpg', { conflict: 'replace', modifiedMs: 1_000 });
  expect(await shown()).toEqual([['a.jpg', '1970-01-01T00:00:01+00:00']]);
  await read();
  expect(await shown()).toEqual([['a.jpg', '2026-05-01T09:00:00']]);
  const person = { userId: caller.userId, sessionId: caller.sessionId, epoch: caller.epoch };
  const { rows } = unwrap(await stub.versions(person, id, '', 10));
  unwrap(await stub.restoreVersion(person, id, rows[0]?.id ?? '', null));
  await read();
  expect(await shown()).toEqual([['a.jpg', '2025-12-24T18:00:00']]);
});

test('a picture in the trash, below a trashed folder or renamed to a text is left out, and comes back', async () => {
  const { add, shown, ask, deps, caller, call } = makePerson();
  const folder = asNodeId(
    (await createFolder(deps, caller, { parentId: asNodeId(''), name: 'f' }, call())).file?.id ?? '',
  );
  const inner = asNodeId((await createFolder(deps, caller, { parentId: folder, name: 'g' }, call())).file?.id ?? '');
  const at = taken('2026-08-15T10:00:00');
  const one = await add(plain(), 'one.png', { taken: at });
  await add(plain(), 'deep.png', { parentId: inner, taken: at });
  await add(plain(), 'two.png', { taken: at });
  const names = async () => (await shown()).map(([name]) => String(name)).toSorted((a, b) => (a < b ? -1 : 1));
  const counted = async () => (await ask()).months?.map(({ count }) => count);
  await trash(deps, caller, [one, folder], call());
  expect([await names(), await counted()]).toEqual([['two.png'], [1]]);
  await untrash(deps, caller, [one, folder], call());
  expect([await names(), await counted()]).toEqual([['deep.png', 'one.png', 'two.png'], [3]]);
});

test('a renamed file is a picture or none by its new name', async () => {
  const { add, shown, deps, caller, call } = makePerson();
  const id = await add(plain(), 'a.png', { taken: taken('2026-08-15T10:00:00') });
  await rename(deps, caller, id, 'a.txt', call());
  expect(await shown()).toEqual([]);
  await rename(deps, caller, id, 'b.png', call());
  expect(await shown()).toEqual([['b.png', '2026-08-15T10:00:00']]);
});

test('pages follow each other, and a day is reached at once', async () => {
  const { add, ask } = makePerson();
  for (let at = 0; at < 5; at += 1) await add(plain(), `${at}.png`, { taken: taken(`2026-08-1${at}T10:00:00`) });
  const names = (page: Awaited<ReturnType<typeof ask>>) => page.photos.map(({ file }) => file.name);
  const first = await ask({ limit: 2 });
  const second = await ask({ limit: 2, pageToken: first.next_page_token });
  const third = await ask({ limit: 2, pageToken: second.next_page_token });
  expect([first, second, third].map(names)).toEqual([['4.png', '3.png'], ['2.png', '1.png'], ['0.png']]);
  expect([second.months, third.next_page_token]).toEqual([undefined, '']);
  expect(names(await ask({ day: '2026-08-12', limit: 2 }))).toEqual(['2.png', '1.png']);
  expect(names(await ask({ day: '2026-08-12', limit: 2, skipped: 1 }))).toEqual(['1.png', '0.png']);
});

test('a picture whose time is said writes one row more than another file', async () => {
  const { put, stub, read } = makePerson();
  const said = { taken: taken('2026-08-15T10:00:00') };
  const rowsOf = async (name: string) => {
    const { statements } = await countRows(stub, () => put(plain(), { name, ...said }));
    return [...statements].find(([text]) => text.startsWith('INSERT INTO nodes'))?.[1].rows ?? 0;
  };
  const [text, picture] = [await rowsOf('a.txt'), await rowsOf('a.png')];
  expect(picture - text).toBe(1);
  const { statements } = await countRows(stub, async () => {
    await put(shot('2025:12:24 18:00:00'), { name: 'b.jpg' });
    await read();
  });
  const rowsIn = (start: string) =>
    [...statements].filter(([sql]) => sql.startsWith(start)).reduce((sum, [, { rows }]) => sum + rows, 0);
  expect([rowsIn('INSERT INTO nodes') - text, rowsIn('UPDATE nodes SET camera_ms')]).toEqual([2, 2]);
});

test('a drive of an earlier version gets its times step by step', async () => {
  const drive = makeDrive();
  const ids = await drive.files(
    Array.from({ length: 1_500 }, (_, at) => ({ name: `${at}.jpg`, userModifiedMs: at * DAY_MS })),
  );
  await drive.inside((_, sql) => {
    sql.exec('UPDATE nodes SET taken_ms = NULL');
    leaseTaken(sql, 0);
    sql.exec("UPDATE taken_state SET fill_after = ''");
    expect([fillTaken(sql), fillTaken(sql)]).toEqual([true, false]);
    expect(sql.exec<{ n: number }>('SELECT count(*) AS n FROM nodes WHERE taken_ms = user_modified_ms').one().n).toBe(
      ids.length,
    );
  });
});

test('days of times that no camera had are those of their calendar', async () => {
  const drive = makeDrive();
  const year1 = Date.parse('0001-01-01T12:00:00Z');
  await drive.files([{ name: 'a.jpg', userModifiedMs: year1 }]);
  expect(monthsOf(await drive.inside((_, sql) => photoDays(sql)))).toEqual([{ month: '0001-01', count: 1, days: [1] }]);
});

test('months have their days from the first on', () => {
  expect(
    monthsOf([
      [31, 2],
      [-1, 1],
    ]),
  ).toEqual([
    { month: '1970-02', count: 2, days: [2] },
    { month: '1969-12', count: 1, days: [...Array(30).fill(0), 1] },
  ]);
});
