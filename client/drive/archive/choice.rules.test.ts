import { expect, test } from 'vitest';
import { ALL, type Choice, stateOf, toggle } from './choice.rules.ts';

const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  '': ['a', 'b', 'c.txt'],
  a: ['a/x', 'a/y.txt', 'a/y.txt'],
  'a/x': ['a/x/1', 'a/x/2'],
};
const press = (choice: Choice, ...paths: readonly string[]): Choice =>
  paths.reduce((now, path) => toggle(now, path, (folder) => FOLDERS[folder] ?? []), choice);
const shown = (choice: Choice) => [...choice].sort();

test('all is chosen at first, and one file deep inside is left out with all beside it kept', () => {
  expect(stateOf(ALL, 'a/x/1')).toBe('all');
  const choice = press(ALL, 'a/x/1');
  expect(shown(choice)).toEqual(['a/x/2', 'a/y.txt', 'b', 'c.txt']);
  expect(['', 'a', 'a/x', 'a/x/1', 'a/x/2', 'b'].map((path) => stateOf(choice, path))).toEqual([
    'some',
    'some',
    'some',
    'none',
    'all',
    'all',
  ]);
});

test('what was left out and is chosen again is all again', () => {
  expect(shown(press(ALL, 'a/x/1', 'a/x/1'))).toEqual(['']);
  expect(shown(press(ALL, ''))).toEqual([]);
  expect(shown(press(ALL, '', 'a/x/1', 'a/x/2', 'a/y.txt'))).toEqual(['a']);
});

test('a folder takes the place of what is chosen in it, and a name that begins alike is another one', () => {
  expect(shown(press(new Set(['a/x/1']), 'a'))).toEqual(['a']);
  expect(stateOf(new Set(['a/x']), 'a/xy')).toBe('none');
  expect(stateOf(new Set(['ab/x']), 'a')).toBe('none');
});
