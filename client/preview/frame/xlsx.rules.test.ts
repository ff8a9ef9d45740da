/** Parts of spreadsheets. */
import { expect, test } from 'vitest';
import { columnOf, formulaText, hiddenColumnsOf, isTrue, lettersOf } from './xlsx.rules.ts';

test('columns are counted by their letters', () => {
  expect(['A1', 'B7', 'Z9', 'AA1', 'XFD1', '7'].map(columnOf)).toEqual([0, 1, 25, 26, 16_383, null]);
});

test('a column has the letters that it is counted by', () => {
  expect([0, 25, 26, 27, 701, 702, 16_383].map(lettersOf)).toEqual(['A', 'Z', 'AA', 'AB', 'ZZ', 'AAA', 'XFD']);
});

test('a formula is shown as it is typed', () => {
  expect(formulaText('SUM(A1:A3)')).toBe('=SUM(A1:A3)');
  expect(formulaText('')).toBe('=…');
  expect(formulaText('1+'.repeat(50_000)).length).toBe(8_193);
});

test('hidden columns are counted up to the limit, whatever the file says', () => {
  expect([...hiddenColumnsOf([{ min: 2, max: 3 }], 200)]).toEqual([1, 2]);
  expect(hiddenColumnsOf([{ min: 1, max: 9e15 }], 200).size).toBe(200);
  expect(
    hiddenColumnsOf(
      [
        { min: Number.NaN, max: 3 },
        { min: 0, max: 1 },
        { min: 5, max: 4 },
      ],
      200,
    ).size,
  ).toBe(0);
});

test('attributes say yes in two ways', () => {
  expect(['1', 'true', '0', 'false', '', null].map(isTrue)).toEqual([true, true, false, false, false, false]);
});
