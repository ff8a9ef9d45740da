/** The gate of programs, with one protocol behind it that reads a drive. */
import { Hono } from 'hono';
import { beforeEach, expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { makeCall } from '#worker/platform/call-fixture.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { newAppPassword } from '#worker/services/auth/app-password/text.ts';
import { makeWorld, type TestWorld } from '#worker/services/auth/auth-fixture.ts';
import { makeGate } from '#worker/services/programs/gate/endpoints.ts';
import type { Protocol } from '#worker/services/programs/gate/protocol.ts';

const USER_ID = `V${'u'.repeat(25)}`;

let world: TestWorld;
let text: string;
let asked: number;
/** Whether the drive still takes the password. */
let isLive: boolean;
let noted: string[];

beforeEach(async () => {
  world = await makeWorld();
  ({ text } = await newAppPassword(world.keyring, USER_ID));
  [asked, isLive, noted] = [0, true, []];
});

const protocol: Protocol = {
  route: '/dav/*',
  owns: (path) => path.startsWith('/dav/'),
  mayNavigate: (path) => path === '/dav/login',
  async serve({ caller, url }) {
    if (url.pathname === '/dav/open') return new Response('for all');
    const { userId } = await caller();
    asked += 1;
    if (url.pathname === '/dav/gone') throw new AppError('file_not_found');
    if (!isLive) throw new AppError('unauthenticated', { reason: 'app_password_ended' });
    return new Response(`drive of ${userId}`, { headers: { 'content-type': 'text/html' } });
  },
};

function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    c.set('hostKind', path.startsWith('/elsewhere') ? 'app' : 'programs');
    c.set('locale', 'en-US');
    c.set(
      'call',
      makeCall(world.time.nowMs, { address: headers['x-from'] ?? '203.0.113.9', userAgent: 'rclone/v1.60' }),
    );
    await next();
  });
  const { auth } = world;
  const deps = {
    appOrigin: 'https://drive.example.com',
    send: async () => new Response(null),
    auth: { ...auth, noteProgramUse: (_caller: unknown, from: string) => void noted.push(from) },
  };
  app.use(makeGate(deps, [protocol]));
  app.all('*', (c) => c.text('a page'));
  return Promise.resolve(app.request(`https://files.example.com${path}`, { method, headers }));
}

const basic = (password: string, name = 'alice@example.com') => ({
  authorization: `Basic ${btoa(`${name}:${password}`)}`,
});

it('a program with an app password is served, by Basic with any name and by a bearer', async () => {
  for (const headers of [basic(text), basic(text, ''), { authorization: `Bearer ${text}` }]) {
    const answer = await ask('/dav/x', headers);
    expect([answer.status, await answer.text()]).toEqual([200, `drive of ${USER_ID}`]);
  }
  expect(noted).toEqual(['203.0.113.9', '203.0.113.9', '203.0.113.9']);
});

it('every answer runs nothing in a browser, and a download is one', async () => {
  const answer = await ask('/dav/x', basic(text));
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'content-disposition': 'attachment',
    'cache-control': 'private, no-store',
  });
  expect((await ask('/dav/x', basic(text), 'PROPFIND')).headers.has('content-disposition')).toBe(false);
});

it.each([
  ['no password', {}, 'Sign in with an app password.'],
  ['the password of the account', basic('magpie-demo'), 'This isn’t an app password'],
  ['a bearer of the account', { authorization: 'Bearer eyJhbGciOiJFUzI1NiJ9.e30.x' }, 'This isn’t an app password'],
  ['another scheme', { authorization: 'Digest username="alice"' }, 'This isn’t an app password'],
  ['Basic that is no Base64', { authorization: 'Basic ***' }, 'This isn’t an app password'],
  ['a header without end', { authorization: `Basic ${'a'.repeat(5_000)}` }, 'This isn’t an app password'],
])(
  '%s is answered with a challenge and the place of app passwords, without an object call',
  async (_what, headers, said) => {
    const before = world.spent.objectCalls;
    const answer = await ask('/dav/x', headers as Record<string, string>);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Basic realm="Magpie", charset="UTF-8"');
    const sentence = await answer.text();
    expect(sentence).toContain(said);
    expect(sentence).toContain('https://drive.example.com/drive/account/programs');
    expect([asked, world.spent.objectCalls - before]).toEqual([0, 0]);
  },
);

it('a refusal that a protocol leaves unsaid is a status alone, with what every answer carries', async () => {
  const gone = await ask('/dav/gone', { authorization: `Bearer ${text}` });
  expect([gone.status, await gone.text()]).toEqual([404, '']);
  expect(gone.headers.get('content-security-policy')).toContain('sandbox');
});

it('a forged app password of a real person reaches nothing', async () => {
  const forged = `${text.slice(0, -1)}${text.endsWith('a') ? 'b' : 'a'}`;
  expect((await ask('/dav/x', basic(forged))).status).toBe(401);
  expect(asked).toBe(0);
});

it('an ended password is refused by the drive once in half a minute, and by the gate between', async () => {
  isLive = false;
  for (let times = 0; times < 3; times += 1) {
    const answer = await ask('/dav/x', basic(text));
    expect([answer.status, (await answer.text()).startsWith('This app password has ended.')]).toEqual([401, true]);
  }
  expect(asked).toBe(1);
  world.time.nowMs += 30_000;
  await ask('/dav/x', basic(text));
  expect(asked).toBe(2);
  expect(noted).toEqual([]);
});

it('an address that floods with wrong passwords waits, and right ones from there still work', async () => {
  for (let times = 0; times < 60; times += 1) await ask('/dav/x', basic('wrong'));
  const flooded = await ask('/dav/x', basic('wrong'));
  expect([flooded.status, flooded.headers.get('retry-after')]).toEqual([429, '300']);
  expect((await ask('/dav/x', { ...basic('wrong'), 'x-from': '198.51.100.7' })).status).toBe(401);
  expect((await ask('/dav/x', basic(text))).status).toBe(200);
});

it.each([
  ['a navigation', { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' }],
  ['a picture on a page of another site', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'cross-site' }],
  ['a page of the app', { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-site' }],
  ['a page of this host', { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' }],
  ['a form of another site in an older browser', { origin: 'https://evil.example' }],
  ['a sandboxed page', { origin: 'null' }],
])('%s is refused although the browser sends a remembered password', async (_what, headers) => {
  const answer = await ask('/dav/x', { ...basic(text), ...headers } as Record<string, string>);
  expect(answer.status).toBe(403);
  expect(answer.headers.has('www-authenticate')).toBe(false);
  expect(asked).toBe(0);
});

it('a browser may navigate to the page of a sign-in alone', async () => {
  const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' };
  expect((await ask('/dav/login', { ...navigation, ...basic(text) })).status).toBe(200);
});

it('a path of no protocol is absent without a challenge, and other hosts go on to their pages', async () => {
  const absent = await ask('/wp-login.php', basic(text));
  expect([absent.status, absent.headers.has('www-authenticate'), asked]).toEqual([404, false, 0]);
  expect(await (await ask('/elsewhere')).text()).toBe('a page');
  expect(await (await ask('/dav/open')).text()).toBe('for all');
});
