import { expect, it } from 'vitest';
import { takeAttempt } from './rules.ts';

const NOW_MS = 1_800_000_000_000;

const ask = { nowMs: NOW_MS, windowMs: 900_000, limit: 2, checked: false };

it('attempts are granted up to the limit, then only with a passed check', () => {
  expect(takeAttempt(null, ask)).toEqual({ startedMs: NOW_MS, count: 1 });
  expect(takeAttempt({ startedMs: NOW_MS, count: 2 }, ask)).toBeNull();
  expect(takeAttempt({ startedMs: NOW_MS, count: 2 }, { ...ask, checked: true })).toEqual({
    startedMs: NOW_MS,
    count: 3,
  });
});

it('attempts start a new count after the window', () => {
  expect(takeAttempt({ startedMs: NOW_MS - 900_000, count: 9 }, ask)).toEqual({ startedMs: NOW_MS, count: 1 });
});
