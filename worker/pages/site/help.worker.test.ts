/** The pages of the help as anyone gets them: every text in every language, every link of theirs, search, guards. */
import { expect, it } from 'vitest';
import { splitLocale } from '#shared/locale/path.ts';
import { LOCALES, type Locale } from '#shared/locale/tags.ts';
import { matchRoute } from '#shared/route-table.ts';
import { href } from '#shared/routes.ts';
import { FAQ_WORDS, MOST_ASKED } from '#shared/site/faq-anchors.ts';
import { HELP_SLUGS } from '#shared/site/help-map.ts';
import { env, makeServer, ORIGIN } from '#test/contract/send.ts';
import { visit } from '#test/contract/visit.ts';
import { servicesOf } from '#worker/compose.ts';
import { helpText, questionsOf } from './help-texts.ts';

const HOST = new URL(ORIGIN).host;
const { limits } = servicesOf(env).config;

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return visit(path, { headers });
}

async function page(path: string): Promise<string> {
  const answer = await get(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.text();
}

function structuredOf(html: string): Record<string, unknown>[] {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, text = '']) =>
    JSON.parse(text),
  );
}

/** Paths of ours that a page links, without language, query and hash. */
function linksOf(html: string): string[] {
  return [...html.matchAll(/<a [^>]*href="(\/[^"#?]*)/g)].map(([, path = '']) => splitLocale(path).path);
}

const PLAIN_PATHS = ['/help', '/faq', '/tv', '/tv-help', '/check-in-guide'];
const PATHS = [...PLAIN_PATHS, ...HELP_SLUGS.map((slug) => `/help-center/${slug}`)];

it.each(LOCALES)(
  'help pages exist in %s with title, description, canonical address and working links',
  async (locale) => {
    for (const path of PATHS) {
      const html = await page(`/${locale}${path}`);
      expect(html).toContain(`<html lang="${locale}"`);
      expect(html.match(/<h1/g)).toHaveLength(1);
      expect(html).toMatch(/<title>[^<]+ · Magpie<\/title>/);
      expect(html).toMatch(/<meta name="description" content="[^"]{8,}"/);
      expect(html).toContain(`<link rel="canonical" href="${ORIGIN}/${locale}${path}"`);
      expect(html).not.toMatch(/\{\{|style="|\*\*|\]\(/);
      for (const link of linksOf(html)) expect([path, link, matchRoute(link) !== null]).toEqual([path, link, true]);
    }
  },
);

it('help pages have schema.org data', async () => {
  const typesOf = async (path: string) => structuredOf(await page(path)).map((data) => data['@type']);
  expect(await typesOf('/en-US/faq')).toEqual(['FAQPage']);
  expect(await typesOf('/en-US/help-center/sharing')).toEqual(['BreadcrumbList']);
  expect(await typesOf('/en-US/help-center/sharing/share-a-link')).toEqual(['BreadcrumbList', 'HowTo']);
  expect(await typesOf('/en-US/help-center/trouble/upload-fails')).toEqual(['BreadcrumbList', 'TechArticle']);
  expect(await typesOf('/en-US/tv-help')).toEqual(['HowTo']);
});

it.each(['/help-center/nothing', '/help-center/sharing/nothing', '/help-center/sharing/share-a-link/more'])(
  '%s is the page that was not found, with its tip',
  async (path) => {
    const answer = await get(`/en-US${path}`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('Page Not Found');
  },
);

it.each(LOCALES)(
  'questions have the same anchors in %s, and every word of old addresses leads to one',
  (locale: Locale) => {
    const ids = questionsOf(helpText(locale, limits, 'faq').blocks).map(({ id }) => id);
    expect(ids).toEqual(Object.keys(FAQ_WORDS));
    expect(ids.length).toBeGreaterThanOrEqual(12);
    expect(MOST_ASKED.filter((id) => !ids.includes(id))).toEqual([]);
  },
);

it('answers name the limits of this server', async () => {
  const html = await page('/en-US/faq');
  expect(html).toContain('A new drive has 6 GB.');
  expect(html).toContain('For 30 days.');
});

it('the help centre leads to the first topic in the language of the address', async () => {
  for (const path of ['/ja/help-center', '/ja/help-center?q=', '/ja/help-center?q=%20']) {
    const answer = await get(path);
    expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 302, '/ja/help-center/first-steps']);
  }
});

it('an article address without its topic leads to the full address', async () => {
  const answer = await get('/ru/help-center/upload-fails');
  expect(answer.headers.get('location')).toBe('/ru/help-center/trouble/upload-fails');
});

it.each<[Locale, string, string]>([
  ['en-US', 'passcode', '/help-center/sharing/passcode-and-end-date'],
  ['ja', 'コードが届かない', '/help-center/trouble/no-code-arrives'],
  ['zh-CN', '提取码', '/help-center/sharing/passcode-and-end-date'],
  ['zh-TW', '上傳失敗', '/help-center/trouble/upload-fails'],
  ['ko', '링크', '/help-center/sharing/share-a-link'],
  ['ru', 'корзину', '/help-center/first-steps/folders-and-trash'],
  ['en-US', 'torrent', '/help-center/upload-and-download/fetch-by-link'],
  ['en-US', 'file request', '/help-center/sharing/collect-files'],
  ['en-US', 'appeal', '/help-center/sharing/reports-and-objections'],
  ['en-US', 'api', '/help-center/upload-and-download/connect-programs'],
  ['en-US', 'invite friends', '/help-center/account/check-in-and-invitations'],
  ['ja', 'リモートダウンロード', '/help-center/upload-and-download/fetch-by-link'],
  ['zh-CN', '磁力链接', '/help-center/upload-and-download/fetch-by-link'],
  ['zh-TW', '解壓縮', '/help-center/upload-and-download/archives'],
  ['ko', '저작권', '/help-center/sharing/reports-and-objections'],
  ['ru', 'распаковать архив', '/help-center/upload-and-download/archives'],
  ['uk', 'спільна папка', '/help-center/sharing/share-with-people'],
  ['es', 'solicitar archivos', '/help-center/sharing/collect-files'],
  ['pt', 'links diretos', '/help-center/sharing/manage-links'],
  ['id', 'statistik', '/help-center/sharing/manage-links'],
  ['ms', 'kod hadiah', '/help-center/account/check-in-and-invitations'],
  ['es', 'papelera', '/help-center/first-steps/folders-and-trash'],
])('the help centre finds in %s by %s', async (locale, query, wanted) => {
  const html = await page(`/${locale}/help-center?q=${encodeURIComponent(query)}`);
  expect(html).toContain(`href="/${locale}${wanted}"`);
  expect(html).toContain('<meta name="robots" content="noindex"');
});

it('a search without results says so and shows the query as text', async () => {
  const html = await page(`/en-US/help-center?q=${encodeURIComponent('<script>qqqq</script>')}`);
  expect(html).toContain('No results for');
  expect(html).not.toContain('<script>qqqq');
  expect(html).toContain(`href="/en-US${href('site.contact')}"`);
});

it.each(['%E3%81', '%00', 'a'.repeat(5_000), '%F0%9F%92%A9'])(
  'the help centre stands any query (%#)',
  async (query) => {
    const answer = await get(`/ja/help-center?q=${query}`);
    expect(answer.status).toBe(200);
  },
);

it('the TV page offers no app when the document has none', async () => {
  const html = await page('/en-US/tv');
  expect(html).toContain('What works today');
  expect(html).not.toContain('Download the TV app');
  expect(html).not.toContain('/downloads/');
});

it('the TV page offers the app of the document with its checksum, by the counting download link', async () => {
  const app = {
    url: 'https://downloads.example.com/magpie-tv.apk',
    version: '2.0.1',
    size: 20 * 1024 * 1024,
    sha256: 'cd'.repeat(32),
    system: 'Android TV 9',
    date: '2026-11-01',
  };
  const text = JSON.stringify({ default: { tv_apk: app }, variants: [] });
  const kv = { get: async (key: string) => (key.includes('external_products') ? text : null) };
  const server = makeServer({ bindings: { CONFIG: kv as unknown as KVNamespace } });
  const headers = { host: HOST, accept: 'text/html', 'accept-language': 'en-US' };
  const html = await (await visit('/en-US/tv', { headers, server })).text();
  expect(html).toContain('href="/downloads/tv_apk?language=en-US"');
  expect(html).toContain('Version 2.0.1, 20 MB, Android TV 9 or later.');
  expect(html).toContain(app.sha256);
  expect(structuredOf(html)).toMatchObject([
    { '@type': 'SoftwareApplication', operatingSystem: 'Android TV', softwareVersion: '2.0.1' },
  ]);
  expect(html).toContain('Download the TV app');
});
