import { expect, test } from 'vitest';
import { missingParts, partRange, sampled, speedOf, storedBytes } from './plan.ts';

const SESSION = { part_size: 10, part_count: 3, parts: [2] };

test('only what is not stored yet is missing', () => {
  expect(missingParts(SESSION)).toEqual([1, 3]);
  expect(missingParts({ ...SESSION, parts: [3, 1, 2] })).toEqual([]);
});

test('the last part ends where the file ends', () => {
  expect(partRange(SESSION, 1, 25)).toEqual({ start: 0, end: 10 });
  expect(partRange(SESSION, 3, 25)).toEqual({ start: 20, end: 25 });
});

test('stored parts count with their own sizes', () => {
  expect(storedBytes({ ...SESSION, parts: [1, 3] }, 25)).toBe(15);
});

test('speed looks at the last seconds only, and is nothing while too little is known', () => {
  expect(speedOf([])).toBe(0);
  expect(speedOf([{ atMs: 0, bytes: 5 }])).toBe(0);
  const samples = [
    { atMs: 0, bytes: 0 },
    { atMs: 9_000, bytes: 1_000 },
  ];
  const recent = sampled(samples, { atMs: 10_000, bytes: 3_000 });
  expect(recent).toHaveLength(2);
  expect(speedOf(recent)).toBe(2_000);
});
