import { expect, it } from 'vitest';
import { clockTime, type QuietHours, quietUntil, readClockTime } from './quiet-hours.ts';

const at = (text: string): number => Date.parse(text);
const night = (zone: string): QuietHours => ({ fromMinute: 22 * 60, toMinute: 8 * 60, zone });

it.each([
  ['Europe/Berlin', '2026-11-26T20:59:00Z', null],
  ['Europe/Berlin', '2026-11-26T21:00:00Z', '2026-11-27T07:00:00Z'],
  ['Europe/Berlin', '2026-11-27T06:59:59Z', '2026-11-27T07:00:00Z'],
  ['Europe/Berlin', '2026-11-27T07:00:00Z', null],
  ['Asia/Kolkata', '2026-11-26T16:30:00Z', '2026-11-27T02:30:00Z'],
  ['America/Sao_Paulo', '2026-11-26T16:30:00Z', null],
  ['UTC', '2026-11-26T00:00:30Z', '2026-11-26T08:00:00Z'],
])('quiet hours at night in %s at %s last until %s', (zone, now, end) => {
  expect(quietUntil(night(zone), at(now))).toBe(end === null ? null : at(end));
});

it('quiet hours by day do not span midnight', () => {
  const noon = { fromMinute: 12 * 60, toMinute: 13 * 60, zone: 'UTC' };
  expect(quietUntil(noon, at('2026-11-26T12:30:00Z'))).toBe(at('2026-11-26T13:00:00Z'));
  expect(quietUntil(noon, at('2026-11-26T23:30:00Z'))).toBeNull();
});

it('quiet hours of no length are none', () => {
  expect(quietUntil({ fromMinute: 60, toMinute: 60, zone: 'UTC' }, at('2026-11-26T01:00:00Z'))).toBeNull();
});

it('quiet hours end within a day of any moment, also when clocks change', () => {
  for (const start of ['2026-03-28T00:00:00Z', '2026-10-24T00:00:00Z'])
    for (let hour = 0; hour < 72; hour += 1) {
      const now = at(start) + hour * 3_600_000;
      const end = quietUntil(night('Europe/Berlin'), now);
      expect(end === null || (end > now && end <= now + 11 * 3_600_000)).toBe(true);
    }
});

it.each([
  ['00:00', 0],
  ['08:05', 485],
  ['23:59', 1_439],
])('the time %s is read and written', (text, minute) => {
  expect([readClockTime(text), clockTime(minute)]).toEqual([minute, text]);
});

it.each(['', '24:00', '8:05', '08:60', '08:05:00', 'noon'])('%j is no time', (text) => {
  expect(readClockTime(text)).toBeNull();
});
