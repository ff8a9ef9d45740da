import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { notedBlobIndex, settleBlobIndex } from './blob-index.ts';

let folder: string;
beforeEach(() => {
  folder = scratchFolder();
});

it('a new folder starts with one digit and keeps it when it has state', () => {
  expect(settleBlobIndex(folder)).toBe(1);
  mkdirSync(path.join(folder, 'state'));
  expect(settleBlobIndex(folder)).toBe(1);
  expect(notedBlobIndex(folder)).toBe(1);
});

it('a folder with state and without a note keeps two digits', () => {
  mkdirSync(path.join(folder, 'state'));
  expect(notedBlobIndex(folder)).toBe(2);
  expect(settleBlobIndex(folder)).toBe(2);
});
