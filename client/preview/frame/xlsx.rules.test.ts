/** Cells of spreadsheets. */
import { expect, test } from 'vitest';
import { columnOf, isDateFormat, serialDate } from './xlsx.rules.ts';

test('columns are counted by their letters', () => {
  expect(['A1', 'B7', 'Z9', 'AA1', 'XFD1', '7'].map(columnOf)).toEqual([0, 1, 25, 26, 16_383, null]);
});

test('formats of dates are known by their number or their pattern', () => {
  expect(isDateFormat(14, '')).toBe(true);
  expect(isDateFormat(164, 'yyyy\\-mm\\-dd')).toBe(true);
  expect(isDateFormat(165, '[Red]0.00" days"')).toBe(false);
  expect(isDateFormat(0, '')).toBe(false);
});

test('serials are dates, times or both', () => {
  expect(serialDate(46_235)).toBe('2026-08-01');
  expect(serialDate(46_235.5)).toBe('2026-08-01 12:00');
  expect(serialDate(0.25)).toBe('06:00');
  expect(serialDate(9e9)).toBe('9000000000');
});
