import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeOf } from './place.ts';

const byUrl = (address: string) => {
  const { pathname, search } = new URL(address);
  return { pathname, search };
};

test.each([
  'http://h/',
  'http://h',
  'https://h:8787/ja/faq?x=1&y=%20',
  'http://h/a/../b',
  'http://h/a/./b',
  'http://h/a/%2e%2e/b',
  'http://h/a/..;/b',
  'http://h/.well-known/x',
  'http://h//evil.example/x',
  'http://h/a\\b',
  'http://h/a b',
  'http://h/日本',
  'http://h/a?',
  'http://h/a?b#c',
  'http://h/a#b?c',
  'http://h/a?x=日',
  "http://h/a?x='y'",
  'http://h/a?x=<y>',
  'http://user@h/a',
  'http://h/a\t/b',
  'http://h/...',
  'http://h/a/..',
])('%s is read as URL reads it', (address) => {
  expect(placeOf(address)).toEqual(byUrl(address));
});

test('any path and query are read as URL reads them', () => {
  const piece = fc.string({ unit: fc.constantFrom(...'a.%2eE/\\?#&=+ ;~:é'), maxLength: 24 });
  fc.assert(
    fc.property(piece, (text) => {
      const address = `http://localhost:8787/${text}`;
      expect(placeOf(address)).toEqual(byUrl(address));
    }),
    { numRuns: 2_000 },
  );
});
