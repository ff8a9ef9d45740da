import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from '#worker/platform/http.ts';
import { host, hostKind, requestOrigin } from './host.ts';

const ORIGINS = {
  appOrigin: 'https://drive.example.com',
  contentOrigin: 'https://content.example.net',
  programsOrigin: 'https://content.example.net',
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

test.each([
  [
    'drive.example.com:8443',
    'the request named the host drive.example.com:8443, and this server is https://drive.example.com\n',
  ],
  ['<b>x</b>é', 'the request named the host ?b?x??b??'],
  [`${'a'.repeat(5_000)}.example`, `the host ${'a'.repeat(100)}, and`],
])(
  'a host that is not served is answered with 421, which names the host %j and the one expected',
  async (asked, text) => {
    const answer = await app.request('https://drive.example.com/', { headers: { host: asked } });
    const body = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([421, 'text/plain; charset=UTF-8']);
    expect(body).toContain(text);
    expect(body.length).toBeLessThan(400);
  },
);

test('a page that the content host does not serve leads to the app, without a query that is too long', async () => {
  const headers = { host: 'content.example.net' };
  const ask = (place: string) => app.request(`https://content.example.net${place}`, { headers, redirect: 'manual' });
  expect((await ask('/faq?a=b')).headers.get('location')).toBe('https://drive.example.com/faq?a=b');
  expect((await ask(`/faq?${'a'.repeat(9_000)}`)).headers.get('location')).toBe('https://drive.example.com/faq');
  expect((await ask(`/${'a'.repeat(9_000)}`)).headers.get('location')).toBe('https://drive.example.com/');
});

const seen = (origins: typeof ORIGINS) => {
  const router = new Hono<AppEnv>();
  router.use(host(origins));
  router.all('*', (c) => c.text(c.get('hostKind')));
  return async (method: string, address: string) =>
    (await router.request(address, { method, headers: { host: new URL(address).host }, redirect: 'manual' })).text();
};

test('paths of programs on the host of content are for programs, by any method, and no others', async () => {
  const kindOf = seen(ORIGINS);
  for (const path of [
    '/dav',
    '/dav/a',
    '/status.php',
    '/remote.php/dav/x',
    '/index.php/login/v2',
    '/ocs/v1.php',
    '/tus/',
  ])
    expect(await kindOf('PROPFIND', `https://content.example.net${path}`), path).toBe('programs');
  for (const path of ['/davy', '/status.php.bak', '/%64av/', '//dav/'])
    expect(await kindOf('PROPFIND', `https://content.example.net${path}`), path).toBe('');
  expect(await kindOf('GET', 'https://content.example.net/f/token/name')).toBe('content');
  expect(await kindOf('PROPFIND', 'https://drive.example.com/dav/')).toBe('app');
});

test('with a host of their own programs are served there alone, whatever the path', async () => {
  const kindOf = seen({ ...ORIGINS, programsOrigin: 'https://dav.example.com' });
  expect(await kindOf('GET', 'https://dav.example.com/')).toBe('programs');
  expect(await kindOf('GET', 'https://dav.example.com/f/token/name')).toBe('programs');
  expect(await kindOf('PROPFIND', 'https://content.example.net/dav/')).toBe('');
});
