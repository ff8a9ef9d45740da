import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { ProofEntry } from '#scripts/proof/list.ts';
import type { ProofResult } from '#scripts/proof/results.ts';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { findStaleProofs, makeChangedSince } from './proofs.ts';

const NOW_MS = Date.parse('2026-03-20T00:00:00Z');
const PROOF: ProofEntry = { name: 'crash', sentence: '', covers: ['worker'], addsUp: false };
const dated = (date: string): ProofResult => ({
  name: 'crash',
  date,
  commit: 'abcdef0123',
  seed: 1,
  seconds: 1,
  numbers: {},
});
const OLD = dated('2026-03-01T00:00:00Z');
const FRESH = dated('2026-03-10T00:00:00Z');
const messages = (results: readonly ProofResult[], changed: readonly string[] | undefined): string[] =>
  findStaleProofs([PROOF], results, NOW_MS, () => changed).map(({ message }) => message);

it('an old result of changed files is stale', () => {
  expect(messages([OLD], ['worker/app.ts'])).toEqual([
    'the result of `npm run proof -- crash` is older than 14 days, and 1 files that it covers have changed since, worker/app.ts among them',
  ]);
});

it('an old result of unchanged files is not stale, nor a new one of changed files, nor one that is missing', () => {
  expect(messages([OLD], [])).toEqual([]);
  expect(messages([FRESH], ['worker/app.ts'])).toEqual([]);
  expect(messages([OLD, FRESH], ['worker/app.ts'])).toEqual([]);
  expect(messages([], ['worker/app.ts'])).toEqual([]);
});

it('without the history the date of a result alone decides, and the finding says so', () => {
  expect(messages([OLD], undefined)[0]).toContain('does not have abcdef01, so the date alone decides');
  expect(messages([FRESH], undefined)).toEqual([]);
});

it('finds covered files that changed since a commit, and reports a commit that the history does not have', () => {
  const top = scratchFolder();
  const git = (...args: string[]): string =>
    spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: top, encoding: 'utf8' })
      .stdout;
  mkdirSync(path.join(top, 'worker'));
  writeFileSync(path.join(top, 'worker/a.ts'), '1');
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
  const commit = git('rev-parse', 'HEAD').trim();
  const changedSince = makeChangedSince(top);
  expect(changedSince(commit, ['worker'])).toEqual([]);
  writeFileSync(path.join(top, 'worker/a.ts'), '2');
  writeFileSync(path.join(top, 'other.ts'), '2');
  expect(changedSince(commit, ['worker'])).toEqual(['worker/a.ts']);
  expect(changedSince('0123456789012345678901234567890123456789', ['worker'])).toBeUndefined();
});
