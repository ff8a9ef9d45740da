import { expect, test } from 'vitest';
import { cutPieces, isShortName, markedPieces } from './marked-name.ts';

test.each([
  ['Holiday.jpg', '', ['Holiday.jpg']],
  ['Holiday.jpg', 'day', ['Holi', 'day', '.jpg']],
  ['Holiday.jpg', 'HOLI', ['', 'Holi', 'day.jpg']],
  ['aXaXa', 'x', ['a', 'X', 'a', 'X', 'a']],
  ['one two', 'two one', ['', 'one', ' ', 'two']],
  ['\u5199\u771f.png', '\u771f', ['\u5199', '\u771f', '.png']],
  ['aaa', 'aa a', ['', 'aaa']],
  ['\u0130stanbul', 'stan', ['\u0130', 'stan', 'bul']],
  ['résumé 2024.pdf', 'RESUME', ['', 'résumé', ' 2024.pdf']],
  ['plain', 'other', ['plain']],
])('in "%s" a search for "%s" marks %j', (name, query, pieces) => {
  expect(markedPieces(name, query)).toEqual(pieces);
  expect(markedPieces(name, query).join('')).toBe(name);
});

test.each([
  ['12345678.txt', true],
  ['a report on everything.txt', false],
  ['\u041e\u0442\u0447\u0451\u0442 2026.pdf', false],
  ['\u041e\u0442\u0447\u0451\u0442.pdf', true],
  ['\u5199\u771f\u306e.jpg', true],
  ['\u5199\u771f\u306e\u4e00\u89a7.jpg', false],
])('one line holds "%s": %s', (name, isShort) => {
  expect(isShortName(name)).toBe(isShort);
});

test('a match on both sides of the cut is marked in both parts', () => {
  const pieces = markedPieces('Holiday in Kyoto', 'kyo');
  expect(cutPieces(pieces, 0, 12)).toEqual(['Holiday in ', 'K', '']);
  expect(cutPieces(pieces, 12, 16)).toEqual(['', 'yo', 'to']);
});
