import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFlusher } from './flush.ts';

const KEY = 'ab12'.padEnd(32, '0');
const SECOND = 'ab12'.padEnd(32, '1');

let folder: string;
let flushed: string[];
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-flush-'));
  flushed = [];
  mkdirSync(path.join(folder, 'blobs/ab/12'), { recursive: true });
  for (const key of [KEY, SECOND]) writeFileSync(path.join(folder, 'blobs/ab/12', key), 'bytes');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The real file, and a note of what was flushed. */
async function noting(file: string, flags: string) {
  const handle = await open(file, flags);
  return {
    async sync() {
      await handle.sync();
      flushed.push(path.relative(folder, file));
    },
    close: () => handle.close(),
  };
}

it('flushes the bytes of a blob and every folder on the way to it', async () => {
  await makeFlusher(folder, noting).blob(KEY);
  expect(flushed.toSorted()).toEqual(['blobs', 'blobs/ab', 'blobs/ab/12', `blobs/ab/12/${KEY}`]);
});

it('flushes existing folders only once', async () => {
  const flusher = makeFlusher(folder, noting);
  await flusher.blob(KEY);
  flushed = [];
  await flusher.blob(SECOND);
  expect(flushed.toSorted()).toEqual(['blobs/ab/12', `blobs/ab/12/${SECOND}`]);
});

it('a flush fails for a missing blob and for an error of the disk', async () => {
  const flusher = makeFlusher(folder, noting);
  await expect(flusher.blob('cd'.padEnd(32, '0'))).rejects.toThrow(/ENOENT/);
  await expect(flusher.blob('../../secrets.json')).rejects.toThrow(/not a blob key/);
  const refusing = makeFlusher(folder, async (file, flags) => ({
    ...(await noting(file, flags)),
    sync: () => Promise.reject(new Error('EIO')),
  }));
  await expect(refusing.blob(KEY)).rejects.toThrow('EIO');
});

it('flushes the values of KV', async () => {
  const values = path.join(folder, 'state/kv/magpie-config/blobs');
  mkdirSync(values, { recursive: true });
  writeFileSync(path.join(values, 'one'), 'value');
  await makeFlusher(folder, noting).values();
  expect(flushed).toEqual(['state/kv/magpie-config/blobs/one', 'state/kv/magpie-config/blobs']);
});
