import { expect, test } from 'vitest';
import { checkSize, MAX_LINES } from './size.ts';

const long = 'x\n'.repeat(MAX_LINES + 1);
const short = 'x\n'.repeat(MAX_LINES);

test('a file of one line too many is caught and one of just enough is not', () => {
  const tree = new Map([
    ['shared/long.ts', long],
    ['shared/short.ts', short],
  ]);
  expect(checkSize(tree).map(({ path }) => path)).toEqual(['shared/long.ts']);
});

test('generated files and translations may be long', () => {
  const tree = new Map([
    ['shared/locale/all.gen.ts', long],
    ['locales/en-US/drive.json', long],
  ]);
  expect(checkSize(tree)).toEqual([]);
});
