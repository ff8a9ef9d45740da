import { expect, test } from 'vitest';
import { softPath } from './soft-link.ts';

const HERE = 'https://drive.example.com/ja/faq';

test.each([
  ['/ja', '/ja'],
  ['/ja/tv-help', '/ja/tv-help'],
  ['/ja/policy/privacy-policy#cookies', '/ja/policy/privacy-policy'],
])('a link between public pages of one language is soft: %s', (target, path) => {
  expect(softPath(new URL(target, HERE).href, HERE)).toBe(path);
});

test.each([
  ['another language', '/ko/faq'],
  ['no language in the address', '/'],
  ['a query', '/ja/help?from=mail'],
  ['the page itself', '/ja/faq#top'],
  ['the way in', '/auth'],
  ['the drive', '/drive/all'],
  ['a shared folder', '/s/VnoSuchShare_noSuchShare_0'],
  ['a page that is not the same for everyone', '/ja/contact-us'],
  ['an address that leads nowhere', '/ja/nothing/here'],
  ['a policy that is none', '/ja/policy/no-such'],
  ['another site', 'https://elsewhere.example/ja/faq'],
  ['mail', 'mailto:help@example.com'],
])('%s loads a document', (_, target) => {
  expect(softPath(new URL(target, HERE).href, HERE)).toBeNull();
});

test('links on a page that is not public load documents', () => {
  expect(softPath('https://drive.example.com/ja/faq', 'https://drive.example.com/drive/all')).toBeNull();
  expect(softPath('https://drive.example.com/ja/faq', 'https://drive.example.com/ja/contact-us')).toBeNull();
});
