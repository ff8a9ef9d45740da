import path from 'node:path';
import { expect, test } from 'vitest';
import { readSource } from '../source.ts';
import { readTree } from '../tree.ts';
import { checkSettings, checkSettingTables, namesOfMachine, namesOfWorker } from './settings.ts';

test('names of one machine are the texts of its readers', () => {
  const sources = [
    readSource('scripts/start/settings.ts', "read('MAGPIE_PORT'); // 'IN_COMMENT'\nread('MAGPIE_COUNT_COST');"),
    readSource('scripts/start/start.ts', "read('ELSEWHERE');"),
  ];
  expect(namesOfMachine(sources)).toEqual(['MAGPIE_PORT']);
});

test('names of the Worker are the texts of its environment', () => {
  const sources = [
    readSource(
      'worker/env.ts',
      'interface Env { readonly SMTP_HOST?: string; readonly MACHINE?: Fetcher; port: string }',
    ),
    readSource('worker/app.ts', 'interface Other { readonly OTHER: string }'),
  ];
  expect(namesOfWorker(sources)).toEqual(['SMTP_HOST']);
});

test('a variable that is read and not declared is reported, and so is one that is declared and not read', () => {
  const sources = [
    readSource('scripts/start/settings.ts', "read('NOT_DECLARED');"),
    readSource('worker/env.ts', 'interface Env { readonly UNKNOWN: string }'),
  ];
  const messages = checkSettings(new Map(), sources).map(({ message }) => message);
  expect(messages).toContain('NOT_DECLARED is read and not declared for one machine');
  expect(messages).toContain('UNKNOWN is of the Worker and not declared');
  expect(messages).toContain('PORT is declared for one machine and not read there');
});

test('a table that is not made from the code is reported', () => {
  const tree = readTree(path.join(import.meta.dirname, '../../..'));
  const staleWith = (file: string, was: string, is: string): ReadonlyMap<string, string> =>
    new Map([...tree, [file, (tree.get(file) ?? '').replace(was, is)]]);
  expect(checkSettingTables(tree)).toEqual([]);
  for (const [file, was, is] of [
    ['docs/limits.md', '| 6 GiB |', '| 5 GiB |'],
    ['docs/programs.md', '| program | version | from | passed', '| program | version | from | all'],
  ] as const)
    expect(checkSettingTables(staleWith(file, was, is))).toMatchObject([{ path: file }]);
});
