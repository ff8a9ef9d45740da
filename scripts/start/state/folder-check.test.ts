import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { STATE_FORMAT } from '#worker/platform/storage/state-format.ts';
import { checkFolder, recordFormat, requireFolder, unusableFolder, whyUnusable } from './folder-check.ts';

let folder: string;
beforeEach(() => {
  folder = scratchFolder();
});

const failure = (code: string, at?: string) => Object.assign(new Error(code), { code, ...(at ? { path: at } : {}) });

it.each([
  ['EROFS', /read-only file system/],
  ['EACCES', /may not be written by this user/],
  ['EPERM', /may not be written by this user/],
  ['ENOTDIR', /is not a folder/],
  ['EEXIST', /is not a folder/],
  ['ENOSPC', /is full/],
  ['EDQUOT', /is full/],
  ['EIO', /disk reports an error/],
])('a problem of a folder %s is reported in one sentence', (code, sentence) => {
  expect(whyUnusable(failure(code), '/data')).toMatch(sentence);
});

it('failures outside of the folder are not reported as problems of the folder', () => {
  expect(unusableFolder(failure('EACCES', '/data/state'), '/data')?.message).toMatch(/^\/data\/state may not/);
  expect(unusableFolder(failure('EACCES', '/database'), '/data')).toBeUndefined();
  expect(unusableFolder(failure('EADDRINUSE'), '/data')).toBeUndefined();
  expect(unusableFolder(failure('ENOSPC'), '/data')?.message).toMatch(/is full/);
});

it('the format of a folder is noted when it is served', () => {
  requireFolder(folder);
  checkFolder(folder);
  recordFormat(folder);
  expect(readFileSync(path.join(folder, 'format'), 'utf8')).toBe(`${STATE_FORMAT}\n`);
  checkFolder(folder);
});

it('a folder with a newer format or without a number is refused', () => {
  writeFileSync(path.join(folder, 'format'), String(STATE_FORMAT + 1));
  expect(() => checkFolder(folder)).toThrow(/newer version/);
  writeFileSync(path.join(folder, 'format'), '-1');
  expect(() => checkFolder(folder)).toThrow(/damaged/);
});
