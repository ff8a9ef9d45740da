import { expect, test } from 'vitest';
import { LOCALES } from '#shared/locale/tags.ts';
import { matchRoute } from '#shared/route-table.ts';
import { findablePaths, makeSecurityText, makeSitemap, makeSitemapIndex } from './sitemap.ts';

test('the site map has every public page and no personal one', () => {
  const paths = findablePaths();
  expect(paths).toEqual(expect.arrayContaining(['/', '/faq', '/contact-us', '/policy/copyright-Infringement']));
  for (const path of paths) {
    const row = matchRoute(path)?.row;
    expect(row?.isPublic ?? row?.isListed).toBe(true);
  }
  expect(paths.filter((path) => /drive|auth|ops|unsubscribe|\{/.test(path))).toEqual([]);
});

test('the site map of a language has each page once, with all eleven addresses and a default', () => {
  const xml = makeSitemap('https://drive.example', 'ja', ['/', '/faq']);
  expect([...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)).toEqual([
    'https://drive.example/ja',
    'https://drive.example/ja/faq',
  ]);
  expect(xml.match(/hreflang="x-default" href="https:\/\/drive\.example\/en-US\/faq"/g)).toHaveLength(1);
  expect(xml.match(/hreflang="zh-TW" href="https:\/\/drive\.example\/zh-TW"/g)).toHaveLength(1);
});

test('the index names the file of each language', () => {
  const xml = makeSitemapIndex('https://drive.example');
  expect(xml.match(/<sitemap>/g)).toHaveLength(LOCALES.length);
  expect(xml).toContain('<loc>https://drive.example/sitemap/zh-TW.xml</loc>');
});

test('an address in the site map is escaped', () => {
  expect(makeSitemap('https://drive.example', 'ja', ['/a&b"<'])).toContain('/ja/a&amp;b&quot;&lt;</loc>');
});

const NOW_MS = Date.UTC(2026, 10, 26, 22, 15);

test('security.txt names contacts in their order, an end within a year, and its own address', () => {
  const text = makeSecurityText(
    'https://drive.example',
    ['mailto:a@drive.example', 'https://drive.example/bug'],
    NOW_MS,
  );
  expect(text).toBe(
    'Contact: mailto:a@drive.example\nContact: https://drive.example/bug\nExpires: 2027-05-25T00:00:00.000Z\n' +
      'Canonical: https://drive.example/.well-known/security.txt\n',
  );
});

test('security.txt without a setting leads to the contact page', () => {
  expect(makeSecurityText('https://drive.example', [], NOW_MS)).toMatch(
    /^Contact: https:\/\/drive\.example\/contact-us$/m,
  );
});
