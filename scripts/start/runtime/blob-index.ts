/**
 * How many digits of a content key choose an object of the blob index, stored in the state folder itself: with another number
 * no content would be found. Called under the lock.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** 1: 16 objects; 2: 256. */
export type BlobIndexDigits = 1 | 2;

const noteOf = (dataDir: string): string => path.join(dataDir, 'blob-index');

/** @returns 2 for a folder without a note: versions without the setting used 2 */
export function notedBlobIndex(dataDir: string): BlobIndexDigits {
  const file = noteOf(dataDir);
  return existsSync(file) && readFileSync(file, 'utf8').trim() === '1' ? 1 : 2;
}

/**
 * A new folder gets 16 objects: on one machine one process serves them all, and making one costs as much as the rest of a
 * small upload.
 */
export function settleBlobIndex(dataDir: string): BlobIndexDigits {
  const file = noteOf(dataDir);
  if (!existsSync(file)) {
    const draft = `${file}.tmp`;
    writeFileSync(draft, existsSync(path.join(dataDir, 'state')) ? '2\n' : '1\n', { flush: true });
    renameSync(draft, file);
  }
  return notedBlobIndex(dataDir);
}
