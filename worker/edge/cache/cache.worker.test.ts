/** Pages from memory, through the whole app: fast, the same for every visitor, and never personal. */

import { createExecutionContext } from 'cloudflare:test';
import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LOCALES } from '#shared/locale/tags.ts';
import { env, ORIGIN } from '#test/contract/send.ts';
import { seed } from '#test/contract/world.ts';
import { makeApp } from '#worker/app.ts';
import { compose } from '#worker/compose.ts';

const HOST = new URL(ORIGIN).host;
const LATER_MS = 8_000;

let nowMs: number;
let limits: { freeStorageBytes: number };
let app: ReturnType<typeof makeApp>;

function start(): void {
  const services = compose({ ...env, SHIELD_MODE: 'never' });
  nowMs = Date.now();
  limits = { ...services.config.limits };
  const config = { ...services.config, limits: limits as typeof services.config.limits };
  app = makeApp({ ...services, config, clock: { nowMs: () => nowMs } });
}

beforeEach(start);

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  const own = { host: HOST, accept: 'text/html', 'accept-language': 'en-US', ...headers };
  return app.fetch(
    new Request(`${ORIGIN}${path}`, { method, headers: own, redirect: 'manual' }),
    env,
    createExecutionContext(),
  );
}

/** The part of an answer that a visitor sees, without the id of the request. */
async function seen(answer: Response): Promise<{ status: number; headers: Record<string, string>; text: string }> {
  const { 'x-request-id': _id, ...headers } = Object.fromEntries(answer.headers);
  return { status: answer.status, headers, text: await answer.text() };
}

test('a public page is rendered once; a change shows when the copy is eight seconds old', async () => {
  const first = await seen(await ask('/en-US'));
  limits.freeStorageBytes = 123 * 2 ** 30;
  expect(await seen(await ask('/en-US'))).toEqual(first);
  nowMs += LATER_MS - 1;
  expect(await seen(await ask('/en-US'))).toEqual(first);
  nowMs += 1;
  const fresh = await seen(await ask('/en-US'));
  expect(fresh.text).toContain('123 GB');
  expect(fresh.headers['etag']).not.toBe(first.headers['etag']);
});

