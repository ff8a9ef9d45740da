import { expect, test } from 'vitest';
import { COMMANDS } from '../commands.ts';
import { CommandError, EXIT } from './exit.ts';
import { helpOf, helpOfAll } from './help.ts';
import { numberOption, readArguments, textOption } from './read.ts';

const read = (...given: string[]) => readArguments(given, COMMANDS);

function refusalOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof CommandError && error.failure.exit === EXIT.usage) return error.failure.message;
    throw error;
  }
  return 'no refusal';
}

test('arguments: options stand before the command and after it', () => {
  const line = read('--server', 'https://a.example', 'ls', '-l', '/Documents', '--json');
  expect(line.command?.name).toBe('ls');
  expect(line.args).toEqual(['/Documents']);
  expect(line.options).toEqual({ server: 'https://a.example', long: true, json: true });
});

test('a dash alone is an argument, and what follows two dashes is none of our options', () => {
  expect(read('put', '-', '/a').args).toEqual(['-', '/a']);
  expect(read('rm', '--', '--json').args).toEqual(['--json']);
});

test.each([
  [['frob'], 'there is no command frob'],
  [['ls', '--frob'], '--frob'],
  [['ls', 'a', 'b'], 'b is too much'],
  [['put', 'a'], 'an argument is missing'],
  [['put', 'a', '/b', '--conflict', 'ask'], '--conflict is one of replace, skip, keep-both, not ask'],
  [['ls', '--server'], '--server'],
])('arguments: %j is refused by name', (given, text) => expect(refusalOf(() => read(...given))).toContain(text));

test('the help of a command needs none of its arguments', () => {
  expect(read('put', '--help').options['help']).toBe(true);
});

test('a number is whole and within its bounds', () => {
  const bounds = { least: 1, most: 16, usual: 4 };
  expect([numberOption({}, 'parallel', bounds), numberOption({ parallel: '16' }, 'parallel', bounds)]).toEqual([4, 16]);
  for (const parallel of ['0', '17', '1.5', '-1', '1e1', ''])
    expect(refusalOf(() => numberOption({ parallel }, 'parallel', bounds))).toContain('--parallel');
  expect(textOption({ note: true }, 'note')).toBe('');
});

test('the help names every command with every option', () => {
  for (const command of COMMANDS) {
    expect(helpOfAll(COMMANDS)).toContain(command.about);
    const help = helpOf(command);
    for (const [name, { about }] of Object.entries(command.options)) {
      expect(help).toContain(`--${name}`);
      expect(help).toContain(about);
    }
  }
});
