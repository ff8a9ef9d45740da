import { expect, test } from 'vitest';
import { readTaken } from './read-taken.ts';
import { readClock, readZone, writeTaken } from './taken.ts';
import {
  type Bytes,
  crowdedHeic,
  exifOf,
  filmWith,
  heicWith,
  joined,
  jpegWith,
  pngWith,
  webpWith,
} from './taken-fixture.ts';

const NOW = Date.UTC(2026, 10, 30);
const SUMMER = '2026:08:15 14:30:12';
const WRITTEN = '2026-08-15T14:30:12';

async function look(bytes: Bytes, zoneAt?: (atMs: number) => number) {
  const pieces: number[] = [];
  const read = async (from: number, to: number) => {
    pieces.push(to - from);
    return bytes.subarray(from, to);
  };
  const taken = await readTaken(bytes.length, read, { nowMs: NOW, ...(zoneAt ? { zoneAt } : {}) });
  return { taken: taken && writeTaken(taken), pieces };
}
const timeIn = async (bytes: Bytes, zoneAt?: (atMs: number) => number) => (await look(bytes, zoneAt)).taken;

test.each([
  ['JPEG', jpegWith(exifOf({ original: SUMMER, zone: '+09:00' })), `${WRITTEN}+09:00`],
  ['JPEG without a zone', jpegWith(exifOf({ original: SUMMER })), WRITTEN],
  [
    'JPEG of the other order of bytes',
    jpegWith(exifOf({ original: SUMMER, zone: '-03:30', isLittle: true })),
    `${WRITTEN}-03:30`,
  ],
  ['PNG behind its picture', pngWith(exifOf({ original: SUMMER }), 300_000), WRITTEN],
  ['WebP', webpWith(exifOf({ original: SUMMER, isLittle: true })), WRITTEN],
  ['HEIC', heicWith(exifOf({ original: SUMMER, zone: '+05:45' })), `${WRITTEN}+05:45`],
  ['TIFF', exifOf({ original: SUMMER }), WRITTEN],
])('a %s says when it was taken', async (_, bytes, written) => {
  expect(await timeIn(bytes)).toBe(written);
});

test('the time of the shot counts before that of a scan, and both before that of a change', async () => {
  const [scan, change] = ['2020:01:02 03:04:05', '2024:01:02 03:04:05'];
  expect(await timeIn(jpegWith(exifOf({ original: SUMMER, digitized: scan, changed: change })))).toBe(WRITTEN);
  expect(await timeIn(jpegWith(exifOf({ digitized: scan, changed: change })))).toBe('2020-01-02T03:04:05');
  expect(await timeIn(jpegWith(exifOf({ changed: change })))).toBe('2024-01-02T03:04:05');
});

test('a note of an editor says it where Exif does not', async () => {
  const note = `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta><rdf:Description exif:DateTimeOriginal="${WRITTEN}.5+02:00"/>`;
  const jpeg = joined([0xff, 0xd8, 0xff, 0xe1, (note.length + 2) >> 8, (note.length + 2) & 255], note, [0xff, 0xd9]);
  expect(await timeIn(jpeg)).toBe(`${WRITTEN}+02:00`);
});

test('a film says it with its zone, or the moment alone, which is shown where the person is', async () => {
  const seconds = Date.UTC(2026, 7, 15, 14, 30, 12) / 1_000;
  expect(await timeIn(filmWith({ seconds, date: `${WRITTEN}+0900` }))).toBe(`${WRITTEN}+09:00`);
  expect(await timeIn(filmWith({ seconds }))).toBe(`${WRITTEN}+00:00`);
  expect(await timeIn(filmWith({ seconds }), () => 120)).toBe('2026-08-15T16:30:12+02:00');
  expect(await timeIn(filmWith({ seconds: -2_082_844_800 }))).toBe(null);
});

test('the tables behind a long film are found by few pieces', async () => {
  const seconds = Date.UTC(2026, 7, 15) / 1_000;
  const { taken, pieces } = await look(filmWith({ seconds, mediaBytes: 3_000_000 }));
  expect(taken).toBe('2026-08-15T00:00:00+00:00');
  expect(pieces.length).toBeLessThan(4);
});

test.each([
  ['a clock that was never set', '1980:01:01 00:00:00'],
  ['a year ahead', '2099:01:01 00:00:00'],
  ['a day that no month has', '2026:02:30 10:00:00'],
  ['blanks', '    :  :     :  :  '],
  ['zeros', '0000:00:00 00:00:00'],
])('%s is no time', async (_, original) => {
  expect(await timeIn(jpegWith(exifOf({ original })))).toBe(null);
});

test('a scan of an old picture keeps its year', async () => {
  expect(await timeIn(jpegWith(exifOf({ original: '1931:05:06 12:00:00' })))).toBe('1931-05-06T12:00:00');
});

test('a file that is cut or spoilt anywhere is read to an end', async () => {
  const zone = '+09:00';
  const exif = exifOf({ original: SUMMER, zone });
  const whole = [
    jpegWith(exif),
    pngWith(exif),
    webpWith(exif),
    heicWith(exif),
    exif,
    filmWith({ seconds: 1, date: WRITTEN }),
  ];
  for (const bytes of whole)
    for (let at = 0; at < bytes.length; at += 1) {
      await timeIn(bytes.slice(0, at));
      const spoilt = bytes.slice();
      spoilt[at] = 255 - (spoilt[at] ?? 0);
      const said = await timeIn(spoilt);
      expect(said === null || readClock(said) !== null).toBe(true);
    }
});

test('a small picture whose items count many pieces of no bytes is left at once', async () => {
  expect(await timeIn(crowdedHeic(4_096))).toBe(null);
});

test('a file without a time, or of another kind, says none', async () => {
  for (const bytes of [jpegWith(exifOf({})), joined('GIF89a', new Uint8Array(20)), joined(''), joined('text')])
    expect(await timeIn(bytes)).toBe(null);
});

test('zones are those that there are', () => {
  expect(['+14:00', '-12:00', 'Z', '+15:00', '09:00'].map(readZone)).toEqual([840, -720, 0, null, null]);
});
