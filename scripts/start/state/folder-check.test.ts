import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkFolder, noteFormat, requireFolder, STATE_FORMAT, unusableFolder, whyUnusable } from './folder-check.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-folder-check-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const failure = (code: string, at?: string) => Object.assign(new Error(code), { code, ...(at ? { path: at } : {}) });

describe('what is wrong with a folder', () => {
  it.each([
    ['EROFS', /read-only file system/],
    ['EACCES', /may not be written by this user/],
    ['EPERM', /may not be written by this user/],
    ['ENOTDIR', /is not a folder/],
    ['EEXIST', /is not a folder/],
    ['ENOSPC', /is full/],
    ['EDQUOT', /is full/],
    ['EIO', /disk reports an error/],
  ])('%s is one sentence', (code, sentence) => {
    expect(whyUnusable(failure(code), '/data')).toMatch(sentence);
  });

  it('is told for failures in the folder only', () => {
    expect(unusableFolder(failure('EACCES', '/data/state'), '/data')?.message).toMatch(/^\/data\/state may not/);
    expect(unusableFolder(failure('EACCES', '/database'), '/data')).toBeUndefined();
    expect(unusableFolder(failure('EADDRINUSE'), '/data')).toBeUndefined();
    expect(unusableFolder(failure('ENOSPC'), '/data')?.message).toMatch(/is full/);
  });
});

describe('the format of a folder', () => {
  it('is noted once the folder is served', () => {
    requireFolder(folder);
    checkFolder(folder);
    noteFormat(folder);
    expect(readFileSync(path.join(folder, 'format'), 'utf8')).toBe(`${STATE_FORMAT}\n`);
    checkFolder(folder);
  });

  it('refuses a newer one and one that is no number', () => {
    writeFileSync(path.join(folder, 'format'), String(STATE_FORMAT + 1));
    expect(() => checkFolder(folder)).toThrow(/newer version/);
    writeFileSync(path.join(folder, 'format'), '-1');
    expect(() => checkFolder(folder)).toThrow(/damaged/);
  });
});
