import { expect, test } from 'vitest';
import { letterOf, nextIndex } from './listing-keys.ts';

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
])('%s from row %i among %i columns leads to %i', (key, now, columns, expected) => {
  expect(nextIndex(key, now, 10, columns)).toBe(expected);
});

test('a page key moves by the visible lines', () => {
  expect(nextIndex('PageDown', 3, 1_000, 4, 6)).toBe(27);
  expect(nextIndex('PageUp', 3, 1_000, 4, 6)).toBe(0);
  expect(nextIndex('PageDown', 990, 1_000, 4, 6)).toBe(999);
});

test('left and right do nothing in a list, letters nothing anywhere', () => {
  expect(nextIndex('ArrowRight', 0, 10, 1)).toBeNull();
  expect(nextIndex('x', 0, 10, 4)).toBeNull();
});

test.each([
  ['z', 'KeyZ', 'z'],
  ['Z', 'KeyZ', 'z'],
  ['я', 'KeyZ', 'z'],
  ['ш', 'KeyI', 'i'],
  // Another Latin layout: the letter counts, not the key's position.
  ['w', 'KeyZ', 'w'],
  ['Enter', 'Enter', 'enter'],
])('the key %s at %s is the letter %s', (key, code, letter) => {
  expect(letterOf({ key, code })).toBe(letter);
});
