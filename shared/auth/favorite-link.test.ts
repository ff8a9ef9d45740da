import { expect, it } from 'vitest';
import { MAX_LINK_TITLE_CHARS, readFavoriteUrl, readLinkTitle } from './favorite-link.ts';

it.each([
  [' https://example.org/a?b=c#d ', 'https://example.org/a?b=c#d'],
  ['example.org/list', 'https://example.org/list'],
  ['HTTP://Example.ORG', 'http://example.org/'],
  ['https://例え.テスト/道', 'https://xn--r8jz45g.xn--zckzah/%E9%81%93'],
])('%s is read as %s', (typed, url) => {
  expect(readFavoriteUrl(typed)).toBe(url);
});

it.each([
  '',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,hi',
  'ftp://example.org',
  'https://user:secret@example.org',
  'https://',
  'two words',
  `https://example.org/${'a'.repeat(3_000)}`,
  `https://example.org/${'道'.repeat(700)}`,
])('an address that begins with %.40s is refused', (typed) => {
  expect(readFavoriteUrl(typed)).toBeNull();
});

it('the name of a link is one line of bounded length, or its host', () => {
  expect(readLinkTitle(' A\n\u202eB ', 'https://example.org/')).toBe('A B');
  expect(readLinkTitle('\u200b', 'https://example.org:8443/x')).toBe('example.org:8443');
  expect([...readLinkTitle('😀'.repeat(200), 'https://example.org/')]).toHaveLength(MAX_LINK_TITLE_CHARS);
});
