/** The pages of apps with and without downloads, the download links, and the links hub. */
import { env as bound } from 'cloudflare:test';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { DocumentName } from '#shared/documents/registry.ts';
import { opsContract } from '#shared/ops/contract.ts';
import { type env, makeServer, ORIGIN, type Server } from '#test/contract/send.ts';
import { visit } from '#test/contract/visit.ts';

const HOST = new URL(ORIGIN).host;
const { CONFIG } = bound as unknown as { CONFIG: KVNamespace };

const WINDOWS = {
  url: 'https://downloads.example.com/magpie-1.4.2.exe',
  version: '1.4.2',
  size: 52_428_800,
  sha256: 'ab'.repeat(32),
  system: 'Windows 10',
  date: '2026-11-01',
};
const MAC = { ...WINDOWS, url: 'https://downloads.example.com/magpie.dmg', system: 'macOS 13' };

/** A server whose documents hold this; the text in KV is taken away again at once, for it is everybody's. */
async function serverWith(name: DocumentName, values: object, variants: object[] = []): Promise<Server> {
  const text = JSON.stringify({ default: values, variants });
  const kv = { get: async (key: string) => (key.endsWith(`:${name}`) ? text : CONFIG.get(key)) };
  return makeServer({ bindings: { CONFIG: kv as unknown as KVNamespace } });
}

const bare = makeServer({});

async function get(server: Server, path: string): Promise<Response> {
  const headers = { host: HOST, accept: 'text/html', 'accept-language': 'en-US' };
  return visit(path, { headers, server });
}

const html = async (server: Server, path: string) => (await get(server, path)).text();

async function statistics(server: Server) {
  return v.parse(opsContract.downloadStatistics.output, await (await get(server, '/statistics/pub/download')).json())
    .data;
}

test.each([
  ['/en-US/mobile-app', 'Add Magpie to your home screen'],
  ['/en-US/desktop-app', 'Install it from your browser'],
  ['/en-US/tv', 'Open a link'],
  ['/en-US/install-apk-troubleshooting', 'doesn’t offer a mobile app'],
])(
  'an installation without downloads offers no app on %s, and shows how to use it without one',
  async (path, sentence) => {
    const page = await html(bare, path);
    expect(page).toContain(sentence);
    expect(page).not.toContain('href="/downloads/');
    expect(page).not.toContain('SoftwareApplication');
  },
);

test('a site without apps has no download links, and the first page links to no empty page', async () => {
  expect((await get(bare, '/downloads/windows')).status).toBe(404);
  expect(await statistics(bare)).toEqual([]);
  const home = await html(bare, '/en-US');
  expect(home).toContain('On all your devices');
  expect(home).toContain('href="/en-US/mobile-app"');
  expect(home).not.toContain('desktop-app');
  // The extension is part of every build.
  expect(home).toContain('href="/en-US/browser-extension"');
});

const offer = { windows: WINDOWS, mac_arm: MAC, mac_intel: MAC, ios_store: { url: 'https://apps.example.com/1' } };

test('the pages list each download with facts and checksum, both Mac builds separately', async () => {
  const page = await html(await serverWith('external_products', offer), '/en-US/desktop-app');
  for (const text of ['1.4.2', '50 MB', 'Windows 10', 'November 1, 2026', `data-copy="${WINDOWS.sha256}"`])
    expect(page).toContain(text);
  expect(page).toContain('Mac with Apple Silicon');
  expect(page).toContain('Mac with Intel');
  expect(page).toContain('Get-FileHash .\\magpie-1.4.2.exe');
  expect(page).toContain('href="/downloads/windows?language=en-US"');
  expect(page).not.toContain('downloads.example.com');
  const [, data = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page) ?? [];
  expect(JSON.parse(data)).toMatchObject({
    '@type': 'SoftwareApplication',
    operatingSystem: 'Windows, macOS',
    softwareVersion: '1.4.2',
  });
});

test('the pages of apps are the same for every device', async () => {
  const server = await serverWith('external_products', offer);
  const ask = (agent: string) => visit('/en-US/desktop-app', { headers: { 'user-agent': agent }, server });
  const pages = await Promise.all(
    ['Mozilla/5.0 (Windows NT 10.0)', 'Mozilla/5.0 (Linux; Android 14) Mobile'].map(async (agent) =>
      (await (await ask(agent)).text()).replace(/nonce="[^"]*"/g, ''),
    ),
  );
  expect(pages[0]).toBe(pages[1]);
});

test('a download link counts the download, redirects, and stores nothing about the visitor', async () => {
  const server = await serverWith('external_products', offer);
  const answer = await get(server, '/downloads/ios_store');
  expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://apps.example.com/1']);
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  const row = (await statistics(server)).find(({ target }) => target === 'ios_store');
  expect(row).toMatchObject({ url: 'https://apps.example.com/1', version: '', size: '' });
  expect(Number(row?.downloads)).toBeGreaterThanOrEqual(1);
});

test.each(['/downloads/tv_apk', '/downloads/linux', '/downloads/toString', '/downloads/windows/x'])(
  'there is no download at %s',
  async (path) => {
    const server = await serverWith('external_products', offer);
    expect((await get(server, path)).status).toBe(404);
  },
);

test('a download link has its own address for a language, by the language of the page', async () => {
  const variants = [{ when: { languages: ['ja'] }, values: { windows: { ...WINDOWS, url: `${WINDOWS.url}-ja` } } }];
  const server = await serverWith('external_products', offer, variants);
  expect(await html(server, '/ja/desktop-app')).toContain('href="/downloads/windows?language=ja"');
  const target = async (query: string) => (await get(server, `/downloads/windows${query}`)).headers.get('location');
  expect(await target('?language=ja')).toBe(`${WINDOWS.url}-ja`);
  expect(await target('?language=xx')).toBe(WINDOWS.url);
});

test('a download link redirects even when counting fails', async () => {
  const text = JSON.stringify({ default: offer, variants: [] });
  const kv = { get: async (key: string) => (key.endsWith(':external_products') ? text : null) };
  const inbox = { getByName: () => ({ countDownload: async () => Promise.reject(new Error('away')) }) };
  const server = makeServer({
    bindings: { CONFIG: kv as unknown as KVNamespace, DESK: inbox as unknown as typeof env.DESK },
  });
  expect((await get(server, '/downloads/windows')).status).toBe(302);
});

const title = { 'en-US': 'Public files', ja: '公開ファイル' };
const hub = {
  origins: ['https://example.org'],
  groups: [
    {
      title,
      links: [
        { title: { 'en-US': 'A share' }, url: `/s/V${'a'.repeat(25)}` },
        { title: { 'en-US': '<i>A page</i>' }, url: 'https://example.org/a', note: { 'en-US': 'About it.' } },
      ],
    },
  ],
};

test('a links hub without links of operators shows how to keep what one finds', async () => {
  expect(await html(bare, '/en-US/favorite-links-hub')).toContain('More ways to keep what you find');
});

test('the links hub shows its groups in the language of the page, or in English', async () => {
  const page = await html(await serverWith('links_hub', { hub }), '/ja/favorite-links-hub');
  expect(page).toContain('公開ファイル');
  expect(page).toContain('A share');
  expect(page).toContain('&lt;i&gt;A page');
  expect(page).toContain('rel="noopener nofollow"');
  expect(page).toContain('example.org');
});
