/** Listings of zip files. */
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { TextEncoding } from '#shared/content/encoding/encodings.ts';
import { makeCrowdedZip } from '#shared/drive/archive/coded-zip-fixture.ts';
import { TooManyEntries } from '#shared/drive/archive/zip-directory.ts';
import { DirectoryTooLarge, listZip, NotAnArchive } from './zip-listing.ts';

const reading = (bytes: Uint8Array) => async (start: number, end: number) => bytes.subarray(start, end);
const list = (bytes: Uint8Array, encoding: TextEncoding | null = null) =>
  listZip(bytes.length, reading(bytes), { encoding, language: 'en-US' });

const text = (value: string) => new TextEncoder().encode(value);
const ZIP = zipSync({
  'a.txt': [text('hello'), { mtime: new Date(2026, 7, 1, 12, 30, 0) }],
  'Ordner/ü.txt': text('x'.repeat(100_000)),
  'Ordner/leer/': new Uint8Array(),
});

test('entries have their names, sizes and times, and no content is read', async () => {
  const { entries, count } = await list(ZIP);
  expect(count).toBe(3);
  expect(entries.map(({ path, sizeBytes, isFolder }) => [path, sizeBytes, isFolder])).toEqual([
    ['a.txt', 5, false],
    ['Ordner/ü.txt', 100_000, false],
    ['Ordner/leer/', 0, true],
  ]);
  expect(entries[0]?.modifiedMs).toBe(new Date(2026, 7, 1, 12, 30, 0).getTime());
});

test('a file that is no zip, or is cut or changed anywhere, ends with its reason and nothing else', async () => {
  await expect(list(text('<html>PK</html> and more of it'))).rejects.toThrow(NotAnArchive);
  for (let at = 0; at < ZIP.length; at += 1) {
    const broken = ZIP.slice();
    broken[at] = (broken[at] ?? 0) ^ 0xff;
    for (const bytes of [broken, ZIP.subarray(0, at)])
      await list(bytes).catch((error: unknown) => expect(error).toBeInstanceOf(NotAnArchive));
  }
});

test('names without UTF-8 are read as the server reads them', async () => {
  const zip = zipSync({ 'abcdef.txt': text('x') });
  // The Russian name in code page 866, without the flag of UTF-8.
  for (let at = 0; at < zip.length; at += 1)
    if (zip[at] === 0x61 && zip[at + 1] === 0x62 && zip[at + 2] === 0x63)
      zip.set([0x91, 0xad, 0xa8, 0xac, 0xaa, 0xa8], at);
  const listed = await list(zip);
  expect(listed.entries.map(({ path }) => path)).toEqual(['Снимки.txt']);
  expect(listed.encoding).toBe('ibm866');
  // The reader may know better.
  const chosen = await list(zip, 'cp437');
  expect(chosen.entries.map(({ path }) => path)).toEqual(['æ¡¿¼¬¿.txt']);
  expect((await list(ZIP)).encoding).toBeNull();
});

test('a directory that names gigabytes is refused before it is read', async () => {
  const bomb = ZIP.slice();
  new DataView(bomb.buffer).setUint32(bomb.length - 22 + 12, 0xff_ff_ff_f0, true);
  await expect(list(bomb)).rejects.toThrow(NotAnArchive);
});

test('an archive with more entries than are shown is no damaged one, whether or not its end counts them all', async () => {
  await expect(list(makeCrowdedZip(100_001))).rejects.toThrow(TooManyEntries);
  // Some makers count modulo 65,536.
  const crowded = new Uint8Array(46 * 100_001 + 22);
  const view = new DataView(crowded.buffer);
  for (let at = 0; at < 100_001; at += 1) view.setUint32(46 * at, 0x02_01_4b_50, true);
  view.setUint32(46 * 100_001, 0x06_05_4b_50, true);
  view.setUint16(46 * 100_001 + 10, 100_001 % 65_536, true);
  view.setUint32(46 * 100_001 + 12, 46 * 100_001, true);
  await expect(list(crowded)).rejects.toThrow(TooManyEntries);
});

test('a directory that is larger than the viewer reads is no damaged one', async () => {
  const sizeBytes = 17 * 2 ** 20;
  const end = makeCrowdedZip(90_000);
  new DataView(end.buffer).setBigUint64(40, BigInt(sizeBytes), true);
  new DataView(end.buffer).setBigUint64(64, BigInt(sizeBytes), true);
  const whole = new Uint8Array(sizeBytes + end.length);
  whole.set(end, sizeBytes);
  await expect(list(whole)).rejects.toThrow(DirectoryTooLarge);
});
