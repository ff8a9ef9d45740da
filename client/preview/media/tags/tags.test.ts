/** Tags of songs, and of broken ones. */
import { expect, test } from 'vitest';
import { encodeAs } from '#shared/content/encoding/encode-fixture.ts';
import {
  bytesOfAscii,
  bytesOfText,
  flacOf,
  id3EndOf,
  id3Of,
  m4aOf,
  oggOf,
  PICTURE,
  unsynchronised,
} from './song-fixture.ts';
import { readTags } from './tags.ts';

const unicode = (text: string) => [3, ...bytesOfText(text)];
const APIC = [0, ...bytesOfAscii('image/png'), 0, 3, ...bytesOfAscii('front'), 0, ...PICTURE];
const MP3 = id3Of([
  ['TIT2', unicode('Über')],
  ['TPE1', [1, 0xff, 0xfe, 0x41, 0]],
  ['APIC', APIC],
]);
const FLAC = flacOf(['TITLE=Sea']);

const read = (song: Uint8Array, language = 'en-US') =>
  readTags((start, end) => Promise.resolve(song.subarray(start, end)), song.length, language);

async function shown(song: Uint8Array) {
  const { title, artist, cover } = await read(song);
  return [title, artist, cover?.mime, [...(cover?.bytes ?? [])]];
}

test('an MP3 has its title, artist and cover', async () => {
  expect(await shown(MP3)).toEqual(['Über', 'A', 'image/png', PICTURE]);
});

test('an MP3 of version 2.2 has its title, artist and cover', async () => {
  const song = id3Of(
    [
      ['TT2', [0, ...bytesOfAscii('Sea')]],
      ['TP1', [0, ...bytesOfAscii('Ada')]],
      ['PIC', [0, ...bytesOfAscii('PNG'), 3, 0, ...PICTURE]],
    ],
    { version: 2 },
  );
  expect(await shown(song)).toEqual(['Sea', 'Ada', 'image/png', PICTURE]);
});

test('zeros that were put behind 0xFF are taken out in every version', async () => {
  const picture = [...PICTURE, 0xff, 0xe1, 0xff, 0];
  const cover = [0, ...bytesOfAscii('image/png'), 0, 3, 0, ...picture];
  const whole = id3Of(
    [
      ['APIC', cover],
      ['TIT2', unicode('Sea')],
    ],
    { flags: 0x80 },
  );
  const frames = id3Of(
    [
      ['APIC', [0, 0, 0, 9, ...unsynchronised(cover)]],
      ['TIT2', [0, 0, 0, 4, ...unicode('Sea')]],
    ],
    {
      version: 4,
      frameFlags: 3,
    },
  );
  for (const song of [whole, frames]) expect(await shown(song)).toEqual(['Sea', undefined, 'image/png', picture]);
});

test('several artists are one line', async () => {
  const song = id3Of([['TPE1', unicode('Ada\0Bob')]], { version: 4 });
  expect((await read(song)).artist).toBe('Ada, Bob');
  expect((await read(oggOf('opus', ['ARTIST=Ada', 'ARTIST=Bob']))).artist).toBe('Ada, Bob');
});

test.each([
  ['gbk', '月亮代表我的心', '邓丽君'],
  ['euc-kr', '가을 아침', '아이유'],
  ['windows-1251', 'Группа крови', 'Кино'],
  ['shift_jis', '上を向いて歩こう', '坂本九'],
  ['windows-1252', 'Déjà vu', 'Beyoncé'],
] as const)('a frame that says Latin-1 and holds %s has its title and artist', async (encoding, song, singer) => {
  const [title, artist] = [encodeAs(song, encoding), encodeAs(singer, encoding)];
  expect(
    (
      await shown(
        id3Of([
          ['TIT2', [0, ...title]],
          ['TPE1', [0, ...artist]],
        ]),
      )
    ).slice(0, 2),
  ).toEqual([song, singer]);
  expect((await shown(id3EndOf([...title], [...artist]))).slice(0, 2)).toEqual([song, singer]);
});

test('the last 128 bytes add what the start lacks', async () => {
  const song = Uint8Array.from([...id3Of([['TIT2', unicode('Long title')]]), ...id3EndOf([0x58], bytesOfAscii('Ada'))]);
  expect((await shown(song)).slice(0, 2)).toEqual(['Long title', 'Ada']);
});

test('a FLAC has its title and cover', async () => {
  expect(await shown(FLAC)).toEqual(['Sea', undefined, 'image/png', PICTURE]);
});

test.each(['opus', 'vorbis', 'flac'] as const)('%s in Ogg has its title, artist and cover', async (kind) => {
  expect(await shown(oggOf(kind, ['title=Море', 'ARTIST=Ada'], true))).toEqual(['Море', 'Ada', 'image/png', PICTURE]);
});

test('comments of Ogg that fill several pages and parts are read', async () => {
  const song = oggOf('opus', [`COMMENT=${'x'.repeat(150_000)}`, 'TITLE=Sea'], true);
  expect(await shown(song)).toEqual(['Sea', undefined, 'image/png', PICTURE]);
});

test.each([true, false])('an M4A has its title, artist and cover, behind the sound: %s', async (isLast) => {
  expect(await shown(m4aOf(bytesOfText('Lune'), 'Ada', isLast))).toEqual(['Lune', 'Ada', 'image/png', PICTURE]);
  expect((await read(m4aOf([...encodeAs('月亮代表我的心', 'gbk')], '', isLast))).title).toBe('月亮代表我的心');
});

test('a song is read in few parts, whatever it says of itself', async () => {
  // Boxes of eight bytes without end.
  const boxes = Uint8Array.from(
    Array.from({ length: 400_000 }, (_, at) => [0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65][at % 8] ?? 0),
  );
  boxes.set(bytesOfAscii('ftyp'), 4);
  for (const song of [boxes, m4aOf(bytesOfText('Lune'), 'Ada', true), MP3, FLAC]) {
    const parts: number[] = [];
    const range = (start: number, end: number) => {
      parts.push(end - start);
      return Promise.resolve(song.subarray(start, end));
    };
    await readTags(range, song.length, 'en-US').catch(() => undefined);
    expect(parts.length).toBeLessThanOrEqual(12);
    expect(Math.max(...parts)).toBeLessThanOrEqual(5_242_880);
  }
});

test('a file that is cut or changed anywhere is read without an error', async () => {
  const small = [MP3, FLAC, oggOf('vorbis', ['TITLE=a'], true), id3EndOf([0x58], [0x59])];
  for (const whole of [...small, m4aOf(bytesOfText('a'), 'b', false).subarray(0, 400)])
    for (let at = 0; at < whole.length; at += 1) {
      const broken = whole.slice();
      broken[at] = 0xff;
      await expect(read(broken)).resolves.toBeDefined();
      await expect(read(whole.subarray(0, at))).resolves.toBeDefined();
    }
});

test('a cover that is no picture is left out', async () => {
  const html = [0, ...bytesOfAscii('text/html'), 0, 3, 0, ...bytesOfAscii('<script>')];
  expect((await read(id3Of([['APIC', html]]))).cover).toBeUndefined();
});

test('an Ogg file of very many streams ends after the first of them', async () => {
  const pages = Array.from({ length: 100_000 }, (_, serial) => {
    const page = Buffer.alloc(28);
    page.write('OggS', 'latin1');
    page.writeUInt32LE(serial, 14);
    page[26] = 1;
    return page;
  });
  expect((await read(new Uint8Array(Buffer.concat(pages)))).title).toBeUndefined();
});
