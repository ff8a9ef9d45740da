import { expect, it } from 'vitest';
import { findRedirect, type Installation, type RedirectRequest } from './find.ts';
import { parseRedirects } from './parse.ts';
import type { RedirectRules } from './rule.ts';

const HOME: Installation = {
  appOrigin: 'https://drive.example.com',
  ownOrigins: ['https://content.example.net'],
  externalOrigins: new Set(['https://partner.example']),
};

function rulesOf(...lines: string[]): RedirectRules {
  const parsed = parseRedirects(lines.join('\n'));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
}

/** @param address  path and query, without language */
function go(rules: RedirectRules, address: string, change: Partial<RedirectRequest> = {}): string | null {
  const { pathname: path, search } = new URL(address, HOME.appOrigin);
  const ask: RedirectRequest = {
    path,
    search,
    prefix: null,
    locale: 'en-US',
    country: 'US',
    platform: null,
    nowMs: Date.UTC(2026, 11, 1),
    ...change,
  };
  return findRedirect(rules, ask, HOME).hit?.target ?? null;
}

it('a rule: leads from an exact path, one trailing slash forgiven, and from no other', () => {
  const rules = rulesOf('/old /new');
  expect(['/old', '/old/', '/old/x', '/Old', '/older', '/'].map((path) => go(rules, path))).toEqual([
    '/new',
    '/new',
    null,
    null,
    null,
    null,
  ]);
});

it('a rule: leads from everything beneath a path, with what stood there', () => {
  const rules = rulesOf('/old/* /new/:splat/end');
  expect(['/old', '/old/', '/old/a', '/old/a/b%20c', '/older'].map((path) => go(rules, path))).toEqual([
    '/new/end',
    '/new/end',
    '/new/a/end',
    '/new/a/b%20c/end',
    null,
  ]);
});

it('a rule leaves the target as it is written where nothing stood beneath, and never puts two slashes together', () => {
  const from = (target: string) => {
    const rules = rulesOf(`/old/* ${target}`);
    return ['/old', '/old/', '/old/a', '/old/a/'].map((path) => go(rules, path));
  };
  expect(from('/new/:splat')).toEqual(['/new/', '/new/', '/new/a', '/new/a']);
  expect(from('/new/:splat/')).toEqual(['/new/', '/new/', '/new/a/', '/new/a/']);
  expect(from('/new/:splat?x=1')).toEqual(['/new/?x=1', '/new/?x=1', '/new/a?x=1', '/new/a?x=1']);
  expect(from('/new-:splat')).toEqual(['/new-', '/new-', '/new-a', '/new-a']);
  const closer = rulesOf('/old /new', '/old/* /new/:splat');
  expect(['/old', '/old/', '/old/a'].map((path) => go(closer, path))).toEqual(['/new', '/new', '/new/a']);
});

it('a rule: fills in placeholders in path, query and hash', () => {
  const rules = rulesOf('/blog/:year/:slug /help-center/:year-:slug?from=:year#:slug', '/b/:a/* /c/:splat/:a');
  expect(go(rules, '/blog/2020/a b')).toBe('/help-center/2020-a%20b?from=2020#a%20b');
  expect(go(rules, '/b/x/y/z')).toBe('/c/y/z/x');
  expect(go(rules, '/blog/2020')).toBeNull();
  expect(go(rules, '/blog//x')).toBeNull();
});

it('a rule matches its path in every encoding', () => {
  const rules = rulesOf('/検索 /found', '/a%2Db /dash');
  expect(
    ['/検索', '/%E6%A4%9C%E7%B4%A2', '/%e6%a4%9c%e7%b4%a2', '/a-b', '/%61-b'].map((path) => go(rules, path)),
  ).toEqual(['/found', '/found', '/found', '/dash', '/dash']);
  expect(go(rules, '/%ff')).toBeNull();
});

it('a rule keeps the query, behind one of its own and before a hash', () => {
  const rules = rulesOf('/a /b', '/c /d?x=1#top');
  expect(go(rules, '/a?q=%2F&r')).toBe('/b?q=%2F&r');
  expect(go(rules, '/c?q=1')).toBe('/d?x=1&q=1#top');
  expect(go(rules, '/a?')).toBe('/b');
});

