/** Returns when a file or a folder is on the disk. */
import { closeSync, fsyncSync, openSync } from 'node:fs';

function flush(place: string, flags: string): void {
  const handle = openSync(place, flags);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

export function flushFile(file: string): void {
  flush(file, 'r+');
}

export function flushFolder(folder: string): void {
  flush(folder, 'r');
}
