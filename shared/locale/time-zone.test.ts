import { expect, test } from 'vitest';
import { readTimeZone } from './time-zone.ts';

test.each(['Asia/Tokyo', 'America/Argentina/Buenos_Aires', 'America/Port-au-Prince', 'Etc/GMT+9', 'UTC'])(
  'the time zone %s is taken as it is',
  (name) => {
    expect([readTimeZone(name), readTimeZone(name)]).toEqual([name, name]);
  },
);

test.each([
  undefined,
  null,
  9,
  { timeZone: 'Asia/Tokyo' },
  '',
  'Asia/Atlantis',
  '+09:00',
  ' Asia/Tokyo',
  'Asia/Tokyo\r\nset-cookie: a=b',
  '<script>',
  'Asia/'.repeat(10_000),
])('the time zone %j falls back to UTC', (value) => {
  expect(readTimeZone(value)).toBe('UTC');
});
