/** How files are shown, by name and type. */
import { expect, test } from 'vitest';
import { isEditable, isTooLarge, kindOf, limitBytesOf } from './kinds.rules.ts';

const shown = (name: string, mime = '') => {
  const kind = kindOf({ name, mime });
  return kind.kind === 'frame' ? kind.format : kind.kind;
};

test('a small file named .ts is a program, a large one a stream of video', () => {
  const ts = { name: 'code.ts', mime: 'video/mp2t' };
  expect(kindOf({ ...ts, sizeBytes: 4_000 })).toEqual({ kind: 'frame', format: 'code' });
  expect(kindOf({ ...ts, sizeBytes: 400_000_000 })).toEqual({ kind: 'video' });
  expect(kindOf(ts)).toEqual({ kind: 'video' });
});

test('a file is shown by its extension', () => {
  const names = [
    'a.JPG',
    'a.heic',
    'a.tiff',
    'a.svg',
    'a.mp4',
    'a.m3u8',
    'a.mp3',
    'a.pdf',
    'a.md',
    'a.tsv',
    'a.py',
    'a.log',
    'a.rar',
    'a.xlsx',
    'a.epub',
    'a.exe',
    'Makefile',
  ];
  expect(names.map((name) => shown(name))).toEqual([
    'picture',
    'heic',
    'tiff',
    'svg',
    'video',
    'video',
    'audio',
    'pdf',
    'markdown',
    'csv',
    'code',
    'text',
    'archive',
    'xlsx',
    'epub',
    'other',
    'code',
  ]);
});

test('a file without a known extension is shown by its stored type', () => {
  expect(shown('scan', 'image/png')).toBe('picture');
  expect(shown('page', 'text/html; charset=utf-8')).toBe('code');
  expect(shown('x', 'image/svg+xml')).toBe('svg');
  expect(shown('x', 'application/x-unknown')).toBe('other');
});

test('`.ts` is a video, unless its type says that it is a text', () => {
  expect([shown('a.ts'), shown('a.ts', 'text/typescript')]).toEqual(['video', 'code']);
});

test('each format has a limit, players have none, and texts alone are edited', () => {
  expect(isTooLarge(kindOf({ name: 'a.svg', mime: '' }), 30_000_000)).toBe(true);
  // Of a long text the start is shown, and nothing is edited.
  expect(isTooLarge(kindOf({ name: 'a.md', mime: '' }), 3_000_000)).toBe(false);
  expect(isEditable(kindOf({ name: 'a.md', mime: '' }), 3_000_000)).toBe(false);
  expect(limitBytesOf(kindOf({ name: 'a.mp4', mime: '' }))).toBe(Number.POSITIVE_INFINITY);
  expect(
    ['a.md', 'a.txt', 'a.json', 'a.csv', 'a.pdf', 'a.png'].map((name) => isEditable(kindOf({ name, mime: '' }), 10)),
  ).toEqual([true, true, true, true, false, false]);
});
