import { expect, it } from 'vitest';
import { wireTime } from '#shared/units.ts';
import { storedTime } from './stored-time.ts';

it('says the nearest time of the calendar for one that no calendar has', () => {
  expect(storedTime(1_700_000_000_000)).toBe(wireTime(1_700_000_000_000));
  expect(storedTime(0)).toBe('');
  expect([4e31, Number.POSITIVE_INFINITY].map(storedTime)).toEqual(Array(2).fill('9999-01-01T08:00:00.000+08:00'));
  expect(storedTime(-4e31)).toBe('0001-01-02T08:00:00.000+08:00');
});
