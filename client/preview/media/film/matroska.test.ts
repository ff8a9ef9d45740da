/** Subtitles and chapters of Matroska files: read in ranges, whatever the file says of itself. */
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { textOf, trackLabel } from './film-subtitles.ts';
import { readExtras } from './matroska.ts';
import { bytesOf, element, type FixtureTrack, filmOf, number } from './matroska-fixture.ts';

async function extrasOf(film: Uint8Array) {
  const reads: number[] = [];
  const extras = await readExtras(film.length, (start, end) => {
    reads.push(end - start);
    return Promise.resolve(film.slice(start, end));
  });
  return { ...extras, reads };
}

async function linesOf(film: Uint8Array): Promise<(readonly (string | null)[])[]> {
  const { subtitles } = await extrasOf(film);
  return Promise.all(
    subtitles.map(async ({ places, read }) =>
      Promise.all(
        (places ?? []).map(async (place) => {
          const cue = await read(place);
          return cue && `${cue.from}-${cue.until} ${cue.text}`;
        }),
      ),
    ),
  );
}

const packed = (method: number) => element(0x6d_80, element(0x62_40, element(0x50_34, number(0x42_54, method))));
const english: FixtureTrack = {
  number: 3,
  codec: 'S_TEXT/UTF8',
  language: 'eng',
  name: 'Full',
  lines: [
    { at: 61_000, lasts: 1_500, text: 'Later' },
    { at: 1_000, lasts: 2_000, text: 'Привет\r\n二行目' },
  ],
};

test('lines come in their order with their times, from the index at the end of the file', async () => {
  const zlib = {
    number: 4,
    codec: 'S_TEXT/ASS',
    encodings: packed(0),
    lines: [{ at: 5, lasts: 10, text: new Uint8Array(deflateSync('1,0,Default,,0,0,0,,A{\\i1}b\\Nc')) }],
  };
  expect(await linesOf(filmOf([english, zlib]))).toEqual([
    ['1-3 Привет\r\n二行目', '61-62.5 Later'],
    ['0.005-0.015 1,0,Default,,0,0,0,,A{\\i1}b\\Nc'],
  ]);
});

test('languages, names and packings are read; a file without an index of its lines says so', async () => {
  const strange = { number: 5, codec: 'S_HDMV/PGS', encodings: packed(3), lines: [] };
  const { subtitles } = await extrasOf(filmOf([english, strange], { hasIndex: false }));
  expect(
    subtitles.map(({ track, places }) => [track.codec, track.language, track.name, track.packing, places]),
  ).toEqual([
    ['S_TEXT/UTF8', 'eng', 'Full', '', null],
    ['S_HDMV/PGS', 'eng', '', 'unknown', null],
  ]);
});

test('chapters come in the order of the film', async () => {
  const chapters = [
    [60_000, 'Second'],
    [0, 'First'],
  ] as const;
  const { chapters: found } = await extrasOf(filmOf([], { chapters: chapters.map(([at, name]) => [at, name]) }));
  expect(found).toEqual([
    { at: 0, name: 'First' },
    { at: 60, name: 'Second' },
  ]);
});

test('a file that is cut or damaged anywhere gives what is whole, and never more reads than it has parts', async () => {
  const film = filmOf([english], { chapters: [[0, 'First']] });
  for (let at = 0; at < film.length; at += 3) {
    const cut = await extrasOf(film.slice(0, at));
    expect(cut.reads.length).toBeLessThan(40);
    const broken = film.slice();
    broken[at] = (broken[at] ?? 0) ^ 0xff;
    await linesOf(broken);
  }
  const endless = bytesOf(element(0x1a_45_df_a3, [0]), [0x18, 0x53, 0x80, 0x67, 0x01, ...Array<number>(7).fill(0xff)]);
  expect((await extrasOf(endless)).subtitles).toEqual([]);
});

test('a packed line of very many bytes is cut', async () => {
  const bomb = {
    number: 1,
    codec: 'S_TEXT/UTF8',
    encodings: packed(0),
    lines: [{ at: 0, lasts: 1, text: new Uint8Array(deflateSync(Buffer.alloc(10_000_000, 'a'))) }],
  };
  const [[line]] = (await linesOf(filmOf([bomb]))) as [[string]];
  expect(line.length).toBeLessThan(2_100);
});

test('the text of a line is without styles and places, and a drawing is none', () => {
  expect(textOf({ codec: 'S_TEXT/ASS' }, '1,0,Default,,0,0,0,,One, {\\an8}two\\Nthree')).toBe('One, two\nthree');
  expect(textOf({ codec: 'S_TEXT/ASS' }, '1,0,Default,,0,0,0,,{\\p1}m 0 0 l 5 5')).toBe('');
  expect(textOf({ codec: 'S_TEXT/UTF8' }, '<i>One</i>\r\ntwo')).toBe('<i>One</i>\ntwo');
});

test('a line whose reading failed is read when it is asked for again', async () => {
  const film = filmOf([english]);
  let fails = false;
  const { subtitles } = await readExtras(film.length, (start, end) =>
    fails ? Promise.reject(new Error('offline')) : Promise.resolve(film.slice(start, end)),
  );
  const [place] = subtitles[0]?.places ?? [];
  if (!place) throw new Error('no place');
  fails = true;
  await expect(subtitles[0]?.read(place)).rejects.toThrow('offline');
  fails = false;
  expect((await subtitles[0]?.read(place))?.text).toContain('Привет');
});

test('a list of tracks that is as long as a film is not read', async () => {
  const filler = (bytes: number) => filmOf([{ ...english, encodings: element(0xec, new Uint8Array(bytes)) }]);
  expect((await extrasOf(filler(1_000))).subtitles).toHaveLength(1);
  const { subtitles, reads } = await extrasOf(filler(5 * 2 ** 20));
  expect([subtitles, Math.max(...reads) < 2 ** 20]).toEqual([[], true]);
});

test('a track has its language and name, else its number', () => {
  expect(trackLabel({ language: 'ger', name: 'Kommentar' }, 0, 'en-US')).toBe('German (Kommentar)');
  expect(trackLabel({ language: 'rus', name: '' }, 0, 'ja')).toBe('ロシア語');
  for (const language of ['de-x-mine', 'de-u-ca-gregory', 'de-t-en'])
    expect(trackLabel({ language, name: '' }, 0, 'en-US')).toBe('German');
  expect(trackLabel({ language: '', name: '' }, 1, 'en-US')).toBe('2');
  for (const language of ['not a tag!', 'constructor'])
    expect(trackLabel({ language, name: '' }, 0, 'en-US')).toBe('1');
});
