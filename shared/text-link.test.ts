import { expect, test } from 'vitest';
import { textLinkHref, textLinkPath } from './text-link.ts';

test.each([
  ['route:site.contact', '/contact-us'],
  ['route:site.faq#lost-passcode', '/faq#lost-passcode'],
  ['route:policy.document:privacy-policy', '/policy/privacy-policy'],
  ['route:site.help-article:sharing/share-a-link', '/help-center/sharing/share-a-link'],
  ['route:auth.reset', '/auth/reset'],
])('%s leads to %s', (link, path) => {
  expect(textLinkPath(link)).toBe(path);
});

test.each([
  'route:no.such',
  'route:constructor',
  'route:policy.document',
  'route:policy.document:no-such-policy',
  'route:site.help-article:sharing/no-such-article',
  'route:site.contact:too-much',
  'https://elsewhere.example/',
  'http://elsewhere.example/',
  'javascript:alert(1)',
  '//elsewhere.example',
  '/contact-us',
  '',
])('%s leads nowhere', (link) => {
  expect(textLinkPath(link)).toBeNull();
});

test('a page that has languages is opened in the reader’s, another one by its bare address', () => {
  expect(textLinkHref('ja', 'route:site.faq#trash')).toBe('/ja/faq#trash');
  expect(textLinkHref('ja', 'route:auth.reset')).toBe('/auth/reset');
});
