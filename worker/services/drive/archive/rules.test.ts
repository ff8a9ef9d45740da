import { expect, it } from 'vitest';
import { archiveFormatOf } from '#shared/drive/archive/archive-name.ts';
import { entryNames, folderNameOf, maxUnpackedBytes, readBegun } from './rules.ts';

it('rules of archives: know the format by the name', () => {
  expect(
    ['a.zip', 'a.TAR', 'a.tar.gz', 'a.tgz', 'a.7z', 'a.rar', 'a.tar.xz', 'a.txt', 'zip'].map(archiveFormatOf),
  ).toEqual(['zip', 'tar', 'tar.gz', 'tar.gz', 'packed', 'packed', 'packed', null, null]);
});

it('rules of archives: refuse paths that would leave their folder', () => {
  for (const path of [
    '../a',
    'a/../../b',
    '/etc/passwd',
    '\\a',
    'C:\\a',
    'c:a',
    '..',
    'a\\..\\b',
    `${'a/'.repeat(51)}b`,
  ])
    expect([path, entryNames(path)]).toEqual([path, null]);
});

it('rules of archives make names of paths, without control characters and within 255 bytes', () => {
  expect(entryNames('./a//b\\c.txt')).toEqual(['a', 'b', 'c.txt']);
  expect(entryNames('a\u0007b')).toEqual(['a_b']);
  expect(entryNames('')).toEqual([]);
  expect(entryNames(`дир/${'ж'.repeat(300)}.tar.gz`)?.[1]).toBe(`${'ж'.repeat(124)}.tar.gz`);
  const [long = ''] = entryNames('ж'.repeat(300)) ?? [];
  expect(new TextEncoder().encode(long).length).toBeLessThanOrEqual(255);
});

it('name the folder after the archive and bound what it unpacks to', () => {
  expect(['a.zip', 'a.tar.gz', 'a.b.7z', '.zip'].map(folderNameOf)).toEqual(['a', 'a', 'a.b', '.zip']);
  expect(maxUnpackedBytes(1_000)).toBe(64 * 1024 * 1024);
  expect(maxUnpackedBytes(1e9)).toBe(1.1e12);
});

it('a stored answer is read, that of the version before too', () => {
  expect(readBegun({ taskId: 't', entries: 3 })).toEqual({ taskId: 't', entries: 3 });
  expect(readBegun('t')).toEqual({ taskId: 't', entries: 0 });
});
