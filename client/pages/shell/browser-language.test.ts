import { expect, test } from 'vitest';
import { followBrowserLanguage } from './browser-language.ts';

function visit(languages: readonly string[], lang = 'en-US') {
  const went: string[] = [];
  const page = {
    cookie: '',
    documentElement: { lang },
    querySelector: (selector: string) => {
      const tag = /hreflang="([^"]+)"/.exec(selector)?.[1];
      return tag ? { href: `/${tag}/help?locale=${tag}` } : null;
    },
  };
  followBrowserLanguage(page as unknown as Document, languages, (address) => went.push(address));
  return { went, cookie: page.cookie };
}

test.each([
  [['fr-FR', 'ja'], ['/ja/help?locale=ja']],
  [['fr', 'zh-HK', 'ja'], ['/zh-TW/help?locale=zh-TW']],
  [['pt-AO'], ['/pt/help?locale=pt']],
  [['fr', 'de'], []],
  [['en-GB', 'ja'], []],
  [[], []],
])('a browser of %j follows %j', (languages, went) => {
  expect(visit(languages).went).toEqual(went);
});

test('the language is chosen once', () => {
  expect(visit(['fr']).cookie).toMatch(/^pp_locale_open=.*Max-Age=0/);
});
