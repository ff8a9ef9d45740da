import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from '#worker/platform/http.ts';
import { allowedOrigin, host, hostKind, requestOrigin } from './host.ts';

const ORIGINS = {
  appOrigin: 'https://drive.example.com',
  contentOrigin: 'https://content.example.net',
  apiOrigins: ['https://api1.example.com', 'https://api2.example.org:8443'],
};

test.each([
  ['drive.example.com', 'app'],
  ['content.example.net', 'content'],
  ['api1.example.com', 'api'],
  ['api2.example.org:8443', 'api'],
  ['magpie.api1.example.com', 'bucket'],
  ['magpie.drive.example.com', 'bucket'],
  ['drive.example.com:443', 'unknown'],
  ['api2.example.org', 'unknown'],
  ['drive.example.com.evil.example', 'unknown'],
  ['evil.drive.example.com', 'unknown'],
  ['', 'unknown'],
])('host %s is %s', (asked, kind) => {
  expect(hostKind(asked, ORIGINS)).toBe(kind);
});

test('links come back under the origin that was asked, never under a made-up one', () => {
  expect(requestOrigin('api1.example.com', ORIGINS)).toBe('https://api1.example.com');
  expect(requestOrigin('evil.example', ORIGINS)).toBe('https://drive.example.com');
});

test.each([
  ['https://drive.example.com', 'https://drive.example.com'],
  ['https://api1.example.com', 'https://api1.example.com'],
  ['https://content.example.net', null],
  ['https://drive.example.com.evil.example', null],
  ['http://drive.example.com', null],
  ['null', null],
  [null, null],
])('an answer may be read by %s: %s', (origin, allowed) => {
  expect(allowedOrigin(origin, ORIGINS)).toBe(allowed);
});

const app = new Hono<AppEnv>();
app.use(host(ORIGINS));
app.get('/drive/v1/about', (c) => c.text('{}'));
app.get('/f/token/name', (c) => c.text('bytes'));
app.get('/z/token/name', (c) => c.text('zip'));
app.get('/a/token/name', (c) => c.text('entry'));

function ask(asked: string, origin: string, method = 'GET'): Response | Promise<Response> {
  const headers = { host: new URL(asked).host, origin, 'access-control-request-method': 'PATCH' };
  return app.request(`${asked}/drive/v1/about`, { method, headers });
}

test.each([
  ['https://api1.example.com', 'https://drive.example.com', 'https://drive.example.com'],
  ['https://api2.example.org:8443', 'https://drive.example.com', 'https://drive.example.com'],
  ['https://drive.example.com', 'https://api1.example.com', 'https://api1.example.com'],
  ['https://api1.example.com', 'https://evil.example', null],
  ['https://drive.example.com', 'https://drive.example.com', null],
])('what %s answers to a page of %s may be read by: %s', async (asked, origin, reader) => {
  const answer = await ask(asked, origin);
  expect(answer.headers.get('access-control-allow-origin')).toBe(reader);
  expect(answer.headers.get('vary')).toBe(reader === null ? null : 'Origin');
  expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
});

test('a page of ours may go on with content by a range, and read the tag that it goes by', async () => {
  const headers = { host: 'content.example.net', origin: 'https://drive.example.com' };
  const answer = await app.request('https://content.example.net/f/token/name', { headers });
  expect(answer.headers.get('access-control-allow-origin')).toBe('https://drive.example.com');
  expect(answer.headers.get('access-control-expose-headers')).toContain('etag');
  const asked = { ...headers, 'access-control-request-method': 'GET' };
  const allowed = await app.request('https://content.example.net/f/token/name', { method: 'OPTIONS', headers: asked });
  for (const name of ['range', 'if-range'])
    expect(allowed.headers.get('access-control-allow-headers')?.split(', ')).toContain(name);
});

test('a page of ours may send what the request client sends, to every API origin; others nothing', async () => {
  const ours = await ask('https://api1.example.com', 'https://drive.example.com', 'OPTIONS');
  expect(ours.status).toBe(204);
  for (const name of ['authorization', 'idempotency-key', 'x-captcha-token', 'x-client-id', 'x-device-id'])
    expect(ours.headers.get('access-control-allow-headers')).toContain(name);
  expect((await ask('https://api1.example.com', 'https://evil.example', 'OPTIONS')).status).toBe(403);
});

test('content says that its headers hang on who asks, also to a picture that names no origin', async () => {
  const headers = { host: new URL(ORIGINS.contentOrigin).host };
  const picture = await app.request(`${ORIGINS.contentOrigin}/f/token/name`, { headers });
  expect([picture.headers.get('vary'), picture.headers.get('access-control-allow-origin')]).toEqual(['Origin', null]);
  const script = await app.request(`${ORIGINS.contentOrigin}/f/token/name`, {
    headers: { ...headers, origin: ORIGINS.appOrigin },
  });
  expect(script.headers.get('vary')).toBe('Origin');
});

test('zip files and entries of archives are served on the content host, as single files are', async () => {
  const headers = { host: 'content.example.net' };
  for (const [letter, text] of [
    ['z', 'zip'],
    ['a', 'entry'],
  ]) {
    const answer = await app.request(`https://content.example.net/${letter}/token/name`, { headers });
    expect([answer.status, await answer.text()]).toEqual([200, text]);
  }
});
