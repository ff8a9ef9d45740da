/** The length of a module's README: at most 40 lines. The README of the repository is free. */
import type { Finding } from '../finding.ts';
import type { Tree } from '../tree.ts';

export const MAX_README_LINES = 40;

export function checkReadmeLength(tree: Tree): Finding[] {
  return Array.from(tree).flatMap(([path, text]): Finding[] => {
    if (!path.endsWith('/README.md')) return [];
    const lines = text.trimEnd().split('\n').length;
    if (lines <= MAX_README_LINES) return [];
    return [{ path, rule: 'readme-length', message: `${lines} lines, at most ${MAX_README_LINES}` }];
  });
}
