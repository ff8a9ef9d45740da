/** Redirect rules through the whole app: the rules in KV apply, and no text in KV takes the app down. */
import { createExecutionContext } from 'cloudflare:test';
import { beforeEach, expect, test } from 'vitest';
import { env, ORIGIN } from '#test/contract/send.ts';
import { HARMLESS_TARGETS, HOSTILE_TARGETS } from '#test/seed/redirect-vectors.ts';
import { makeApp } from '#worker/app.ts';
import { compose } from '#worker/compose.ts';
import type { Env } from '#worker/env.ts';
import { makeConfigService } from '#worker/services/config/index.ts';

const HOST = new URL(ORIGIN).host;
/** Longer than an isolate caches a text. */
const LATER_MS = 60_000;

let nowMs: number;
/** The text in KV, or the error that KV answers. */
let stored: string | null | Error;
let app: ReturnType<typeof makeApp>;

function makeServer(change: Partial<Env> = {}): ReturnType<typeof makeApp> {
  const services = compose({ ...env, ...change });
  const clock = { nowMs: () => nowMs };
  const kv = {
    get: () => (stored instanceof Error ? Promise.reject(stored) : Promise.resolve(stored)),
  } as unknown as KVNamespace;
  const documents = makeConfigService({ kv, registries: services.objects.configRegistry, clock });
  return makeApp({ ...services, clock, documents });
}

beforeEach(() => {
  nowMs = Date.UTC(2026, 11, 1);
  stored = null;
  app = makeServer();
});

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  const own = { host: HOST, accept: 'text/html', 'accept-language': 'ja', ...headers };
  const request = new Request(`${ORIGIN}${path}`, { method, headers: own, redirect: 'manual' });
  const answer = await app.fetch(request, env, createExecutionContext());
  await answer.body?.cancel();
  return answer;
}

async function whereTo(path: string, headers: Record<string, string> = {}): Promise<string> {
  const { status, headers: sent } = await ask(path, headers);
  return `${status} ${sent.get('location') ?? ''}`;
}

test('a redirect rule applies with the query, from every language and from none', async () => {
  stored = '/old/:page /:page 301\n/gone https://example.com/x\nallow https://example.com';
  expect(await whereTo('/old/faq?q=1')).toBe('301 /faq?q=1');
  expect(await whereTo('/ja/old/faq?q=1')).toBe('301 /ja/faq?q=1');
  expect(await whereTo('/gone')).toBe('302 https://example.com/x');
  const head = await ask('/old/faq', {}, 'HEAD');
  // A window opened for a sign-in would lose its opener on the way.
  expect([head.status, head.headers.get('cross-origin-opener-policy')]).toEqual([301, 'same-origin']);
  expect((await ask('/old/faq', {}, 'POST')).headers.get('location')).toBeNull();
});

test('a redirect rule may replace a page of our own', async () => {
  stored = '/ /help';
  expect(await whereTo('/ja')).toBe('302 /ja/help');
  stored = '';
  nowMs += LATER_MS;
  expect(await whereTo('/ja')).toBe('200 ');
});

test('a redirect rule reads language, platform and country of the visitor, and names them in Vary', async () => {
  stored = '/app /one locale=ko\n/app /two platform=iOS 301\n/app /three country=FR 308';
  const iPhone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)' };
  expect(await whereTo('/app', { 'accept-language': 'ko' })).toBe('302 /one');
  expect(await whereTo('/ko/app')).toBe('302 /one');
  const two = await ask('/app', iPhone);
  expect([two.status, two.headers.get('vary'), two.headers.get('cache-control')]).toEqual([
    301,
    'Accept-Language, Cookie, User-Agent',
    'private, max-age=60',
  ]);
  const three = await ask('/app', { 'cf-ipcountry': 'FR' });
  expect([three.status, three.headers.get('cache-control')]).toEqual([308, 'private, max-age=60']);
  const none = await ask('/app');
  expect([none.status, none.headers.get('vary')]).toEqual([404, expect.stringContaining('User-Agent')]);
});

test('a redirect rule starts and ends at its time without a publication', async () => {
  stored = '/x /y 301 start=2026-12-01T00:00:10Z end=2026-12-01T00:00:40Z';
  const seen = [];
  for (const second of [0, 10, 20, 39, 40]) {
    nowMs = Date.UTC(2026, 11, 1, 0, 0, second);
    const answer = await ask('/x');
    seen.push(`${answer.status} ${answer.headers.get('location') ? answer.headers.get('cache-control') : ''}`);
  }
  expect(seen).toEqual(['404 ', '301 public, max-age=30', '301 public, max-age=20', '301 public, max-age=1', '404 ']);
});

