/**
 * A mark of a state folder that a restore made, different for each restore. Sync clients compare it: when it changes, they keep files that
 * are newer than those of the server, rather than take them for changed back.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const noteOf = (dataDir: string): string => path.join(dataDir, 'restored');

/** @returns '' for a folder that no restore made */
export function notedRestore(dataDir: string): string {
  const file = noteOf(dataDir);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
}

export function noteRestore(dataDir: string): void {
  writeFileSync(noteOf(dataDir), `${randomBytes(8).toString('hex')}\n`, { flush: true });
}
