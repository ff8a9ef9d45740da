import { expect, test } from 'vitest';
import { isShortName, markedPieces } from './marked-name.ts';

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
  ['entry 12345.txt', 2, true],
  ['a report on everything.txt', 2, false],
  ['a report on everything.txt', 3, true],
  ['a report on everything there is.txt', 3, false],
  ['\u041e\u0442\u0447\u0451\u0442 2026.pdf', 2, true],
  ['\u5199\u771f\u306e\u4e00\u89a7.jpg', 2, true],
  ['\u5199\u771f\u306e\u4e00\u89a7\u3068\u8aac\u660e.jpg', 2, true],
  ['\u5199\u771f\u306e\u4e00\u89a7\u3068\u305d\u306e\u8aac\u660e.jpg', 2, false],
])('"%s" takes %i lines at most: %s', (name, lines, isShort) => {
  expect(isShortName(name, lines)).toBe(isShort);
});
