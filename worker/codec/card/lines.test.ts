import { expect, test } from 'vitest';
import { balancedLinesOf, linesOf } from './lines.ts';

/** Every character is one wide. */
const lines = (text: string, width: number, maxLines = 2) =>
  linesOf(text, { measure: (part) => [...part].length, width, maxLines, locale: 'en-US' });

test('a text breaks between words, and what is too long ends with an ellipsis', () => {
  expect(lines('one two three', 8)).toEqual(['one two', 'three']);
  expect(lines('one two three four five', 8)).toEqual(['one two', 'three f…']);
  expect(lines('short', 8)).toEqual(['short']);
  expect(lines('', 8)).toEqual([]);
});

test('a word that is longer than a line breaks inside, and no letter is torn apart', () => {
  expect(lines('abcdefghijkl', 5)).toEqual(['abcde', 'fghi…']);
  expect(lines('日本語日本語日本', 4)).toEqual(['日本語', '日本語…']);
  expect(
    linesOf('e\u0301e\u0301e\u0301', { measure: (part) => part.length, width: 4, maxLines: 1, locale: 'en' }),
  ).toEqual(['e\u0301…']);
});

test('no line is wider than its limit, whatever the text', () => {
  for (const text of ['a b c d e f g h', 'x'.repeat(100), 'ab, (cd) ef. gh!', '... ... ...', '日、本。語'])
    for (const width of [1, 2, 3, 7])
      for (const line of lines(text, width)) expect([...line].length).toBeLessThanOrEqual(Math.max(width, 1));
});

test('balanced lines leave no word alone, and a text that is cut stays as it is', () => {
  const limits = { measure: (part: string) => [...part].length, width: 20, maxLines: 2, locale: 'en-US' };
  expect(balancedLinesOf('enter the code to open it', limits)).toEqual(['enter the code', 'to open it']);
  expect(balancedLinesOf('one line', limits)).toEqual(['one line']);
  const long = 'one two three four five six seven eight nine ten';
  expect(balancedLinesOf(long, limits)).toEqual(linesOf(long, limits));
});
