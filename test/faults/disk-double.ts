/** A small disk of its own for a state folder, where this machine lets tests mount one; else null. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface SmallDisk {
  readonly folder: string;
  /** Mounts it again so that nothing can be written, or so that it can. */
  setReadOnly(readOnly: boolean): void;
  setSize(mebibytes: number): void;
  remove(): void;
}

function run(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

/** @returns null where mounting is not permitted */
export function makeSmallDisk(mebibytes: number): SmallDisk | null {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-disk-'));
  if (!run('mount', '-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder)) {
    rmSync(folder, { recursive: true, force: true });
    return null;
  }
  return {
    folder,
    setReadOnly(readOnly) {
      if (!run('mount', '-o', `remount,${readOnly ? 'ro' : 'rw'}`, folder))
        throw new Error('the disk was not remounted');
    },
    setSize(size) {
      if (!run('mount', '-o', `remount,size=${size}m`, folder)) throw new Error('the disk has its old size');
    },
    remove() {
      run('umount', '-l', folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Writes into a file until nothing more fits, as another program on the same disk would. */
export function fillDisk(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'filler');
  const handle = openSync(file, 'w');
  try {
    for (let pieceBytes = 1_048_576; pieceBytes >= 1_024; pieceBytes /= 4) {
      try {
        for (;;) if (writeSync(handle, Buffer.alloc(pieceBytes, 1)) < pieceBytes) break;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    closeSync(handle);
  }
  return file;
}
