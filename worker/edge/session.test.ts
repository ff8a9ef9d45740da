import { expect, test } from 'vitest';
import { bearerOf, deviceIdOf, readIdempotencyKey } from './session.ts';

const HEX = '0123456789abcdef0123456789abcdef';

test.each([
  [`Bearer abc.def`, 'abc.def'],
  ['bearer abc', 'abc'],
  ['Basic abc', ''],
  ['Bearer ', ''],
  ['Bearer a b', ''],
  [`Bearer ${'x'.repeat(5000)}`, ''],
  [undefined, ''],
])('the bearer of %s is %s', (header, token) => {
  expect(bearerOf(header)).toBe(token);
});

test.each([
  [HEX, HEX],
  [HEX.toUpperCase(), HEX],
  [`wdi10.${HEX}`, HEX],
  [`wdi10.${HEX}xxxxxxxx`, HEX],
  ['short', ''],
  [`${'g'.repeat(32)}`, ''],
  [undefined, ''],
])('the device of %s is %s', (header, id) => {
  expect(deviceIdOf(header)).toBe(id);
});

test('an idempotency key is 1 to 200 printable characters or none at all', () => {
  expect(readIdempotencyKey('a'.repeat(200))).toBe('a'.repeat(200));
  expect(readIdempotencyKey('a'.repeat(201))).toBeNull();
  expect(readIdempotencyKey('a\tb')).toBeNull();
  expect(readIdempotencyKey('')).toBeNull();
});
