import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkSubjects, MAX_SUBJECT, subjectsSince } from './commits.ts';

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'magpie-commits-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A repository with one commit for each subject. */
function makeRepository(subjects: readonly string[]): string {
  const folder = makeFolder();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
  git('init', '-q');
  for (const subject of subjects)
    git('-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '-q', '--allow-empty', '-m', subject);
  return folder;
}

test('a subject of 73 characters is reported and one of 72 passes', () => {
  const subject = (length: number) => `abc1234 ${'x'.repeat(length)}`;
  expect(checkSubjects([subject(MAX_SUBJECT + 1), subject(MAX_SUBJECT)])).toMatchObject([{ path: 'commit abc1234' }]);
});

test('only commits after the base commit are read', () => {
  const folder = makeRepository(['first', 'share: second', 'share: third']);
  const subjects = subjectsSince(folder, 'HEAD~2').map((line) => line.replace(/^\S+ /, ''));
  expect(subjects).toEqual(['share: third', 'share: second']);
});

test('a folder outside of git and a history without the base commit pass', () => {
  expect(subjectsSince(makeFolder(), 'HEAD')).toEqual([]);
  expect(subjectsSince(makeRepository(['x'.repeat(100)]), '0123456789012345678901234567890123456789')).toEqual([]);
});
