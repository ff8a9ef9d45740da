/** Subtitles of a video. */
import { expect, test } from 'vitest';
import type { PreviewItem } from '../preview-types.ts';
import { firstShown, subtitlesOf, toVtt } from './subtitles.rules.ts';

const file = (name: string, sizeBytes = 100): PreviewItem => ({ id: name, name, mime: '', sizeBytes, modifiedMs: 0 });

const languages = (video: string, names: readonly string[]) =>
  subtitlesOf(
    file(video),
    [video, ...names].map((name) => file(name)),
  ).map(({ item, language, note }) => [item.name, language, note]);

test('subtitles are the files whose name begins with that of the video, with their language', () => {
  expect(
    languages('Film.mp4', [
      'film.srt',
      'Film.en.vtt',
      'film.zh-TW.srt',
      'film_en.srt',
      'film.english.ass',
      'film - Русский.srt',
      'film.forced.srt',
      'film.eng.sdh.srt',
      'film (日本語).ssa',
      'film.chs.srt',
      'film.pt-BR.forced.srt',
      'film.constructor.srt',
      'filmography.srt',
      'other.srt',
      'film.txt',
    ]),
  ).toEqual([
    ['film.srt', '', ''],
    ['Film.en.vtt', 'en', ''],
    ['film.zh-TW.srt', 'zh-TW', ''],
    ['film_en.srt', 'en', ''],
    ['film.english.ass', 'en', ''],
    ['film - Русский.srt', 'ru', ''],
    ['film.forced.srt', '', 'forced'],
    ['film.eng.sdh.srt', 'en', 'sdh'],
    ['film (日本語).ssa', 'ja', ''],
    ['film.chs.srt', 'zh-CN', ''],
    ['film.pt-BR.forced.srt', 'pt-BR', 'forced'],
    ['film.constructor.srt', '', 'constructor'],
  ]);
});

test('subtitles of a film with a longer name belong to that film alone', () => {
  expect(languages('Film.mp4', ['Film 2.mp4', 'Film 2.srt', 'Film.srt'])).toEqual([['Film.srt', '', '']]);
});

test.each([
  ['ko', ['a.en.srt', 'a.ko.srt', 'a.ja.srt'], 1],
  ['zh-TW', ['a.zh-CN.srt', 'a.zh-TW.srt'], 1],
  ['es', ['a.en.srt', 'a.srt'], 1],
  ['es', ['a.es.forced.srt', 'a.es.srt'], 1],
  ['uk', ['a.en.srt', 'a.ja.srt'], 0],
])('on a page in %s the first of %j to be shown is number %i', (locale, names, shown) => {
  const files = subtitlesOf(
    file('a.mp4'),
    names.map((name) => file(name)),
  );
  expect(firstShown(files, locale)).toBe(shown);
});

test('a huge file is no subtitle', () => {
  expect(subtitlesOf(file('a.mp4'), [file('a.srt', 9_000_000)])).toEqual([]);
});

test('SubRip becomes WebVTT', () => {
  const srt =
    '\uFEFF1\r\n00:00:01,500 --> 00:00:02,000\r\nHello {\\an8}<i>you</i>\r\n\r\n2\r\n1:00:00,5 --> 1:00:01,000\r\nBye\r\n';
  expect(toVtt(srt)).toBe(
    'WEBVTT\n\n00:00:01.500 --> 00:00:02.000\nHello <i>you</i>\n\n01:00:00.500 --> 01:00:01.000\nBye\n',
  );
});

test('a cue cannot begin a second one, and WebVTT stays as it is', () => {
  expect(toVtt('1\n00:00:01,000 --> 00:00:02,000\na --> b')).toContain('a → b');
  expect(toVtt('WEBVTT\n\nx')).toBe('WEBVTT\n\nx');
});

test.each([
  ['00:01.5 --> 00:02', '00:00:01.500 --> 00:00:02.000'],
  ['0:00:01,50 -> 0:00:02,00', '00:00:01.500 --> 00:00:02.000'],
  ['00:00:01:500 ---> 00:00:02:000', '00:00:01.500 --> 00:00:02.000'],
  ['00:00:01,500—>00:00:02,000', '00:00:01.500 --> 00:00:02.000'],
  ['00 : 00 : 01,500 -- > 00 : 00 : 02,000', '00:00:01.500 --> 00:00:02.000'],
])('the sloppy time %j is read', (sloppy, times) => {
  expect(toVtt(`1\n${sloppy}\nHello\n`)).toBe(`WEBVTT\n\n${times}\nHello\n`);
});

test('SubStation is read as text in the order of its times, without styles and drawings', () => {
  const ass = [
    '[Script Info]',
    '[V4+ Styles]',
    'Format: Name, Fontname',
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    'Dialogue: 0,0:00:05.00,0:00:06.50,Default,,0,0,0,,{\\an8}Second, with a comma\\Nand a line',
    'Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,First',
    'Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\p1}m 0 0 l 10 10',
    'Comment: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,no speech',
  ].join('\r\n');
  expect(toVtt(ass)).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nFirst\n\n00:00:05.000 --> 00:00:06.500\nSecond, with a comma\nand a line\n',
  );
});

test('a file without a single time is no subtitle', () => {
  expect(toVtt('hello\nworld')).toBeNull();
});
