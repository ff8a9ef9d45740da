import { expect, it } from 'vitest';
import { LOCALES } from '#shared/locale/tags.ts';
import { ROUTE_TABLE } from '#shared/route-table.ts';
import { ROUTES, type RouteId } from '#shared/routes.ts';
import { decideLocale, type LocaleRequest, realPath } from './locale.ts';

const PHONE = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36';

function judge(address: string, ask: Partial<LocaleRequest> = {}) {
  const url = new URL(address, 'http://drive.example');
  return decideLocale({
    pathname: url.pathname,
    search: url.search,
    cookie: null,
    acceptLanguage: null,
    userAgent: '',
    ...ask,
  });
}

const idsOf = (...kinds: string[]) =>
  (Object.keys(ROUTES) as RouteId[]).filter((id) => kinds.includes(ROUTE_TABLE[id].languages));
const realOf = (id: RouteId) =>
  ROUTES[id]
    .replace('{doc}/{sameDoc}', 'update/update')
    .replace('{doc}', 'update')
    .replace('{slug*}', 'sharing')
    .replace('{code}', 'AAAAAAAAAA')
    .replace('{activity}', 'spring')
    .replace(/\{\w+\*?\}/g, 'x');

it.each(idsOf('localized', 'both'))(
  'a page that exists once a language: %s answers under all eleven prefixes',
  (id) => {
    for (const locale of LOCALES) {
      const path = realOf(id);
      expect(judge(`/${locale}${path === '/' ? '' : path}`)).toEqual({ locale, path });
    }
  },
);

it.each(idsOf('localized'))('%s leads to the language of the visitor when it has no prefix', (id) => {
  const path = realOf(id);
  expect(judge(`${path}?x=1`, { acceptLanguage: 'ko' }).redirectTo).toBe(`/ko${path}?x=1`);
  expect(judge(path).redirectTo).toBe(`/en-US${path}`);
});

it('a page that exists once a language is asked in the order query, cookie, header, default', () => {
  const ask = { cookie: 'ru', acceptLanguage: 'ja' };
  expect(judge('/faq?locale=ko', ask).redirectTo).toBe('/ko/faq');
  expect(judge('/faq', ask).redirectTo).toBe('/ru/faq');
  expect(judge('/faq', { ...ask, cookie: 'klingon' }).redirectTo).toBe('/ja/faq');
  expect(judge('/faq', { acceptLanguage: 'tlh' }).redirectTo).toBe('/en-US/faq');
});

it('stores a chosen language and takes the choice out of its address', () => {
  expect(judge('/ja/faq?a=1&locale=ru&b=%2F')).toMatchObject({ store: 'ru', redirectTo: '/ru/faq?a=1&b=%2F' });
  expect(judge('/ja/faq?locale=ja')).toMatchObject({ store: 'ja', redirectTo: '/ja/faq' });
  expect(judge('/ja?lang=pt')).toMatchObject({ store: 'pt', redirectTo: '/pt' });
});

it.each(['JA', 'ja-JP', 'en', 'xx', ''])('a page that exists once a language takes "%s" for no choice', (requested) => {
  expect(judge(`/ja/faq?locale=${requested}`)).toEqual({ locale: 'ja', path: '/faq' });
});

it('a visit to a localized link stores no language', () => {
  expect(judge('/ja/faq', { cookie: 'ru' }).store).toBeUndefined();
});

it.each(idsOf('bare'))('a bare page: %s keeps its path; a prefix is stored and taken away', (id) => {
  const path = realOf(id);
  expect(judge(path, { cookie: 'es' })).toEqual({ locale: 'es', path });
  expect(judge(`/uk${path}?s_code=1`)).toMatchObject({ store: 'uk', redirectTo: `${path}?s_code=1` });
  expect(judge(`${path}?locale=id`)).toEqual({ locale: 'id', path, store: 'id' });
});

it('home is the same page with and without a prefix', () => {
  expect(judge('/', { acceptLanguage: 'zh-HK' })).toEqual({ locale: 'zh-TW', path: '/' });
  expect(judge('/ms')).toEqual({ locale: 'ms', path: '/' });
  expect(judge('/ms/')).toEqual({ locale: 'ms', path: '/' });
});

it('leads a phone to the same address without its segment', () => {
  expect(judge('/ja/browser-extension?x=1', { userAgent: PHONE }).redirectTo).toBe('/ja?x=1');
  expect(judge('/browser-extension', { userAgent: PHONE, acceptLanguage: 'ko' }).redirectTo).toBe('/ko');
  expect(judge('/ja/browser-extension')).toEqual({ locale: 'ja', path: '/browser-extension' });
});

it.each(['/ja/nothing/here', '/ja/policy/none', '/ja/policy/update/anti-abuse'])(
  'anything else: %s stays where it is',
  (address) => {
    expect(judge(address)).toEqual({ locale: 'ja', path: address.slice(3) });
  },
);

it.each(['/ja/v1/user/me', '/ja/drive/v1/files', '/ja/f/x', '/ja/_internal/seed', '/ja/openapi.js'])(
  'a prefix opens no second way to %s',
  (address) => {
    expect(realPath(new Request(`http://drive.example${address}`))).toBe(address);
  },
);

it.each([
  ['/ja/policy/update/', '/policy/update'],
  ['/auth/', '/auth'],
  ['/ja/', '/'],
  ['/', '/'],
  ['/drive/v1/files/', '/drive/v1/files/'],
  ['/en-US/%5C', '/en-US/%5C'],
  ['/en-US%5Cfaq', '/en-US%5Cfaq'],
  ['/%66aq', '/%66aq'],
  ['/%61uth', '/%61uth'],
  ['/ja/%E3%81%82', '/ja/%E3%81%82'],
])('anything else: %s is looked up as %s', (address, path) => {
  expect(realPath(new Request(`http://drive.example${address}`))).toBe(path);
});

it.each(['/ja//evil.example', '/ja/\\evil.example', '/ja//auth', '//evil.example/ja'])(
  '%s leads nowhere else',
  (address) => {
    const decision = decideLocale({
      pathname: address,
      search: '',
      cookie: null,
      acceptLanguage: null,
      userAgent: PHONE,
    });
    expect(decision.redirectTo ?? '/').toMatch(/^\/(?![/\\])/);
  },
);

it.each(['/help', '/auth', '/s/Vabc', '/drive/all'])(
  'a visitor whose language nothing names gets the default on %s, and the browser is asked',
  (address) => {
    for (const acceptLanguage of [null, '', 'fr, de;q=0.8', '*'])
      expect(judge(address, { acceptLanguage })).toMatchObject({ locale: 'en-US', isOpen: true });
  },
);

it.each<[string, Partial<LocaleRequest>]>([
  ['/help', { acceptLanguage: 'fr, ja;q=0.5' }],
  ['/auth', { cookie: 'ja', acceptLanguage: 'fr' }],
  ['/auth?locale=ja', { acceptLanguage: 'fr' }],
  ['/ja/help', { acceptLanguage: 'fr' }],
])('a visitor whose language nothing names is not one who asks for %s with %j', (address, ask) => {
  expect(judge(address, ask).locale).toBe('ja');
  expect(judge(address, ask).isOpen).toBeUndefined();
});
