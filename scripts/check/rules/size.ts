/** The length of files: from 400 lines the check advises to divide, at 500 it fails. */
import type { Finding } from '../finding.ts';
import { isCode } from '../source.ts';
import type { Tree } from '../tree.ts';

export const ADVISED_LINES = 400;
export const MAX_LINES = 500;

/** Written by a tool, or a table of data rather than code. */
const EXCEPTED = [/\.gen\.ts$/, /\.d\.ts$/, /^locales\//];

export function checkSize(tree: Tree): Finding[] {
  return Array.from(tree).flatMap(([path, text]): Finding[] => {
    if (!isCode(path) || EXCEPTED.some((pattern) => pattern.test(path))) return [];
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
    if (lines <= ADVISED_LINES) return [];
    const isAdvice = lines <= MAX_LINES;
    return [{ path, rule: 'size', isAdvice, message: `${lines} lines: divide by noun before ${MAX_LINES}` }];
  });
}
