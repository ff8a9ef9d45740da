import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { hashInputs, INPUT_FILES, knownInputs } from './inputs.ts';

let root = '';
const at = (file: string) => path.join(root, file);
const known = () => knownInputs(root, at('known.json'));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(at(file)), { recursive: true });
  writeFileSync(at(file), text);
}

beforeEach(() => {
  root = scratchFolder();
  for (const file of [
    ...INPUT_FILES,
    'cli/a.ts',
    'client/a.ts',
    'locales/a.json',
    'scripts/build/a.ts',
    'shared/a.ts',
    'worker/a.ts',
  ])
    write(file, file);
  // As if all had been written long ago.
  vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(root, { recursive: true });
});

it('the known hash is that of the contents', () => {
  expect(known()).toBe(hashInputs(root));
  expect(known()).toBe(hashInputs(root));
});

it('a hash that is known is taken without reading the inputs', () => {
  known();
  const { marks } = JSON.parse(readFileSync(at('known.json'), 'utf8')) as { marks: string };
  writeFileSync(at('known.json'), JSON.stringify({ marks, inputs: 'as known' }));
  expect(known()).toBe('as known');
});

it.each([
  ['a changed file', () => write('client/a.ts', 'other')],
  [
    'a change of the same length with the former times',
    () => {
      write('client/a.ts', 'client/b.ts');
      utimesSync(at('client/a.ts'), new Date(0), new Date(0));
    },
  ],
  ['a new file', () => write('worker/b.ts', '')],
  ['a removed file', () => rmSync(at('shared/a.ts'))],
])('%s makes another hash', (_name, change) => {
  const before = known();
  change();
  expect(known()).not.toBe(before);
  expect(known()).toBe(hashInputs(root));
});

it('a hash of files that have just changed is not kept', () => {
  vi.setSystemTime(Date.now() - 60_000);
  known();
  expect(() => readFileSync(at('known.json'))).toThrow('ENOENT');
});

it('a kept hash that was cut off is computed again', () => {
  writeFileSync(at('known.json'), '{"marks"');
  expect(known()).toBe(hashInputs(root));
});
