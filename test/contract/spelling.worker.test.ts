/** One address, one decision: the spelling of a path changes neither the caller nor the refusal. */
import { expect, test } from 'vitest';
import { ORIGIN, runningServer } from './send.ts';
import { makePeople } from './world.ts';

const { alice } = await makePeople();
let cookie = '';
const answer = await ask('/auth', {
  method: 'POST',
  headers: { origin: ORIGIN, 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({ username: alice.email, password: 'magpie-demo' }).toString(),
});
cookie = answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('host', new URL(ORIGIN).host);
  headers.set('cf-connecting-ip', '203.0.113.9');
  if (cookie) headers.set('cookie', cookie);
  return runningServer(new Request(`${ORIGIN}${path}`, { ...init, headers, redirect: 'manual' }));
}

test.each([
  '/drive/v1/files',
  '/%64rive/v1/files',
  '/drive/%761/files',
  '/drive/v%31/files',
  '/%64%72%69%76%65/v1/about',
])('a session cookie opens no call, spelled %s', async (path) => {
  const read = await ask(path);
  expect([308, 401]).toContain(read.status);
  const body = JSON.stringify({ kind: 'drive#folder', name: 'forged' });
  const written = await ask(path, { method: 'POST', headers: { 'content-type': 'text/plain' }, body });
  expect([401, 404]).toContain(written.status);
  const socket = await ask(path.replace(/files|about/, 'live'), { headers: { upgrade: 'websocket' } });
  expect([308, 401]).toContain(socket.status);
});

test.each(['/ja/%66aq', '/j%61/faq', '/ja/contact%2Dus', '/ja/unsubscrib%65', '/ja/help-cent%65r', '/%66aq'])(
  'a page spelled %s leads to its plain address',
  async (path) => {
    const answer = await ask(`${path}?x=%66`);
    expect(answer.status).toBe(308);
    expect(answer.headers.get('location')).toBe(`${decodeURIComponent(path)}?x=%66`);
  },
);

test.each(['//%65vil.example', '/%5C/%65vil.example', '/\\%65vil.example'])(
  '%s leads to no other host',
  async (path) => {
    const answer = await ask(path);
    expect(answer.headers.get('location') ?? '/').toMatch(/^\/(?![/\\])/);
  },
);

test('a body of very many faults is refused at its first', async () => {
  const many = `{"events":[${Array.from({ length: 10_000 }, () => '{}').join(',')}]}`;
  const answer = await ask('/statistics/v1/events', { method: 'POST', body: many });
  expect(answer.status).toBe(400);
  const more = `{"events":[${Array.from({ length: 100_000 }, () => '{}').join(',')}]}`;
  expect((await ask('/statistics/v1/events', { method: 'POST', body: more })).status).toBe(413);
});
