import * as v from 'valibot';
import { expect, test } from 'vitest';
import { maybePageAddress, pageAddress } from './page-address.ts';

test.each([
  ['/help', true],
  ['/help?q=a,b;c*', true],
  ['https://example.com', true],
  ['https://example.com:8443/a.png?b=c,d;e#f', true],
  ['https://bücher.example/a', true],
  ['//example.com', false],
  ['/\\example.com', false],
  ['http://example.com', false],
  ['javascript:alert(1)', false],
  ['https:///a', false],
  ['https://?a', false],
  ['https://a b', false],
  // Marks that a parser takes into the host and that would end or widen a rule of a page's policy.
  ['https://a.example;require-trusted-types-for/p.png', false],
  ['https://a.example%3Bsandbox/p.png', false],
  ['https://a.example,media-src/p.png', false],
  ['https://*.example/p.png', false],
])('%s is an address: %s', (text, isOne) => {
  expect(v.is(pageAddress(''), text)).toBe(isOne);
  expect(v.is(maybePageAddress(''), text)).toBe(isOne);
});