test('no redirect rule applies to sign-in, operator pages, calls, content and files', async () => {
  stored = 'allow https://example.com\n/* https://example.com/:splat\n/:a/:b https://example.com/';
  expect(await whereTo('/anything')).toBe('302 https://example.com/anything');
  const safe = ['/auth', '/auth/sign-up', '/ops', '/ops/redirects', '/human-check', '/drive/login', '/openapi.json'];
  for (const path of [...safe, '/v1/user/me', '/drive/v1/about', '/_internal/seed', '/ja/auth', '/sitemap.xml'])
    expect((await ask(path)).headers.get('location') ?? '').not.toContain('example.com');
  const content = await ask('/f/x', { host: new URL(env.CONTENT_ORIGIN).host });
  expect(content.headers.get('location')).toBeNull();
});

test('a redirect rule reaches an origin of the installation where the document allows it', async () => {
  app = makeServer({ REDIRECT_ORIGINS: 'https://partner.example' });
  stored = 'allow installation\n/a https://partner.example/a\n/b https://other.example/b';
  expect(await whereTo('/a')).toBe('302 https://partner.example/a');
  expect(await whereTo('/b')).toBe('404 ');
});

async function meta(id: string): Promise<Response> {
  const request = new Request(`${ORIGIN}/builds/meta/${id}.json`, { headers: { host: HOST } });
  return app.fetch(request, env, createExecutionContext());
}

test('the route rules of a build hold every page and the active redirect rules', async () => {
  stored = [
    'allow https://example.com',
    '/a/:x /b/:x 301',
    '/out https://example.com/',
    '/secret /campaign start=2026-12-24T00:00:00Z',
    '/over /y end=2026-11-30T00:00:00Z',
  ].join('\n');
  const answer = await meta('test');
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=8']);
  const text = await answer.text();
  expect(text).not.toMatch(/campaign|over|"\/ops|_dev/);
  const body = JSON.parse(text) as { build: string; routes: { id: string }[]; redirects: unknown };
  expect(body.build).toBe('test');
  expect(body.routes.find(({ id }) => id === 'site.faq')).toEqual({
    id: 'site.faq',
    pattern: '/faq',
    layout: 'basic',
    languages: 'localized',
    prerendered: true,
  });
  expect(body.redirects).toEqual([
    { source: '/a/:x', status: 301, external: false, conditional: false, target: '/b/:x' },
    { source: '/out', status: 302, external: true, conditional: false, target: 'https://example.com/' },
    { source: '/secret', status: 302, external: false, conditional: true },
  ]);
});

test.each(['other', '..%2ftest', 'test.json', '%00', ''])('no route rules exist for the build %j', async (id) => {
  const answer = await meta(id);
  await answer.body?.cancel();
  expect(answer.status).toBe(404);
});

test('the last good redirect rules apply while KV fails, and the newer ones once it answers', async () => {
  stored = '/a /one';
  expect(await whereTo('/a')).toBe('302 /one');
  stored = new Error('KV is down');
  nowMs += LATER_MS;
  expect(await whereTo('/a')).toBe('302 /one');
  stored = '/a /two';
  nowMs += LATER_MS;
  expect(await whereTo('/a')).toBe('302 /two');
});

test('no redirect rule applies when KV fails from the start', async () => {
  stored = new Error('KV is down');
  expect(await whereTo('/a')).toBe('404 ');
  expect(await whereTo('/ja')).toBe('200 ');
});

test.each([
  'oops',
  '/a',
  '/a //evil.example',
  '/a https://evil.example/',
  '/a /a',
  '{"json":true}',
  '\u0000',
  '/a /b 999',
])('a malformed text %j in KV is ignored', async (garbage) => {
  stored = '/a /one';
  expect(await whereTo('/a')).toBe('302 /one');
  stored = garbage;
  nowMs += LATER_MS;
  expect(await whereTo('/a')).toBe('302 /one');
});

const ALLOWED = ['https://example.com', ORIGIN];

test('what visitors put into an address: fills placeholders without ever leading past the allow-list', async () => {
  stored = [
    'allow https://example.com',
    '/one/:x /:x',
    '/all/* /:splat',
    '/out/* https://example.com/:splat',
    '/query/* /faq?next=:splat',
  ].join('\n');
  let led = 0;
  for (const target of [...HOSTILE_TARGETS, ...HARMLESS_TARGETS.map(([harmless]) => harmless)]) {
    for (const rule of ['one', 'all', 'out', 'query']) {
      for (const path of [
        `/${rule}/${target.slice(0, 1900)}`,
        `/ja/${rule}/${encodeURIComponent(target.toWellFormed().slice(0, 500))}`,
      ]) {
        if (!URL.canParse(path, ORIGIN)) continue;
        const { status, headers } = await ask(new URL(path, ORIGIN).href.slice(ORIGIN.length));
        expect([path, status < 500]).toEqual([path, true]);
        const location = headers.get('location');
        if (location === null) continue;
        led += 1;
        expect([path, ALLOWED]).toEqual([path, expect.arrayContaining([new URL(location, ORIGIN).origin])]);
        expect(location).toMatch(/^(\/(?![/\\])|https:\/\/example\.com\/)/);
      }
    }
  }
  expect(led).toBeGreaterThan(400);
});
