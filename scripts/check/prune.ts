/**
 * `npm run prune`: lowers the lists of exceptions to what is still there, and lets an entry follow its renamed file. It adds
 * nothing: what a list does not allow is mended in the code.
 */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findTexts, TEXT_EXCEPTIONS } from '#scripts/locales/findings.ts';
import { EXCEPTIONS_FOLDER, exceptionsText, prunedExceptions, readExceptions } from './exceptions.ts';
import type { Finding } from './finding.ts';
import { findHouse } from './house.ts';
import { readTree, type Tree } from './tree.ts';

const TOP = join(import.meta.dirname, '../..');

function git(...args: string[]): string {
  const { status, stdout } = spawnSync('git', args, {
    cwd: TOP,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout.trim() : '';
}

/** Commits in which a renamed file is looked for. */
const HISTORY = 300;

/** Old path -> new path of the files renamed in recent commits and in the working tree; empty outside of git. */
function readRenames(): Map<string, string> {
  const options = ['--name-status', '--find-renames=40%', '--diff-filter=R', '--format='];
  const lines = [
    git('log', '--reverse', `--max-count=${HISTORY}`, ...options),
    git('diff', 'HEAD', '--name-status', '--find-renames=40%', '--diff-filter=R'),
  ].flatMap((text) => text.split('\n'));
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const [, from, to] = line.split('\t');
      return from !== undefined && to !== undefined ? [[from, to]] : [];
    }),
  );
}

/** Where the listed files that are no more in the tree are now. */
function movesOf(listed: readonly string[], tree: Tree): Map<string, string> {
  const missing = listed.filter((path) => /\.[a-z]+$/.test(path) && !tree.has(path));
  const renames = missing.length === 0 ? new Map<string, string>() : readRenames();
  return new Map(
    missing.flatMap((from): [string, string][] => {
      let to = renames.get(from);
      for (let step = 0; to !== undefined && !tree.has(to) && step < HISTORY; step++) to = renames.get(to);
      return to === undefined || !tree.has(to) ? [] : [[from, to]];
    }),
  );
}

/** Lowers the lists of a folder. */
function prune(tree: Tree, findings: readonly Finding[], folder: string): void {
  const lists = readExceptions(tree, folder);
  const moves = movesOf([...new Set(Array.from(lists.values()).flatMap((list) => [...list.keys()]))], tree);
  for (const [rule, list] of lists) {
    const file = `${folder}/${rule}.txt`;
    const text = exceptionsText(prunedExceptions(findings, new Map([[rule, list]]), moves).get(rule) ?? new Map());
    if (text === tree.get(file)) continue;
    if (text === '') rmSync(join(TOP, file));
    else writeFileSync(join(TOP, file), text);
    console.log(`${file}: ${list.size} entries before, ${text.split('\n').length - 1} now`);
  }
}

const tree = readTree(TOP);
prune(tree, findHouse(tree), EXCEPTIONS_FOLDER);
prune(tree, findTexts(join(TOP, 'locales')), TEXT_EXCEPTIONS);
