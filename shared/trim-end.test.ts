import { expect, test } from 'vitest';
import { trimEndWhere } from './trim-end.ts';

test.each([
  ['/a/b//', '/a/b'],
  ['///', ''],
  ['', ''],
  ['/a', '/a'],
])('%s without the slashes at its end is %s', (text, trimmed) => {
  expect(trimEndWhere(text, (char) => char === '/')).toBe(trimmed);
});

test('a million characters before another one are looked at once', () => {
  const text = `${'/'.repeat(1_000_000)}x`;
  expect(trimEndWhere(text, (char) => char === '/')).toBe(text);
});
