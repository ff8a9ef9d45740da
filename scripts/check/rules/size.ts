/** The length of files: 400 lines at most, so that a file is read in one sitting. */
import type { Finding } from '../finding.ts';
import { isCode } from '../source.ts';
import type { Tree } from '../tree.ts';

export const MAX_LINES = 400;

/** Written by a tool, or a table of data rather than code. */
const EXCEPTED = [/\.gen\.ts$/, /\.d\.ts$/, /^locales\//];

export function checkSize(tree: Tree): Finding[] {
  return Array.from(tree).flatMap(([path, text]): Finding[] => {
    if (!isCode(path) || EXCEPTED.some((pattern) => pattern.test(path))) return [];
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
    return lines > MAX_LINES ? [{ path, rule: 'size', message: `${lines} lines, at most ${MAX_LINES}` }] : [];
  });
}
