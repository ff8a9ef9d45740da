import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { noteBlobStore, settleBlobStore } from './blob-store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-blob-store-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('keeps the bytes of a new folder on the disk', () => {
  expect(settleBlobStore(folder, undefined)).toBe('disk');
});

it('remembers the store a folder was begun with', () => {
  expect(settleBlobStore(folder, 'r2')).toBe('r2');
  expect(settleBlobStore(folder, undefined)).toBe('r2');
});

it('refuses to serve a folder from the store that does not hold its bytes', () => {
  noteBlobStore(folder, 'r2');
  expect(() => settleBlobStore(folder, 'disk')).toThrow(/keeps its files in r2, not in disk/);
});
