import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from '#worker/platform/http.ts';
import { host, hostKind, requestOrigin } from './host.ts';

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

const app = new Hono<AppEnv>();
app.use(host(ORIGINS));
app.get('/z/token/name', (c) => c.text('zip'));
app.get('/a/token/name', (c) => c.text('entry'));

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
