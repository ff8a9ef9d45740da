/** The length of files: 400 lines at most, so that a file is read in one sitting. */
import type { Finding } from './finding.ts';
import { isCode } from './source.ts';
import type { Tree } from './tree.ts';

export const MAX_LINES = 400;

/** Written by a tool, or a table of data rather than code. */
const EXCEPTED = [/\.gen\.ts$/, /\.d\.ts$/, /^locales\//];

/** Longer than allowed until split. May only shrink: a file that has become short must leave the list. */
const LONG_FILES: readonly string[] = [];

export function checkSize(tree: Tree, longFiles: readonly string[] = LONG_FILES): Finding[] {
  const long = new Map<string, number>();
  for (const [path, text] of tree) {
    if (!isCode(path) || EXCEPTED.some((pattern) => pattern.test(path))) continue;
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
    if (lines > MAX_LINES) long.set(path, lines);
  }
  const tooLong = Array.from(long, ([path, lines]) => ({ path, message: `${lines} lines, at most ${MAX_LINES}` }));
  const shrunk = longFiles.filter((path) => !long.has(path));
  return [
    ...tooLong.filter(({ path }) => !longFiles.includes(path)),
    ...shrunk.map((path) => ({ path, message: 'short now: take it off the list in scripts/check/size.ts' })),
  ].map((finding) => ({ ...finding, rule: 'size' }));
}
