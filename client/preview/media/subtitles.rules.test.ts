/** Subtitles of a video. */
import { expect, test } from 'vitest';
import type { PreviewItem } from '../preview-types.ts';
import { subtitlesOf, toVtt } from './subtitles.rules.ts';

const file = (name: string, sizeBytes = 100): PreviewItem => ({ id: name, name, mime: '', sizeBytes, modifiedMs: 0 });

test('subtitles are the files named after the video, with their language', () => {
  const names = [
    'Film.mp4',
    'film.srt',
    'Film.en.vtt',
    'film.zh-TW.srt',
    'film 2.srt',
    'film.director.srt',
    'film.txt',
  ];
  const found = subtitlesOf(
    file('Film.mp4'),
    names.map((name) => file(name)),
  );
  expect(found.map(({ item, language }) => [item.name, language])).toEqual([
    ['film.srt', ''],
    ['Film.en.vtt', 'en'],
    ['film.zh-TW.srt', 'zh-TW'],
  ]);
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
