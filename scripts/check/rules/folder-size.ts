/** The number of source files in one folder: at most 25, tests beside them not counted. */
import type { Finding } from '../finding.ts';
import { isCode } from '../source.ts';
import type { Tree } from '../tree.ts';

export const MAX_FILES = 25;

export function checkFolderSize(tree: Tree): Finding[] {
  const sizes = new Map<string, number>();
  for (const path of tree.keys()) {
    if (!isCode(path) || !path.includes('/') || /\.test\.tsx?$/.test(path)) continue;
    const folder = path.slice(0, path.lastIndexOf('/'));
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
  }
  return Array.from(sizes)
    .filter(([, size]) => size > MAX_FILES)
    .map(([path, count]) => ({
      path,
      count,
      rule: 'folder-size',
      message: `${count} source files, at most ${MAX_FILES}: divide by noun`,
    }));
}
