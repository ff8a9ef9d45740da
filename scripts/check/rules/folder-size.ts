/** The number of source files in one folder, tests beside them not counted: from 25 the check advises to divide, at 35 it fails. */
import type { Finding } from '../finding.ts';
import { isCode } from '../source.ts';
import type { Tree } from '../tree.ts';

export const ADVISED_FILES = 25;
export const MAX_FILES = 35;

export function checkFolderSize(tree: Tree): Finding[] {
  const sizes = new Map<string, number>();
  for (const path of tree.keys()) {
    if (!isCode(path) || !path.includes('/') || /\.test\.tsx?$/.test(path)) continue;
    const folder = path.slice(0, path.lastIndexOf('/'));
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
  }
  return Array.from(sizes)
    .filter(([, size]) => size > ADVISED_FILES)
    .map(([path, count]) => ({
      path,
      count,
      rule: 'folder-size',
      isAdvice: count <= MAX_FILES,
      message: `${count} source files: divide by noun before ${MAX_FILES}`,
    }));
}
