/** Focusing a row by the first letters of its name. */
import { expect, test } from 'vitest';
import { findTyped } from './type-ahead.ts';

const NAMES = ['Alpha', 'apple', 'Banana', 'Ähre', 'bread'];

test.each([
  ['the letter of the next one', 'b', 0, 2],
  ['the same letter again, which goes on', 'b', 2, 4],
  ['the same letter, round the end', 'b', 4, 2],
  ['the same letter twice, which is one letter again', 'aa', 0, 1],
  ['a word that the one in focus has', 'ap', 1, 1],
  ['a word, whatever its case', 'BR', 0, 4],
  ['a letter with marks', 'ä', 0, 3],
  ['a letter that people type for the one in the name', 'ah', 0, 3],
  ['a name that is not there', 'x', 0, -1],
])('%s', (_, typed, from, found) => {
  expect(findTyped(NAMES, typed, from)).toBe(found);
});
