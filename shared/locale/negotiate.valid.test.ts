import { expect, it } from 'vitest';
import { hintedLocale, type LocaleHints, matchLocale, parseAcceptLanguage } from './negotiate.ts';
import { LOCALES } from './tags.ts';

const negotiateLocale = (hints: LocaleHints) => hintedLocale(hints) ?? 'en-US';

it('the language of a visitor is not guessed from codes of other languages', () => {
  // Old codes of Hebrew, Yiddish and Moldavian, and names that every object has.
  for (const tag of ['iw', 'iw-IL', 'ji', 'mo', 'constructor', '__proto__', 'inx', 'i-hak', ''])
    expect(matchLocale(tag)).toBe(null);
});

it('the language of a visitor is the query before the cookie before the header', () => {
  const hints = { query: 'ja', cookie: 'ru', acceptLanguage: 'ko' };
  expect(negotiateLocale(hints)).toBe('ja');
  expect(negotiateLocale({ ...hints, query: null })).toBe('ru');
  expect(negotiateLocale({ ...hints, query: null, cookie: null })).toBe('ko');
  expect(negotiateLocale({ acceptLanguage: 'xx, es-MX;q=0.8' })).toBe('es');
});

it('the language of a visitor is read from a cookie that is JSON-encoded or bare', () => {
  expect(negotiateLocale({ cookie: '"zh-TW"' })).toBe('zh-TW');
  expect(negotiateLocale({ cookie: 'zh-TW' })).toBe('zh-TW');
});

it('follows the weights of the header', () => {
  expect(negotiateLocale({ acceptLanguage: 'en;q=0.5, uk;q=0.9, ru;q=0.8' })).toBe('uk');
  expect(parseAcceptLanguage('fr, ja;q=0.2, ko ; q=1.0, *;q=0.1')).toEqual(['fr', 'ko', 'ja']);
});

it.each(LOCALES)('the language of a visitor: matches %s with itself in any case', (locale) => {
  expect(matchLocale(locale.toUpperCase())).toBe(locale);
});

it.each([
  ['pt-BR', 'pt'],
  ['es-419', 'es'],
  ['en-GB', 'en-US'],
  ['ko_KR', 'ko'],
  ['zh', 'zh-CN'],
  ['zh-SG', 'zh-CN'],
  ['zh-Hans-HK', 'zh-CN'],
  ['zh-HK', 'zh-TW'],
  ['zh-MO', 'zh-TW'],
  ['zh-Hant', 'zh-TW'],
  ['zh-Hant-MY', 'zh-TW'],
  ['zh-Hans-SG', 'zh-CN'],
  ['zh-TW-u-nu-hanidec', 'zh-TW'],
  ['zh-u-rg-twzzzz', 'zh-CN'],
  ['zh-yue', 'zh-TW'],
  ['zh-yue-Hans', 'zh-CN'],
  ['zh-cmn-Hant', 'zh-TW'],
  ['cmn', 'zh-CN'],
  ['cmn-Hant-TW', 'zh-TW'],
  ['cmn-TW', 'zh-TW'],
  ['yue', 'zh-TW'],
  ['yue-HK', 'zh-TW'],
  ['yue-CN', 'zh-CN'],
  ['yue-Hans', 'zh-CN'],
  ['nan-TW', 'zh-TW'],
  ['wuu', 'zh-CN'],
  ['in-ID', 'id'],
  ['in', 'id'],
  ['IN_id', 'id'],
  ['zsm', 'ms'],
])('the language of a visitor serves %s with %s', (tag, locale) => {
  expect(matchLocale(tag)).toBe(locale);
});
