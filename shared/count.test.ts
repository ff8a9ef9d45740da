import { expect, test } from 'vitest';
import { parseCount } from './count.ts';

test.each([
  ['0', 0],
  ['007', 7],
  ['9007199254740991', 9_007_199_254_740_991],
])('%s is the count %d', (text, count) => {
  expect(parseCount(text)).toBe(count);
});

test.each([
  '',
  ' 7',
  '7 ',
  '1e3',
  '0x10',
  '+1',
  '-1',
  '1.0',
  '1,000',
  '９',
  'NaN',
  'Infinity',
  '9007199254740992',
  '1'.repeat(400),
])('%j is no count', (text) => {
  expect(parseCount(text)).toBeNull();
});
