import { expect, test } from 'vitest';
import { ADVISED_LINES, checkSize, MAX_LINES } from './size.ts';

const linesOf = (count: number) => 'x\n'.repeat(count);

test('a file of 401 lines is advised to be divided, and one of 501 lines fails', () => {
  const tree = new Map([
    ['shared/short.ts', linesOf(ADVISED_LINES)],
    ['shared/full.ts', linesOf(MAX_LINES)],
    ['shared/long.ts', linesOf(MAX_LINES + 1)],
  ]);
  expect(checkSize(tree)).toMatchObject([
    { path: 'shared/full.ts', isAdvice: true },
    { path: 'shared/long.ts', isAdvice: false },
  ]);
});

test('generated files and translations may be long', () => {
  const tree = new Map([
    ['shared/locale/all.gen.ts', linesOf(MAX_LINES + 1)],
    ['locales/en-US/drive.json', linesOf(MAX_LINES + 1)],
  ]);
  expect(checkSize(tree)).toEqual([]);
});
