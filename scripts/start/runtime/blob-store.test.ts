import { beforeEach, expect, it } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { recordBlobStore, settleBlobStore } from './blob-store.ts';

let folder: string;
beforeEach(() => {
  folder = scratchFolder();
});

it('a new folder stores bytes on the disk', () => {
  expect(settleBlobStore(folder, undefined)).toBe('disk');
});

it('a folder keeps the store it was created with', () => {
  expect(settleBlobStore(folder, 'r2')).toBe('r2');
  expect(settleBlobStore(folder, undefined)).toBe('r2');
});

it('a folder is not served from a store that does not hold its bytes', () => {
  recordBlobStore(folder, 'r2');
  expect(() => settleBlobStore(folder, 'disk')).toThrow(/keeps its files in r2, not in disk/);
});
