import * as v from 'valibot';
import { expect, test } from 'vitest';
import { wireCount } from './contract.ts';

test.each([[undefined], [null], [''], ['0'], [0]])('the count %j means none', (value) => {
  expect(v.parse(wireCount, value)).toBe(0);
});

test.each([
  ['1000', 1_000],
  [7, 7],
  ['007', 7],
])('the count %j is read as %d', (value, count) => {
  expect(v.parse(wireCount, value)).toBe(count);
});

test.each(['1e3', '0x10', ' 5', '5 ', '+5', '-1', '1.5', '5.0', -1, 1.5, 2 ** 53, '9007199254740993', 'abc', true, {}])(
  '%j is refused as a count',
  (value) => {
    expect(v.safeParse(wireCount, value).success).toBe(false);
  },
);
