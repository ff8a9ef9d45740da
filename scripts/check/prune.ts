/**
 * `npm run prune`: lowers the lists of exceptions to what is still there, and lets an entry follow its renamed file. It adds
 * nothing: what a list does not allow is mended in the code.
 */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { EXCEPTIONS_FOLDER, exceptionsText, prunedExceptions, readExceptions } from './exceptions.ts';
import { findHouse } from './house.ts';
import { readTree } from './tree.ts';

const TOP = path.join(import.meta.dirname, '../..');

function git(...args: string[]): string {
  const { status, stdout } = spawnSync('git', args, {
    cwd: TOP,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout.trim() : '';
}

/** Old path -> new path of the files renamed since a list last changed; empty outside of git. */
function renamesSince(list: string): Map<string, string> {
  const last = git('log', '-1', '--format=%H', '--', list);
  if (last === '') return new Map();
  const lines = git('diff', '--name-status', '--find-renames=40%', '--diff-filter=R', last).split('\n');
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const [, from, to] = line.split('\t');
      return from !== undefined && to !== undefined ? [[from, to]] : [];
    }),
  );
}

const tree = readTree(TOP);
const findings = findHouse(tree);
for (const [rule, list] of readExceptions(tree)) {
  const file = `${EXCEPTIONS_FOLDER}/${rule}.txt`;
  const isMissing = Array.from(list.keys()).some((listed) => !tree.has(listed));
  const renames = isMissing ? renamesSince(file) : new Map<string, string>();
  const text = exceptionsText(prunedExceptions(findings, new Map([[rule, list]]), renames).get(rule) ?? new Map());
  if (text === tree.get(file)) continue;
  if (text === '') rmSync(path.join(TOP, file));
  else writeFileSync(path.join(TOP, file), text);
  console.log(`${file}: ${list.size} entries before, ${text.split('\n').length - 1} now`);
}
