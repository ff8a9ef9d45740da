/** Tags of audio files, and of broken ones. */
import { expect, test } from 'vitest';
import { encodeAs } from '#shared/content/encoding/encode-fixture.ts';
import { readTags } from './tags.ts';

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const big = (value: number) => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];
const little = (value: number) => big(value).toReversed();
const frame = (name: string, body: readonly number[]) => [...ascii(name), ...big(body.length), 0, 0, ...body];

const PICTURE = [0x89, 0x50, 0x4e, 0x47];
const FRAMES = [
  ...frame('TIT2', [3, ...new TextEncoder().encode('Über')]),
  ...frame('TPE1', [1, 0xff, 0xfe, 0x41, 0]),
  ...frame('APIC', [0, ...ascii('image/png'), 0, 3, ...ascii('front'), 0, ...PICTURE]),
];
const MP3 = Uint8Array.from([
  ...ascii('ID3'),
  3,
  0,
  0,
  0,
  0,
  FRAMES.length >> 7,
  FRAMES.length & 127,
  ...FRAMES,
  0xff,
  0xfb,
]);

const COMMENT = [...little(0), ...little(1), ...little(9), ...ascii('TITLE=Sea')];
const COVER = [
  ...big(3),
  ...big(9),
  ...ascii('image/png'),
  ...big(0),
  ...Array<number>(16).fill(0),
  ...big(4),
  ...PICTURE,
];
const FLAC = Uint8Array.from([
  ...ascii('fLaC'),
  ...[4, 0, 0, COMMENT.length, ...COMMENT],
  ...[0x86, 0, 0, COVER.length, ...COVER],
]);

test('an MP3 has its title, artist and cover', () => {
  const { title, artist, cover } = readTags(MP3, 'en-US');
  expect([title, artist, cover?.mime, [...(cover?.bytes ?? [])]]).toEqual(['Über', 'A', 'image/png', PICTURE]);
});

test.each([
  ['gbk', '月亮代表我的心', '邓丽君'],
  ['euc-kr', '가을 아침', '아이유'],
  ['windows-1251', 'Группа крови', 'Кино'],
  ['shift_jis', '上を向いて歩こう', '坂本九'],
  ['windows-1252', 'Déjà vu', 'Beyoncé'],
] as const)('a frame that says Latin-1 and holds %s has its title and artist', (encoding, song, singer) => {
  const body = (text: string) => [0, ...encodeAs(text, encoding)];
  const frames = [...frame('TIT2', body(song)), ...frame('TPE1', body(singer))];
  const { title, artist } = readTags(
    Uint8Array.from([...ascii('ID3'), 3, 0, 0, 0, 0, 0, frames.length, ...frames]),
    'en-US',
  );
  expect([title, artist]).toEqual([song, singer]);
});

test('a FLAC has its title and cover', () => {
  const { title, cover } = readTags(FLAC, 'en-US');
  expect([title, cover?.mime, [...(cover?.bytes ?? [])]]).toEqual(['Sea', 'image/png', PICTURE]);
});

test('a file that is cut or changed anywhere is read without an error', () => {
  for (const whole of [MP3, FLAC])
    for (let at = 0; at < whole.length; at += 1) {
      const broken = whole.slice();
      broken[at] = 0xff;
      expect(() => readTags(broken, 'en-US')).not.toThrow();
      expect(() => readTags(whole.subarray(0, at), 'en-US')).not.toThrow();
    }
});

test('a cover that is no picture is left out', () => {
  const html = frame('APIC', [0, ...ascii('text/html'), 0, 3, 0, ...ascii('<script>')]);
  expect(
    readTags(Uint8Array.from([...ascii('ID3'), 3, 0, 0, 0, 0, 0, html.length, ...html]), 'en-US').cover,
  ).toBeUndefined();
});
