import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LISTS_CACHE } from '#client/browser-storage/stored-names.ts';
import { OfflineView } from '#client/shell/offline.view.tsx';
import { I18nProvider } from '#client/ui/i18n.tsx';
import { loadMessages } from '#shared/locale/messages.ts';
import { LOCALES, type Locale } from '#shared/locale/tags.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { dropListings, endsListings, keepListing, type ListingRecord, MAX_ROWS, withListing } from './last-listings.ts';

const ORIGIN = 'https://drive.example';
const NOW = Date.UTC(2026, 10, 26, 12);
const DAY = 86_400_000;

/** As much of the browser's caches as is used: keys are addresses of this site, in order of time. */
function makeCaches() {
  const all = new Map<string, Map<string, string>>();
  const addressOf = (key: string | { url: string }) => (typeof key === 'string' ? ORIGIN + key : key.url);
  const open = (name: string) => {
    const stored = all.get(name) ?? new Map<string, string>();
    all.set(name, stored);
    return Promise.resolve({
      match: async (key: string) => {
        const text = stored.get(addressOf(key));
        return text === undefined ? undefined : new Response(text);
      },
      put: async (key: string, answer: Response) => void stored.set(addressOf(key), await answer.text()),
      delete: async (key: string | { url: string }) => stored.delete(addressOf(key)),
      keys: async () => [...stored.keys()].map((url) => ({ url })),
    } as unknown as Cache);
  };
  return { all, caches: { open, delete: async (name: string) => all.delete(name) } };
}

function offlinePage(): Response {
  const translator = makeTranslator('en-US', loadMessages('en-US'));
  const hrefs = Object.fromEntries(LOCALES.map((tag) => [tag, `/${tag}/`])) as Record<Locale, string>;
  const body = renderToStaticMarkup(
    <I18nProvider translator={translator} timeZone="UTC">
      <OfflineView homeHref="/" languageHrefs={hrefs} />
    </I18nProvider>,
  );
  return new Response(`<!doctype html><html lang="en-US">${body}</html>`, { headers: { 'x-policy': 'same' } });
}

const listOf = (userId: string, names: readonly string[] = ['Trip']): ListingRecord => ({
  userId,
  title: 'All files',
  rows: names.map((name, at) => ({ name, href: at === 0 ? '/drive/all/f1' : '', note: '3 KB' })),
  hasMore: false,
});

const shown = async (caches: ReturnType<typeof makeCaches>['caches'], path: string, nowMs = NOW) =>
  (await withListing(caches, offlinePage(), path, nowMs)).text();

test('the offline page shows the list of the address, with its time and its folders as links', async () => {
  const { caches } = makeCaches();
  await keepListing(caches, '/drive/all', listOf('alice', ['Trip', 'lake.jpg']), NOW);
  const page = await withListing(caches, offlinePage(), '/drive/all', NOW);
  expect(page.headers.get('x-policy')).toBe('same');
  const html = await page.text();
  expect(html).toContain('>All files</h2>');
  expect(html).toContain('November 26, 2026');
  expect(html).toMatch(/href="\/drive\/all\/f1">Trip<\/a>/);
  expect(html).toContain('>lake.jpg</span>');
  expect(html.match(/<li /g)).toHaveLength(2);
  expect(html).not.toContain('{{');
  expect(html).not.toContain('<template');
});

test('names cannot become markup or placeholders', async () => {
  const { caches } = makeCaches();
  await keepListing(caches, '/drive/all', listOf('alice', ['<img src=x>', '{{href}} $& {{note}}', '"><script>']), NOW);
  const html = await shown(caches, '/drive/all');
  expect(html).toContain('&lt;img src=x&gt;');
  expect(html).toContain('{{href}} $&amp; {{note}}');
  expect(html).not.toContain('<script');
  expect(html).not.toContain('<img');
});

test('an address without a list shows that of the root, and a page of the site shows none', async () => {
  const { caches } = makeCaches();
  expect(await shown(caches, '/drive/all')).toContain('<template data-last-listing');
  await keepListing(caches, '/drive/all', listOf('alice'), NOW);
  expect(await shown(caches, '/drive/all/other')).toContain('>Trip</a>');
  expect(await shown(caches, '/en-US/faq')).not.toContain('Trip');
  expect(await shown(caches, '/drive/all', NOW + 31 * DAY)).not.toContain('Trip');
});

test('lists are of one account, and bounded in number and length', async () => {
  const { all, caches } = makeCaches();
  for (let at = 0; at < 30; at += 1) await keepListing(caches, `/drive/all/${at}`, listOf('alice'), NOW + at);
  await keepListing(
    caches,
    '/drive/all/10',
    listOf(
      'alice',
      Array.from({ length: 500 }, (_, at) => `n${at}`),
    ),
    NOW,
  );
  await keepListing(caches, '/drive/all/30', listOf('alice'), NOW);
  const stored = [...(all.get(LISTS_CACHE) ?? [])].filter(([key]) => key.includes('path='));
  expect(stored).toHaveLength(20);
  expect((await shown(caches, '/drive/all/10')).match(/<li /g)).toHaveLength(MAX_ROWS);
  expect(await shown(caches, '/drive/all/10')).toMatch(/data-more="" class/);
  expect(await shown(caches, '/drive/all/11')).not.toContain('Trip');
  await keepListing(caches, '/drive/all', listOf('bob', ['Bobs']), NOW);
  expect(await shown(caches, '/drive/all/10')).not.toContain('n1');
  await dropListings(caches);
  expect(all.has(LISTS_CACHE)).toBe(false);
});

test.each([
  ['POST', '/auth/sign-out', false, true],
  ['POST', '/auth/sign-out', true, true],
  ['GET', '/auth', true, true],
  ['GET', '/auth', false, false],
  ['GET', '/auth/authorize', true, false],
  ['GET', '/drive/all', true, false],
])('%s %s (page: %s) ends the lists: %s', (method, path, isPage, ends) => {
  expect(endsListings(method, path, isPage)).toBe(ends);
});
