import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { closeStateFolder } from './state-folder.ts';

let parent = '';
beforeEach(() => {
  parent = scratchFolder();
});

const modeOf = (...names: string[]): number => statSync(path.join(parent, ...names)).mode & 0o777;

test('the state folder and its files are accessible to their owner only', () => {
  const before = process.umask(0o022);
  try {
    closeStateFolder(path.join(parent, 'data'));
    writeFileSync(path.join(parent, 'data/file'), '');
    expect([modeOf('data'), modeOf('data', 'file')]).toEqual([0o700, 0o600]);
  } finally {
    process.umask(before);
  }
});

test('a state folder of an earlier version is closed at the start', () => {
  const before = process.umask(0o022);
  try {
    mkdirSync(path.join(parent, 'data/blobs'), { recursive: true });
    writeFileSync(path.join(parent, 'data/blob-store'), 'disk\n');
    chmodSync(path.join(parent, 'data'), 0o755);
    closeStateFolder(path.join(parent, 'data'));
    expect([modeOf('data'), modeOf('data', 'blobs'), modeOf('data', 'blob-store')]).toEqual([0o700, 0o700, 0o600]);
  } finally {
    process.umask(before);
  }
});
