import { expect, test } from 'vitest';
import { foldedName, numberedName } from './file-names.ts';

test('a numbered name has its number before the extension', () => {
  expect(numberedName('a.tar.gz', 2)).toBe('a.tar (2).gz');
  expect(numberedName('.profile', 1)).toBe('.profile (1)');
  expect(numberedName('a.txt', 0)).toBe('a.txt');
});

test('names that differ only in case or Unicode form fold to the same name', () => {
  expect(foldedName('É.TXT')).toBe(foldedName('e\u0301.txt'));
});
