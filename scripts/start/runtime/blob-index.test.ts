import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { notedBlobIndex, settleBlobIndex } from './blob-index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-blob-index-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('begins a new folder with one digit, and keeps to it once there is state', () => {
  expect(settleBlobIndex(folder)).toBe(1);
  mkdirSync(path.join(folder, 'state'));
  expect(settleBlobIndex(folder)).toBe(1);
  expect(notedBlobIndex(folder)).toBe(1);
});

it('leaves a folder that has state and no note with two', () => {
  mkdirSync(path.join(folder, 'state'));
  expect(notedBlobIndex(folder)).toBe(2);
  expect(settleBlobIndex(folder)).toBe(2);
});
