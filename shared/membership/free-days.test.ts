import { expect, test } from 'vitest';
import { writeCookie } from '#shared/cookies.ts';
import { freeDaysOf } from './free-days.ts';

test.each([
  [writeCookie('pp_free_days', 7).split(';', 1)[0], 7],
  ['pp_locale=ja; pp_free_days=30', 30],
  ['pp_free_days=-1', 0],
  ['pp_free_days=many', 0],
  ['', 0],
])('the cookies %j tell of %i free days', (cookie = '', days) => {
  expect(freeDaysOf({ cookie })).toBe(days);
});
