/** The subjects of commits: at most 72 characters, for every commit made after this rule. */
import { spawnSync } from 'node:child_process';
import type { Finding } from '../finding.ts';

export const MAX_SUBJECT = 72;

/** The last commit before this rule. */
export const BASE_COMMIT = '75fa04bdf283e7a158bc9f23df201bb84c7e7964';

/** @returns subjects by abbreviated commit; none outside of git or where the history does not reach `base` */
export function subjectsSince(top: string, base: string): string[] {
  const { status, stdout } = spawnSync('git', ['log', '--format=%h %s', `${base}..HEAD`], {
    cwd: top,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : [];
}

export function checkSubjects(subjects: readonly string[]): Finding[] {
  return subjects.flatMap((line): Finding[] => {
    const [commit = '', ...subject] = line.split(' ');
    const length = subject.join(' ').length;
    if (length <= MAX_SUBJECT) return [];
    return [
      { path: `commit ${commit}`, rule: 'commit', message: `subject of ${length} characters, at most ${MAX_SUBJECT}` },
    ];
  });
}

export function checkCommits(top: string): Finding[] {
  return checkSubjects(subjectsSince(top, BASE_COMMIT));
}
