import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { LOCALES } from '#shared/locale/tags.ts';
import { matchRoute } from '#shared/route-table.ts';
import { ownPath } from './own-path.ts';

const SHARE = '/s/VN8x_0000000000000000000-1';
const FOLDER = `${SHARE}/VF00000000000000000000000a`;
const COLLECT = `/c/${'aB3_'.repeat(18)}`;
const GLUE = [
  '.',
  ',',
  ')',
  '】',
  '。',
  '，',
  '！',
  '”',
  '’',
  '…',
  '...',
  '>',
  '*',
  '_',
  "'",
  '提取码：7391',
  '😀',
  '다',
  '.See',
  ' now',
  '%',
  ';',
  '）请查收',
  '\u200b',
  '\u202c',
  '?',
  '」',
  '|',
  '/.',
  '/)',
  '/。',
];
const encoded = (glue: string) =>
  new URL(`https://x.example${SHARE}${glue.replaceAll('%', '%25').replaceAll('?', '%3F')}`).pathname.slice(
    SHARE.length,
  );

describe.each([
  SHARE,
  FOLDER,
  COLLECT,
  `${COLLECT}/V00000000000000000000000ab`,
  '/invite/ABCDEFGH12',
  '/ja/invite/ABCDEFGH12',
  `${SHARE}/report`,
  `${SHARE}.txt`,
  '/drive/all/VF00000000000000000000000a',
])('%s', (page) => {
  it('is spelled right', () => {
    expect(ownPath(page)).toBe(null);
  });

  it.each(GLUE)('is what a path with %j behind it means', (glue) => {
    if (page.endsWith('b') && glue === '_') return;
    expect(ownPath(page + encoded(glue))?.path).toBe(page);
  });

  it('is what it means with slashes doubled and one at the end', () => {
    expect(ownPath(`${page.replaceAll('/', '//')}/`)?.path).toBe(page);
  });
});

test.each([
  ['/zh-cn/faq', '/zh-CN/faq'],
  ['/ZH_cn/faq/', '/zh-CN/faq'],
  ['/zh-hant/faq', '/zh-TW/faq'],
  ['/pt-br', '/pt'],
  ['/pt-br/', '/pt'],
  ['/EN/policy/update', '/en-US/policy/update'],
  ['/in/faq', '/id/faq'],
  ['/ja/', '/ja'],
  ['/ja//faq', '/ja/faq'],
  ['//', '/'],
  ['/drive/', '/drive/all'],
  ['/drive', '/drive/all'],
  ['/drive/all/', '/drive/all'],
  ['/drive//trash', '/drive/trash'],
  ['/faq.', '/faq'],
  ['/faq/。', '/faq'],
  ['/ja/faq)', '/ja/faq'],
  ['/ja。', '/ja'],
  ['/auth/', '/auth'],
  [`/zh-cn${SHARE}`, `/zh-CN${SHARE}`],
  [`${SHARE}/none`, SHARE],
  [`${SHARE}abc`, SHARE],
  [`${FOLDER}x/y`, FOLDER],
  [`${SHARE}/reports`, SHARE],
  [`${SHARE}.text`, SHARE],
])('%s leads to %s', (path, own) => {
  expect(ownPath(new URL(`https://x.example${path === '//' ? '/.//' : path}`).pathname)?.path).toBe(own);
});

test.each([
  '/',
  '/faq',
  '/tv',
  '/ja',
  '/zh-CN/faq',
  '/drive/all',
  '/s/short',
  '/s/short。',
  '/none',
  '/none/',
  '/%E3%80%82',
  '/)',
  '/wp-admin/.',
  '//evil.example/x',
  '/ja//evil.example',
  '/drive/all/none',
  '/assets/a.js',
  '/ops/people',
])('%s stays as it is', (path) => {
  expect(ownPath(path)).toBe(null);
});

test('A passcode behind an encoded question mark comes along', () => {
  expect(ownPath(`${SHARE}%3Fs_code%3D7391`)).toEqual({ path: SHARE, search: '?s_code=7391' });
  expect(ownPath(`${SHARE}%3Fs_code=7391%E3%80%82`)).toEqual({ path: SHARE, search: '?s_code=7391' });
  expect(ownPath(`${SHARE}%3F`)).toEqual({ path: SHARE, search: '' });
});

test('No path leads to another site, nor to a page that is none, nor again to another path', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '/',
      '//',
      '\\',
      '.',
      '..',
      's',
      'ja',
      'zh-cn',
      'faq',
      SHARE,
      '@',
      'evil.example',
      '%2F',
      '%5C',
      '%0d%0a',
    ),
    fc.string({ maxLength: 5 }),
    fc.constantFrom(...LOCALES),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const { pathname } = new URL(`https://x.example/${pieces.join('').replace(/^[/\\]+/, '')}`);
      const own = ownPath(pathname);
      if (own === null) return;
      expect(new URL(own.path + own.search, 'https://x.example').origin).toBe('https://x.example');
      expect(own.path).toMatch(/^\/(?![/\\])/);
      expect(ownPath(own.path)).toBe(null);
      expect(
        matchRoute(own.path.replace(/^\/(?:[a-z]{2}|[a-z]{2}-[A-Z]{2})(?=\/|$)/, '') || '/') ?? matchRoute(own.path),
      ).not.toBe(null);
    }),
  );
});
