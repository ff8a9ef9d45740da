/** Operators' notice, support address and banners on pages, and closing them. */
import { createExecutionContext } from 'cloudflare:test';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { basicDocument, resourcesDocument } from '#shared/config/documents.ts';
import { noticeAt } from '#shared/config/notice.ts';
import type { DocumentName } from '#shared/documents/registry.ts';
import { env, ORIGIN } from '#test/contract/send.ts';
import { seed } from '#test/contract/world.ts';
import { makeApp } from '#worker/app.ts';
import { compose } from '#worker/compose.ts';
import { makeConfigService } from '#worker/services/config/index.ts';

const HOST = new URL(ORIGIN).host;
const ACTOR = { id: 'console', name: '', via: 'console' } as const;
const TEXT = 'A pause on <b>Sunday</b>.';
/** Longer than a document and a page are kept. */
const MINUTE_MS = 60_000;

let app: ReturnType<typeof makeApp>;
let documents: ReturnType<typeof makeConfigService>;
let nowMs = Date.now();
let kvFails = false;

/** A fresh isolate. */
function start(): void {
  const kv = {
    get: (...args: Parameters<KVNamespace['get']>) =>
      kvFails ? Promise.reject(new Error('KV is gone')) : env.CONFIG.get(...args),
    put: (...args: Parameters<KVNamespace['put']>) => env.CONFIG.put(...args),
  } as unknown as KVNamespace;
  const clock = { nowMs: () => nowMs };
  const made = compose({ ...env, SHIELD_MODE: 'never' });
  documents = makeConfigService({ kv, registries: made.objects.configRegistry, clock });
  app = makeApp({ ...made, documents, clock });
}

