import { expect, test } from 'vitest';
import { wordOfHash } from './faq.ts';

test.each([
  ['#trash', 'trash'],
  ['#/upload', 'upload'],
  ['#!/Upload/', 'upload'],
  ['#lost%2Dpasscode', 'lost-passcode'],
  ['#%E3%81', '%e3%81'],
  ['#', ''],
  ['', ''],
])('the hash %j asks for %j', (hash, word) => {
  expect(wordOfHash(hash)).toBe(word);
});
