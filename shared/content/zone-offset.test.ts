import { expect, test } from 'vitest';
import { makeZoneOffset } from './zone-offset.ts';

const HOUR_MS = 3_600_000;

test.each([
  ['UTC', '2026-06-01T00:00:00Z', 0],
  ['Asia/Shanghai', '2026-01-01T00:00:00Z', 8],
  ['Asia/Kolkata', '2026-01-01T00:00:00Z', 5.5],
  ['America/New_York', '2026-01-15T12:00:00Z', -5],
  ['America/New_York', '2026-07-15T12:00:00Z', -4],
  // The clocks change within this month.
  ['Europe/Berlin', '2026-03-29T00:59:59Z', 1],
  ['Europe/Berlin', '2026-03-29T01:00:00Z', 2],
])('a clock in %s at %s is ahead by %f hours', (zone, moment, hours) => {
  const offsetAt = makeZoneOffset(zone);
  for (let again = 0; again < 2; again += 1) expect(offsetAt(Date.parse(moment)) / HOUR_MS).toBe(hours);
});
