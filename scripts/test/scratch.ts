/** The folder that holds everything a run of tests writes: databases, stores, profiles of browsers. */
import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const MEMORY_DIR = '/dev/shm';
/** 6 GiB: three times what a run holds at once. */
const NEEDED_BYTES = 6 * 2 ** 30;

/** Writing databases to a disk takes a sixth of the processor time of the worker tests. Files of tests need not outlive a power failure. */
function parentFolder(): string {
  try {
    accessSync(MEMORY_DIR, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY_DIR);
    if (Math.min(bavail * bsize, os.freemem()) >= NEEDED_BYTES) return MEMORY_DIR;
  } catch {
    // Another system.
  }
  return os.tmpdir();
}

/** @returns a new folder; the caller removes it */
export function makeScratch(): string {
  return mkdtempSync(path.join(parentFolder(), 'magpie-test-'));
}