test('a public page is answered from memory with every header of the first answer, and an id of its own', async () => {
  const [first, second] = [await ask('/ja'), await ask('/ja')];
  expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  const [before, after] = [await seen(first), await seen(second)];
  expect(after).toEqual(before);
  expect(after.headers).toMatchObject({
    'cache-control': 'private, no-cache',
    'content-language': 'ja',
    vary: 'Accept-Language, Cookie',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  const policy = after.headers['content-security-policy'] ?? '';
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toMatch(/nonce-|unsafe-inline|unsafe-eval/);
});

test('a public page: holds nothing that its policy would need a hash for', async () => {
  const text = await (await ask('/en-US')).text();
  const scripts = [...text.matchAll(/<script([^>]*)>/g)].map(([, attributes = '']) => attributes);
  expect(scripts.length).toBeGreaterThan(0);
  for (const attributes of scripts) expect(attributes).toMatch(/ src="\/|type="application\/(ld\+)?json"/);
  expect(text).not.toMatch(/<style|\sstyle="|\son[a-z]+="/);
});

test('a public page is answered in the smallest coding that the proxy says its client accepts', async () => {
  const plain = await (await ask('/en-US')).text();
  const answerIn = (codings: string) => ask('/en-US', { 'x-magpie-codings': codings });
  for (const codings of ['zstd gzip br', 'br']) {
    const answer = await answerIn(codings);
    expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([
      'br',
      'Accept-Language, Cookie, Accept-Encoding',
    ]);
    expect(brotliDecompressSync(await answer.arrayBuffer()).toString()).toBe(plain);
  }
  expect((await answerIn('zstd gzip')).headers.get('content-encoding')).toBe('zstd');
  const without = await ask('/en-US', { 'accept-encoding': 'br' });
  expect([without.headers.get('content-encoding'), await without.text()]).toEqual([null, plain]);
});

test('a public page is not sent again to a browser that holds it', async () => {
  const etag = (await ask('/en-US')).headers.get('etag') ?? '';
  for (const held of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
    const answer = await ask('/en-US', { 'if-none-match': held });
    expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', etag]);
    expect(answer.headers.get('vary')).toBe('Accept-Language, Cookie');
  }
  expect((await ask('/en-US', { 'if-none-match': 'W/"other"' })).status).toBe(200);
  expect((await ask('/ja', { 'if-none-match': etag })).status).toBe(200);
});

test('a public page: answers HEAD as GET without its body, in either order', async () => {
  const head = await seen(await ask('/ko', {}, 'HEAD'));
  const get = await seen(await ask('/ko'));
  expect(head).toEqual({ ...get, text: '' });
  expect(await seen(await ask('/ko', {}, 'HEAD'))).toEqual(head);
  expect(get.text).toContain('<html lang="ko"');
});

test('a public page comes in every language, in any order of requests', async () => {
  for (const locale of LOCALES) await ask(`/${locale}`);
  for (const locale of LOCALES) expect(await (await ask(`/${locale}`)).text()).toContain(`<html lang="${locale}"`);
  for (const locale of ['ja', 'ru', 'zh-TW'])
    expect(await (await ask('/', { 'accept-language': locale })).text()).toContain(`<html lang="${locale}"`);
});

test('a public page keeps the chosen theme apart', async () => {
  const themeIn = async (cookie: string) =>
    /data-theme="(\w+)"/.exec(await (await ask('/en-US', { cookie })).text())?.[1];
  for (const _round of [1, 2]) {
    expect(await themeIn('pp_theme=dark')).toBe('dark');
    expect(await themeIn('pp_theme=light')).toBe('light');
    expect(await themeIn('')).toBeUndefined();
  }
});

test('a page that is not there', async () => {
  const answer = await ask('/en-US/nothing-here');
  expect([answer.status, answer.headers.get('etag'), answer.headers.get('cache-control')]).toEqual([
    404,
    null,
    'private, no-store',
  ]);
});

test('a document that ends a hand-off, which leaves the next visitor with the plain page', async () => {
  const plain = await seen(await ask('/en-US'));
  const handed = await ask('/en-US?code=secret-code&state=s');
  expect([handed.headers.get('etag'), handed.headers.get('cache-control')]).toEqual([null, 'private, no-store']);
  expect(handed.headers.get('referrer-policy')).toBe('no-referrer');
  expect(await handed.text()).not.toBe(plain.text);
  expect(await seen(await ask('/en-US'))).toEqual(plain);
});

test('never kept: what an address says of its visitor', async () => {
  const marked = await (await ask('/en-US/help?utm_source=mark-of-mine&x=%3Cscript%3E')).text();
  expect(marked).not.toContain('mark-of-mine');
  expect(await (await ask('/en-US/help')).text()).toBe(marked);
});

/** Forty ways to make a personal page look like a file that a cache keeps. */
const SUFFIXES = [
  ...['.css', '.js', '.png', '.ico', '.json', '.txt', '.woff2', '.xml'].flatMap((end) => [
    `/x${end}`,
    `;x${end}`,
    `${end}`,
  ]),
  '%2fx.css',
  '%2Fx.js',
  '%5cx.css',
  '%3bx.css',
  '%3fx.css',
  '%23x.css',
  '%00.css',
  '%0a.css',
  '%09x.js',
  '/%2e%2e/x.css',
  '/..%2fen-US',
  '/%2e/x.js',
  '//x.css',
  '/./x.css',
  '?x.css',
  '?utm_source=a;x.js',
];

/** Twenty headers that a cache or a server behind one may believe. */
const HEADERS: Readonly<Record<string, string>>[] = [
  { 'x-forwarded-host': 'evil.example' },
  { 'x-host': 'evil.example' },
  { forwarded: 'host=evil.example;proto=http' },
  { 'x-original-url': '/drive/account' },
  { 'x-rewrite-url': '/drive/account' },
  { 'x-forwarded-proto': 'http' },
  { 'x-forwarded-scheme': 'nothttps' },
  { 'x-forwarded-prefix': '/evil' },
  { 'x-forwarded-for': '6.6.6.6' },
  { 'x-http-method-override': 'POST' },
  { 'accept-language': 'ja;q=1, en;q=0.1' },
  { 'accept-language': '"><script>evil</script>' },
  { range: 'bytes=0-10' },
  { 'if-range': 'W/"x"' },
  { 'user-agent': 'evil <script>' },
  { referer: 'https://evil.example/' },
  { origin: 'https://evil.example' },
  { authorization: 'Bearer evil' },
  { accept: 'application/json' },
  { 'x-device-id': 'evil', 'x-device-name': 'evil' },
];

describe('two people behind one cache', () => {
  let cookie: string;
  beforeAll(async () => {
    await seed();
    start();
    const answer = await app.fetch(
      new Request(`${ORIGIN}/auth`, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          host: HOST,
          origin: ORIGIN,
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ username: 'alice@example.com', password: 'magpie-demo' }).toString(),
      }),
      env,
      createExecutionContext(),
    );
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(cookie).toContain('magpie_session=');
  });

  test('there are forty suffixes and twenty headers', () => {
    expect([new Set(SUFFIXES).size, HEADERS.length]).toEqual([40, 20]);
  });

  test.each(SUFFIXES)('a personal page with %s is never cached and never shown to another visitor', async (suffix) => {
    for (const page of ['/drive/account', '/drive/all']) {
      const hers = await ask(`${page}${suffix}`, { cookie });
      expect(hers.headers.get('cache-control') ?? '').not.toMatch(/public|max-age=[1-9]|s-maxage/);
      expect(hers.headers.get('etag')).toBeNull();
      await hers.body?.cancel();
      const visitors = await (await ask(`${page}${suffix}`)).text();
      expect(visitors).not.toContain('alice@example.com');
    }
  });

  test.each(SUFFIXES)('a public page with %s is the same bytes for a person and a visitor', async (suffix) => {
    const hers = await seen(await ask(`/en-US/help${suffix}`, { cookie }));
    const visitors = await seen(await ask(`/en-US/help${suffix}`));
    const hersAgain = await seen(await ask(`/en-US/help${suffix}`, { cookie }));
    expect(hersAgain.status).toBe(hers.status);
    for (const { text, headers } of [hers, visitors, hersAgain]) {
      expect(text).not.toContain('alice');
      expect(headers['set-cookie']).toBeUndefined();
      expect(headers['cache-control']).toMatch(/^(private, )?no-(store|cache)$/);
    }
  });

  test.each(HEADERS)('%j poisons no public page', async (headers) => {
    const poisoned = await ask('/en-US', headers);
    expect(poisoned.status).toBe(200);
    const first = await poisoned.text();
    expect(first).not.toContain('evil');
    const clean = await seen(await ask('/en-US'));
    expect(clean.text).toBe(first);
    expect(JSON.stringify(clean.headers)).not.toContain('evil');
  });

  test.each(HEADERS)('%j shows no visitor a personal page', async (headers) => {
    const hers = await ask('/drive/account', { ...headers, cookie });
    expect(hers.headers.get('cache-control')).toMatch(/no-store/);
    await hers.body?.cancel();
    const visitors = await ask('/drive/account', headers);
    expect(await visitors.text()).not.toContain('alice@example.com');
    expect((await ask('/en-US', { ...headers, cookie })).headers.get('set-cookie')).toBeNull();
  });

  test('a public page says no more of a session than that there may be one', async () => {
    const hers = await (await ask('/en-US', { cookie })).text();
    const anyones = await (await ask('/en-US', { cookie: 'magpie_session=made-up' })).text();
    const visitors = await (await ask('/en-US')).text();
    expect(hers).toBe(anyones);
    expect(hers).toContain('href="/drive/all"');
    expect(visitors).not.toBe(hers);
    expect(hers).not.toMatch(/alice/i);
  });
});
