import { expect, test } from 'vitest';
import { nextIndex } from './listing-keys.ts';

test.each([
  ['ArrowDown', 0, 1, 1],
  ['ArrowUp', 0, 1, 0],
  ['ArrowDown', 9, 1, 9],
  ['End', 3, 1, 9],
  ['Home', 3, 1, 0],
  ['ArrowDown', 1, 4, 5],
  ['ArrowUp', 5, 4, 1],
  ['ArrowRight', 5, 4, 6],
  ['ArrowLeft', 0, 4, 0],
  ['ArrowDown', 8, 4, 9],
])('%s from the thing %i among %i columns leads to %i', (key, now, columns, expected) => {
  expect(nextIndex(key, now, 10, columns)).toBe(expected);
});

test('left and right mean nothing in a list, letters nothing anywhere', () => {
  expect(nextIndex('ArrowRight', 0, 10, 1)).toBeNull();
  expect(nextIndex('x', 0, 10, 4)).toBeNull();
});
