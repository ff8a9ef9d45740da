import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { COMMANDS } from '../commands.ts';
import { completionFor, SHELLS } from './completion.ts';

/** The offers of bash for the last of these arguments. */
function offered(...given: string[]): string[] {
  const script = `${completionFor('bash', COMMANDS)}
COMP_WORDS=(magpie ${given.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${given.length}
_magpie
printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8', cwd: import.meta.dirname })
    .split('\n')
    .filter(Boolean);
}

test('completion: bash offers commands, then their options, values and files', () => {
  expect(offered('log')).toEqual(['login', 'logout']);
  expect(offered('put', '--c')).toEqual(['--conflict']);
  expect(offered('completion', 'z')).toEqual(['zsh']);
  expect(offered('put', 'completion.te')).toEqual(['completion.test.ts']);
  expect(offered('rm', 'completion.t')).toEqual([]);
});

test.each(SHELLS)('the script of %s has every command and no line that a quote leaves open', (shell) => {
  const script = completionFor(shell, COMMANDS);
  for (const { name } of COMMANDS) expect(script).toMatch(new RegExp(`\\b${name}\\b`));
  for (const line of script.split('\n')) expect([line, (line.match(/'/g) ?? []).length % 2]).toEqual([line, 0]);
});
