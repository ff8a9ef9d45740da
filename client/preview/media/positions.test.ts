import { expect, test } from 'vitest';
import { isWorthResuming, latest } from './positions.ts';

test('a file continues where it was left last, on this device or on another one', () => {
  const here = { seconds: 12, atMs: 1_000 };
  expect(latest(here, null)).toBe(here);
  expect(latest(here, { seconds: 50, atMs: 999 })).toBe(here);
  expect(latest(here, { seconds: 50, atMs: 1_001 }).seconds).toBe(50);
  // Another device played it from its beginning.
  expect(latest(here, { seconds: 0, atMs: 2_000 }).seconds).toBe(0);
});

test('a file that was hardly begun, or nearly over, starts from its beginning', () => {
  expect([4, 5, 90, 91].map((seconds) => isWorthResuming(seconds, 100))).toEqual([false, true, true, false]);
});
