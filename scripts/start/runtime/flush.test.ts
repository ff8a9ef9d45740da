import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { beforeEach, expect, it } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { makeFlusher } from './flush.ts';

const MIB = 2 ** 20;

const KEY = 'ab12'.padEnd(32, '0');
const SECOND = 'ab12'.padEnd(32, '1');

let folder: string;
let flushed: string[];
beforeEach(() => {
  folder = scratchFolder();
  flushed = [];
  mkdirSync(path.join(folder, 'blobs/ab/12'), { recursive: true });
  for (const key of [KEY, SECOND]) writeFileSync(path.join(folder, 'blobs/ab/12', key), 'bytes');
});

/** The real file, and a list of the flushed paths. */
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
  await makeFlusher(folder, noting).blobs([KEY]);
  expect(flushed.toSorted()).toEqual(['blobs', 'blobs/ab', 'blobs/ab/12', `blobs/ab/12/${KEY}`]);
});

it('flushes existing folders only once', async () => {
  const flusher = makeFlusher(folder, noting);
  await flusher.blobs([KEY]);
  flushed = [];
  await flusher.blobs([SECOND]);
  expect(flushed.toSorted()).toEqual(['blobs/ab/12', `blobs/ab/12/${SECOND}`]);
});

it('flushes several blobs of a folder with one flush of the folder', async () => {
  const flusher = makeFlusher(folder, noting);
  await flusher.blobs([KEY, SECOND]);
  const folders = ['blobs', 'blobs/ab', 'blobs/ab/12'];
  expect(flushed.toSorted()).toEqual([...folders, `blobs/ab/12/${KEY}`, `blobs/ab/12/${SECOND}`]);
});

it('a flush fails for a missing blob and for an error of the disk', async () => {
  const flusher = makeFlusher(folder, noting);
  await expect(flusher.blobs(['cd'.padEnd(32, '0')])).rejects.toThrow(/ENOENT/);
  await expect(flusher.blobs(['../../secrets.json'])).rejects.toThrow(/not a blob key/);
  const refusing = makeFlusher(folder, async (file, flags) => ({
    ...(await noting(file, flags)),
    sync: () => Promise.reject(new Error('EIO')),
  }));
  await expect(refusing.blobs([KEY])).rejects.toThrow('EIO');
});

it('digests the windows that lie within a blob, and flushes it', async () => {
  const file = path.join(folder, 'blobs/ab/12', KEY);
  const bytes = Buffer.alloc(20 * MIB, 'some bytes ');
  writeFileSync(file, bytes);
  const sha256 = (start: number, end: number) => createHash('sha256').update(bytes.subarray(start, end)).digest('hex');
  const flusher = makeFlusher(folder, noting);
  const whole = await flusher.digested(KEY, bytes.length, { offset: 0, totalBytes: bytes.length });
  expect(whole.map(({ window, sha256 }) => [window, sha256])).toEqual([
    [0, sha256(0, 8 * MIB)],
    [1, sha256(8 * MIB, 16 * MIB)],
    [2, sha256(16 * MIB, 20 * MIB)],
  ]);
  expect(whole[2]).toMatchObject({ crc32: crc32(bytes.subarray(16 * MIB)) });
  expect(flushed).toContain(`blobs/ab/12/${KEY}`);
  const amid = await flusher.digested(KEY, bytes.length, { offset: 12 * MIB, totalBytes: 90 * MIB });
  expect(amid.map(({ window, sha256 }) => [window, sha256])).toEqual([
    [2, sha256(4 * MIB, 12 * MIB)],
    [3, sha256(12 * MIB, 20 * MIB)],
  ]);
});

it('digests no file that is missing or too short, and none outside of the blobs', async () => {
  const flusher = makeFlusher(folder);
  const place = { offset: 0, totalBytes: 6 };
  await expect(flusher.digested(KEY, 6, place)).rejects.toThrow('too short');
  await expect(flusher.digested('cd'.padEnd(32, '0'), 6, place)).rejects.toThrow(/ENOENT/);
  await expect(flusher.digested('../../secrets.json', 6, place)).rejects.toThrow(/not a blob key/);
});

it('flushes the values of KV', async () => {
  const values = path.join(folder, 'state/kv/magpie-config/blobs');
  mkdirSync(values, { recursive: true });
  writeFileSync(path.join(values, 'one'), 'value');
  await makeFlusher(folder, noting).values();
  expect(flushed).toEqual(['state/kv/magpie-config/blobs/one', 'state/kv/magpie-config/blobs']);
});
