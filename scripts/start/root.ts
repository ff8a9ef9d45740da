/** Root of the repository, or of an unpacked release. */
import { existsSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** True for an unpacked release (scripts/release): it was built elsewhere and has no sources to build from. */
export function isRelease(): boolean {
  return existsSync(path.join(ROOT, 'release.json'));
}
