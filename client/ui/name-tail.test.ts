import { expect, test } from 'vitest';
import { tailOf } from './name-tail.ts';

test.each([
  ['a long report about everything (2).pdf', ' (2).pdf'],
  ['no extension at all', ' all'],
  ['archive.tar.gz', '.tar.gz'],
  ['写真の長い名前.jpeg', '長い名前.jpeg'],
  ['a sentence. With a dot in it, not an extension', 'sion'],
  ['a.txt', ''],
  ['תיקייה עם תמונות (סופי).old', ''],
  ['مجلد طويل جدا.pdf', ''],
  ['', ''],
])('the visible end of %j is %j', (name, tail) => {
  expect(tailOf(name)).toBe(tail);
});
