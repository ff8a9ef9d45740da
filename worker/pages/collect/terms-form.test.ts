import { expect, it } from 'vitest';
import { endOfDayMs } from './terms-form.ts';

it('a day ends where its owner is', () => {
  expect(new Date(endOfDayMs('2026-12-31', 'UTC')).toISOString()).toBe('2026-12-31T23:59:59.000Z');
  expect(new Date(endOfDayMs('2026-12-31', 'Asia/Tokyo')).toISOString()).toBe('2026-12-31T14:59:59.000Z');
  expect(new Date(endOfDayMs('2026-07-01', 'America/New_York')).toISOString()).toBe('2026-07-02T03:59:59.000Z');
});

it('a text that is no date has no end', () => {
  for (const text of ['', '31.12.2026', '2026-1-1', '2026-12-31T00:00']) expect(endOfDayMs(text, 'UTC')).toBeNaN();
});
