import { expect, test } from 'vitest';
import { anchorOfHash } from './faq.ts';

test.each([
  ['#trash', 'trash'],
  ['#/upload', 'upload'],
  ['#!/Upload/', 'upload'],
  ['#lost%2Dpasscode', 'lost-passcode'],
  ['#%E3%81', '%e3%81'],
  ['#', ''],
  ['', ''],
])('the hash %j names the anchor %j', (hash, anchor) => {
  expect(anchorOfHash(hash)).toBe(anchor);
});
