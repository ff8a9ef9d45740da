import { expect, test } from 'vitest';
import { missingParts, partRange, storedBytes } from './plan.ts';

const SESSION = { part_size: 10, part_count: 3, parts: [2] };

test('missingParts lists the parts that are not stored', () => {
  expect(missingParts(SESSION)).toEqual([1, 3]);
  expect(missingParts({ ...SESSION, parts: [3, 1, 2] })).toEqual([]);
});

test('the last part ends at the end of the file', () => {
  expect(partRange(SESSION, 1, 25)).toEqual({ start: 0, end: 10 });
  expect(partRange(SESSION, 3, 25)).toEqual({ start: 20, end: 25 });
});

test('storedBytes counts stored parts with their own sizes', () => {
  expect(storedBytes({ ...SESSION, parts: [1, 3] }, 25)).toBe(15);
});
