/** The log of a state folder's objects: one line of JSON each. Reads only. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ObjectMark } from '#worker/platform/object-registry.ts';

export function marksFile(dataDir: string): string {
  return path.join(dataDir, 'objects.log');
}

/** Marks of a log; a last line that was cut off is left out. */
export function readMarks(dataDir: string): ObjectMark[] {
  const file = marksFile(dataDir);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return line === '' ? [] : [JSON.parse(line) as ObjectMark];
      } catch {
        return [];
      }
    });
}
