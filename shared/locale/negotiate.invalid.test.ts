import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hintedLocale, type LocaleHints, matchLocale, parseAcceptLanguage } from './negotiate.ts';
import { LOCALES } from './tags.ts';

const negotiateLocale = (hints: LocaleHints) => hintedLocale(hints) ?? 'en-US';

it.each(['EN-US', 'en', 'zh', 'xx', '', '../ja'])(
  'a language that is not offered is not taken from the query %j',
  (query) => {
    expect(negotiateLocale({ query, cookie: 'ko' })).toBe('ko');
  },
);

it.each(['EN-us', 'en', '""', '{"a":1}', '%22ja%22'])(
  'a language that is not offered is not taken from the cookie %j',
  (cookie) => {
    expect(negotiateLocale({ cookie })).toBe('en-US');
  },
);

it.each(['', ';;;,,,', '*', 'fr, de', 'ja;q=0', 'ja;q=2', 'ja;q=-1', 'ja;q=abc', 'ja;q=', '<script>', 'ja-'])(
  'a language that is not offered leaves en-US for the header %j',
  (acceptLanguage) => {
    expect(negotiateLocale({ acceptLanguage })).toBe('en-US');
  },
);

it('a language that is not offered is not guessed from a longer language code that begins alike', () => {
  expect([matchLocale('est'), matchLocale('msa'), matchLocale('')]).toEqual([null, null, null]);
});

it('a language that is not offered does not let a huge header cost much', () => {
  expect(parseAcceptLanguage(`${'a,'.repeat(1_000_000)}ja`).length).toBeLessThanOrEqual(500);
});

it('a language that is not offered never turns into something that is not one of the eleven', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (query, cookie, acceptLanguage) => {
      expect(LOCALES).toContain(negotiateLocale({ query, cookie, acceptLanguage }));
    }),
  );
});

it('a language that is not offered is en-US when nothing is known', () => {
  expect(negotiateLocale({})).toBe('en-US');
});
