import { expect, it } from 'vitest';
import { joinLocale, splitLocale } from './path.ts';

it.each([
  ['/ja/faq', 'ja', '/faq'],
  ['/zh-CN/s/abc/def', 'zh-CN', '/s/abc/def'],
  ['/en-US', 'en-US', '/'],
  ['/en-US/', 'en-US', '/'],
  ['/ja?x=1', 'ja', '/?x=1'],
  ['/ja/#top', 'ja', '/#top'],
])('the language prefix of an address comes off %s', (address, locale, path) => {
  expect(splitLocale(address)).toEqual({ locale, path });
});

it.each(['/', '/faq', '/japan', '/JA/faq', '/en/faq', '/faq/ja', ''])(
  'the language prefix of an address is not seen in %j',
  (path) => {
    expect(splitLocale(path)).toEqual({ locale: null, path });
  },
);

it('the language prefix of an address never leaves an address of another site behind', () => {
  expect(splitLocale('/ja//evil.example').path).toBe('/evil.example');
  expect(splitLocale('/ja/\\evil.example').path).toBe('/evil.example');
});

it('the language prefix of an address goes on, replacing one that is there', () => {
  expect(joinLocale('ja', '/')).toBe('/ja');
  expect(joinLocale('ja', '/?x=1')).toBe('/ja?x=1');
  expect(joinLocale('ja', '/faq#a')).toBe('/ja/faq#a');
  expect(joinLocale('ja', '/ko/faq')).toBe('/ja/faq');
});