it('a rule: holds for languages, countries, platforms and a time', () => {
  const rules = rulesOf(
    '/x /one locale=ja,ko',
    '/x /two country=JP,KR',
    '/x /three platform="Mac OS",iOS',
    '/x /four start=2026-12-24T00:00:00+01:00 end=2026-12-25T00:00:00Z',
  );
  expect(go(rules, '/x')).toBeNull();
  expect(go(rules, '/x', { locale: 'ko' })).toBe('/one');
  expect(go(rules, '/x', { country: 'JP' })).toBe('/two');
  expect(go(rules, '/x', { platform: 'Mac OS' })).toBe('/three');
  expect(go(rules, '/x', { platform: 'Windows' })).toBeNull();
  const start = Date.UTC(2026, 11, 23, 23);
  const end = Date.UTC(2026, 11, 25);
  expect([start - 1, start, end - 1, end].map((nowMs) => go(rules, '/x', { nowMs }))).toEqual([
    null,
    '/four',
    '/four',
    null,
  ]);
});

it('a rule: yields to a closer one, and to an earlier one of the same source', () => {
  const lines = ['/*', '/:a/*', '/:a/:b', '/a/*', '/a/b/*', '/a/:b', '/a/b', '/a/b'].map(
    (source, at) => `${source} https://example.com/${at}${at === 6 ? ' locale=ja' : ''}`,
  );
  const rules = rulesOf('allow https://example.com', ...lines);
  const asked = ['/a/b', '/a/c', '/a/b/c', '/a', '/c/d', '/c/d/e', '/'];
  expect(asked.map((path) => go(rules, path)?.at(-1)).join('')).toBe('7543210');
  expect(go(rules, '/a/b', { locale: 'ja' })?.at(-1)).toBe('6');
});

it('a rule: leads outside where a line of the document, or the installation for it, allows that', () => {
  const rules = rulesOf('allow https://example.com', '/a https://example.com/x', '/b/* https://example.com/:splat');
  expect(go(rules, '/a?q=1')).toBe('https://example.com/x?q=1');
  expect(go(rules, '/b//evil.example//x')).toBe('https://example.com/evil.example/x');
  const trusting = rulesOf('allow installation', '/a https://partner.example/', '/b https://other.example/');
  expect([go(trusting, '/a'), go(trusting, '/b')]).toEqual(['https://partner.example/', null]);
});

it('a rule: leads to a page in the language that was asked for', () => {
  const rules = rulesOf('/a /faq', '/b /drive/all', '/c /ko/faq', '/d /');
  expect(['/a', '/b', '/c', '/d'].map((path) => go(rules, path, { prefix: 'ja', locale: 'ja' }))).toEqual([
    '/ja/faq',
    '/drive/all',
    '/ko/faq',
    '/ja',
  ]);
});

it('a rule never leads to itself, to an origin of the installation, or off its way in', () => {
  const rules = rulesOf(
    'allow https://drive.example.com',
    'allow https://content.example.net',
    '/a https://drive.example.com/b',
    '/b https://content.example.net/b',
    '/* https://drive.example.com/x',
  );
  for (const path of ['/a', '/b', '/', '/auth', '/auth/sign-in', '/ops/access', '/v1/x', '/drive/v1/files'])
    expect(go(rules, path)).toBeNull();
});

it('the text of rules has comments, blank lines, any blanks between words, and options in any order', () => {
  const { rules } = rulesOf(
    '# all of it',
    '',
    '   ',
    '\t/a   /b\t301   # moved',
    '/c /d#top end=2027-01-01T00:00:00Z 308 locale=ja\r',
    '/e /f',
  );
  expect(rules.map(({ line, status, target }) => [line, status, target.text])).toEqual([
    [4, 301, '/b'],
    [5, 308, '/d#top'],
    [6, 302, '/f'],
  ]);
});

it('the text of rules may be empty', () => {
  expect(rulesOf('').count).toBe(0);
});

it.each([
  ['a chain that ends', ['/a /b', '/b /c', '/c /d']],
  ['a circle that no visitor can walk', ['/a /b locale=ja', '/b /a locale=ko']],
  ['a circle that time opens', ['/a /b end=2026-01-01T00:00:00Z', '/b /a start=2026-01-01T00:00:00Z']],
  ['a prefix taken off', ['/old/* /:splat', '/older/* /old/:splat']],
  [
    'a target that a closer rule takes outside',
    ['allow https://example.com', '/a/* /a/x', '/a/x https://example.com/'],
  ],
  ['the same page in another language', ['/ /ja/ locale=en-US']],
  ['a longer path that its source does not match', ['/a/:x /a/:x/y', '/:x /a/b/c']],
  ['a target that no rule is asked at', ['/* /auth']],
])('the text of rules may hold %s', (_, lines) => {
  expect(parseRedirects(lines.join('\n'))).toMatchObject({ ok: true });
});
