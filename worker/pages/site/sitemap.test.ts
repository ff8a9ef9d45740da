import { expect, test } from 'vitest';
import { matchRoute } from '#shared/route-table.ts';
import { findablePaths, makeSitemap } from './sitemap.ts';

test('the site map has every public page and no personal one', () => {
  const paths = findablePaths();
  expect(paths).toEqual(expect.arrayContaining(['/', '/faq', '/contact-us', '/policy/copyright-Infringement']));
  for (const path of paths) {
    const row = matchRoute(path)?.row;
    expect(row?.isPublic ?? row?.isListed).toBe(true);
  }
  expect(paths.filter((path) => /drive|auth|ops|unsubscribe|\{/.test(path))).toEqual([]);
});

test('the site map has a page once a language, each time with all eleven and a default', () => {
  const xml = makeSitemap('https://drive.example', ['/', '/faq']);
  expect(xml.match(/<url>/g)).toHaveLength(22);
  expect(xml.match(/<loc>https:\/\/drive\.example\/ja\/faq<\/loc>/g)).toHaveLength(1);
  expect(xml.match(/hreflang="x-default" href="https:\/\/drive\.example\/en-US\/faq"/g)).toHaveLength(11);
  expect(xml.match(/hreflang="zh-TW" href="https:\/\/drive\.example\/zh-TW"/g)).toHaveLength(11);
});

test('an address in the site map is escaped', () => {
  expect(makeSitemap('https://drive.example', ['/a&b"<'])).toContain('/ja/a&amp;b&quot;&lt;</loc>');
});