async function ask(
  path: string,
  headers: Record<string, string> = {},
  body?: Record<string, string>,
): Promise<Response> {
  const own = {
    host: HOST,
    accept: 'text/html',
    'accept-language': 'en-US',
    ...(body ? { origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' } : {}),
    ...headers,
  };
  return app.fetch(
    new Request(`${ORIGIN}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: own,
      redirect: 'manual',
      ...(body ? { body: new URLSearchParams(body).toString() } : {}),
    }),
    env,
    createExecutionContext(),
  );
}

const html = async (path: string, cookie = ''): Promise<string> => (await ask(path, { cookie })).text();

async function publish(name: DocumentName, initial: string, change: object, variants: object[] = []): Promise<number> {
  const { default: first } = JSON.parse(initial) as { default: object };
  const text = JSON.stringify({ default: { ...first, ...change }, variants });
  const { version: base } = await documents.read(name);
  const done = await documents.publish(ACTOR, { name, text, base, note: '' });
  if (!done.ok) throw new Error(JSON.stringify(done.problems));
  nowMs += MINUTE_MS;
  return done.version;
}

const say = (change: object, variants?: object[]) => publish('basic', basicDocument.initial, change, variants);

/** Cookies as a browser holds them after an answer. */
const cookieOf = (answer: Response): string => answer.headers.get('set-cookie')?.split(';')[0] ?? '';

// Other files share the runtime.
afterAll(async () => {
  kvFails = false;
  start();
  await say({});
  await publish('resources', resourcesDocument.initial, {});
});

await seed();
start();
const alice = cookieOf(
  await ask('/auth', { 'sec-fetch-site': 'same-origin' }, { username: 'alice@example.com', password: 'magpie-demo' }),
);
expect(alice).toContain('magpie_session=');

beforeEach(async () => {
  kvFails = false;
  start();
  await say({});
  await publish('resources', resourcesDocument.initial, {});
});

test('the notice is a line of text on public pages, error pages, sign-in and the drive, and is gone when withdrawn', async () => {
  const pages = [
    '/en-US',
    '/ja/faq',
    '/en-US/contact-us',
    '/en-US/nothing-here',
    '/auth',
    '/s/VnoSuchShare_noSuchShare_0',
  ];
  for (const path of pages) expect(await html(path)).toContain('<div data-part="notice"></div>');
  const version = await say({ notice: TEXT, notice_link: '/help' });
  for (const path of pages) {
    const text = await html(path);
    expect(text).toContain('A pause on &lt;b&gt;Sunday&lt;/b&gt;.');
    expect(text).toContain('href="/help"');
  }
  for (const path of ['/drive/all', '/drive/trash', '/drive/account', '/drive/storage'])
    expect(await html(path, alice)).toContain('A pause on &lt;b&gt;Sunday');
  await documents.rollback(ACTOR, { name: 'basic', version: version - 1, base: version, note: '' });
  nowMs += MINUTE_MS;
  for (const path of pages) expect(await html(path)).toContain('<div data-part="notice"></div>');
});

test('a notice link to another site opens its own tab and sends no user name', async () => {
  await say({ notice: TEXT, notice_link: 'https://status.example.com/today' });
  expect(await html('/en-US')).toMatch(
    /<a class="link" href="https:\/\/status\.example\.com\/today" target="_blank" rel="noopener noreferrer">/,
  );
  await say({ notice: TEXT, notice_link: 'https://name@evil.example/' });
  expect(await html('/en-US')).not.toContain('evil.example');
});

test('the notice shows between its times, also on a cached page', async () => {
  const begin = Math.ceil((nowMs + 10 * MINUTE_MS) / 1000) * 1000;
  const times = {
    notice_start: new Date(begin).toISOString(),
    notice_end: new Date(begin + MINUTE_MS).toISOString(),
  };
  await say({ notice: TEXT, ...times });
  const isThere = async () => (await html('/en-US')).includes('A pause on');
  expect(await isThere()).toBe(false);
  nowMs = begin + 8_000;
  expect(await isThere()).toBe(true);
  nowMs = begin + MINUTE_MS + 8_000;
  expect(await isThere()).toBe(false);
});

test('the notice is in the language of the page', async () => {
  await say({ notice: 'Hello all' }, [{ when: { languages: ['ja'] }, values: { notice: '皆さんへ' } }]);
  expect(await html('/ja')).toContain('皆さんへ');
  expect(await html('/ko')).toContain('Hello all');
});

test('a notice for a percentage of users shows in the drive and never on a cached page', async () => {
  const half = { when: { share: 0.999_999_999 }, values: { notice: 'For many' } };
  await say({}, [half]);
  expect(await html('/drive/all', alice)).toContain('For many');
  for (const cookie of [alice, '']) expect(await html('/en-US', cookie)).not.toContain('For many');
  expect(await html('/en-US/contact-us', alice)).toContain('For many');
  expect(await html('/en-US/contact-us')).not.toContain('For many');
});

test('the notice stays while KV fails', async () => {
  await say({ notice: TEXT });
  expect(await html('/en-US')).toContain('A pause on');
  kvFails = true;
  nowMs += 10 * MINUTE_MS;
  expect(await html('/en-US')).toContain('A pause on');
  expect(await html('/en-US/nothing-here')).toContain('A pause on');
});

test('the notice is in the payload of a page, so that soft navigation shows it', async () => {
  const build = /data-build="([^"]+)"/.exec(await html('/en-US'))?.[1] ?? '';
  await say({ notice: TEXT });
  const payload = await (await ask(`/en-US/faq/_payload.json?${build}`)).json<{ parts: Record<string, string> }>();
  expect(payload.parts['notice']).toContain('A pause on');
});

test('clients receive the notice between its times', async () => {
  const asked = async () => {
    const answer = await app.fetch(
      new Request(`${ORIGIN}/config/v1/basic`, {
        method: 'POST',
        headers: { host: HOST, 'content-type': 'application/json' },
        body: '{}',
      }),
      env,
      createExecutionContext(),
    );
    return (await answer.json<{ values: { basic: { notice: string } } }>()).values.basic.notice;
  };
  await say({ notice: TEXT });
  expect(await asked()).toBe(TEXT);
  await say({ notice: TEXT, notice_end: '2026-01-01T00:00:00Z' });
  expect(await asked()).toBe('');
});

const notice = { notice: TEXT, notice_link: '', notice_start: '', notice_end: '' };
const id = noticeAt(notice, 0)?.id ?? '';
const SAME = { 'sec-fetch-site': 'same-origin' };

test('closing hides the notice in this browser only, on cached pages too; a new notice is shown again', async () => {
  await say(notice);
  expect(await html('/en-US/faq')).toContain(`name="id" value="${id}"`);
  expect(await html('/en-US/faq')).toContain('name="next" value="/en-US/faq"');
  const closed = await ask('/close-note', SAME, { id, next: '/en-US/faq' });
  expect([closed.status, closed.headers.get('location')]).toEqual([303, '/en-US/faq']);
  expect(closed.headers.get('set-cookie')).toMatch(/HttpOnly/);
  const cookie = cookieOf(closed);
  for (const _round of [1, 2]) {
    expect(await html('/en-US/faq', cookie)).not.toMatch(/A pause on|data-part="notice"/);
    expect(await html('/en-US/faq')).toContain('A pause on');
    expect(await html('/en-US/faq', 'pp_closed=notice.123')).toContain('A pause on');
  }
  expect(await html('/drive/all', `${alice}; ${cookie}`)).not.toContain('A pause on');
  await say({ notice: 'Something else.' });
  expect(await html('/en-US/faq', cookie)).toContain('Something else.');
});

test('closing leads back within this site, and is refused from another site and for an unknown id', async () => {
  for (const next of ['https://evil.example/', '//evil.example', '/\\evil.example', ''])
    expect((await ask('/close-note', SAME, { id, next })).headers.get('location')).toBe('/en-US');
  expect((await ask('/close-note', { 'sec-fetch-site': 'cross-site' }, { id, next: '/' })).status).toBe(403);
  for (const wrong of ['', '<script>', 'a b', `notice.${'f'.repeat(9)}`])
    expect((await ask('/close-note', SAME, { id: wrong, next: '/' })).status).toBe(400);
});

test('closing keeps the query of the page without a passcode', async () => {
  await say(notice);
  expect(await html('/drive/search?q=a%26b&s_code=secret&hide_header=1', alice)).toContain(
    'name="next" value="/drive/search?q=a%26b&amp;hide_header=1"',
  );
});

test('closing a note on the consent and device pages keeps their request', async () => {
  await say({ notice: TEXT });
  const asked = new URLSearchParams({
    client_id: 'cli',
    response_type: 'code',
    redirect_uri: 'http://127.0.0.1:9999/callback',
    scope: 'user',
    state: 'st&te',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  });
  const next = (text: string): URL =>
    new URL(/name="next" value="([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '', ORIGIN);
  const consent = next(await html(`/auth/authorize?${asked}`, alice));
  expect(consent.pathname).toBe('/auth/authorize');
  for (const [name, value] of asked) expect(consent.searchParams.get(name)).toBe(value);
  const device = next(await html('/auth/device?user_code=ABCD-EFGH', alice));
  expect(device.pathname + device.search).toBe('/auth/device?user_code=ABCD-EFGH');
});

test('the support address is on the contact page and on error pages', async () => {
  expect(await html('/en-US/contact-us')).not.toContain('mailto:');
  await say({ support_email: 'help@example.com' });
  expect(await html('/en-US/contact-us')).toContain('href="mailto:help@example.com"');
  const failed = await ask('/close-note', { 'sec-fetch-site': 'cross-site' }, { id: 'x', next: '/' });
  expect(await failed.text()).toContain('mailto:help@example.com');
  expect(await html('/en-US')).not.toContain('mailto:');
});

const banner = (id: string, change: object = {}) => ({
  id,
  title: `Look: <${id}>`,
  image_url: '/icon-512.png',
  link_url: '/en-US/faq',
  ...change,
});

test('one banner at a time is above all files; closing it shows the next', async () => {
  await publish('resources', resourcesDocument.initial, { banners: [banner('one'), banner('two')] });
  const first = await html('/drive/all', alice);
  expect(first).toContain('alt="Look: &lt;one&gt;"');
  expect(first).not.toContain('&lt;two&gt;');
  for (const path of ['/drive/trash', '/drive/starred']) expect(await html(path, alice)).not.toContain('Look: ');
  expect(await html('/en-US', alice)).not.toContain('Look: ');
  const closed = await ask(
    '/close-note',
    { 'sec-fetch-site': 'same-origin', cookie: alice },
    { id: 'one', next: '/drive/all' },
  );
  expect(closed.headers.get('location')).toBe('/drive/all');
  expect(await html('/drive/all', `${alice}; ${cookieOf(closed)}`)).toContain('&lt;two&gt;');
});

test('the origin of a banner picture is in the policy of that page only', async () => {
  const image_url = 'https://pictures.example.com/a.png';
  await publish('resources', resourcesDocument.initial, { banners: [banner('one', { image_url })] });
  const policy = async (path: string) =>
    (await ask(path, { cookie: alice })).headers.get('content-security-policy') ?? '';
  expect(/img-src ([^;]*)/.exec(await policy('/drive/all'))?.[1]).toContain('https://pictures.example.com');
  expect(await policy('/drive/trash')).not.toContain('pictures.example.com');
  await publish('resources', resourcesDocument.initial, {
    banners: [banner('one', { link_url: 'https://who@evil.example/' }), banner('two')],
  });
  const text = await html('/drive/all', alice);
  expect(text).not.toContain('evil.example');
  expect(text).toContain('&lt;two&gt;');
});
