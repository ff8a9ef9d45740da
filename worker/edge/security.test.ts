import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from '#worker/platform/http.ts';
import { contentSecurityPolicy, isOwnWrite, makeHeaderSetter, security } from './security.ts';

const ORIGINS = {
  appOrigin: 'https://drive.example.com',
  contentOrigin: 'https://content.example.net',
  programsOrigin: 'https://content.example.net',
  apiOrigins: ['https://drive.example.com', 'https://api.example.com'],
};

test('no page allows inline scripts, foreign bases, plugins or being framed', () => {
  for (const kind of ['site', 'public', 'drive'] as const) {
    const policy = contentSecurityPolicy(kind, ORIGINS);
    for (const rule of [
      "script-src 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "require-trusted-types-for 'script'",
    ]) {
      expect(policy.split('; ')).toContain(rule);
    }
    expect(policy).not.toContain("script-src 'self' 'unsafe-inline'");
  }
});

test('style attributes are for drive pages alone', () => {
  for (const kind of ['site', 'public'] as const)
    expect(contentSecurityPolicy(kind, ORIGINS)).not.toContain('unsafe-inline');
  expect(contentSecurityPolicy('drive', ORIGINS)).toContain("style-src-attr 'unsafe-inline'");
});

test.each([
  ['a page on the way in makes no Trusted Types policy', 'public', "'none'"],
  ['a page that is the same for everyone may show payloads', 'site', 'magpie-page magpie-offline'],
  ['a page of the drive may start the hash worker', 'drive', 'magpie-worker magpie-offline'],
] as const)('%s', (_, kind, names) => {
  expect(contentSecurityPolicy(kind, ORIGINS).split('; ')).toContain(`trusted-types ${names}`);
});

test('pages talk to the configured origins only', () => {
  expect(contentSecurityPolicy('drive', ORIGINS).split('; ')).toContain(
    "connect-src 'self' https://api.example.com wss://api.example.com https://content.example.net",
  );
});

test.each([
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'same-site', origin: 'https://drive.example.com' }, false],
  [{ 'sec-fetch-site': 'cross-site' }, false],
  [{ 'sec-fetch-site': 'none' }, false],
  [{ origin: 'https://drive.example.com' }, true],
  [{ origin: 'https://evil.example' }, false],
  [{ origin: 'null' }, false],
  [{}, false],
])('a write with %j is ours: %s', (headers, own) => {
  expect(isOwnWrite(new Headers(headers as Record<string, string>), ORIGINS.appOrigin)).toBe(own);
});

test.each([
  'https://a.example;require-trusted-types-for',
  'https://a.example,script-src',
  'https://*.example',
  'https://*',
  '*',
  "'unsafe-inline'",
])('an origin from a document of operators adds nothing but itself: %s', (odd) => {
  const good = 'https://pictures.example.com';
  const only = contentSecurityPolicy('drive', ORIGINS, good, undefined, [good], [good]);
  expect(only).toMatch(/img-src [^;]*pictures.*connect-src [^;]*pictures.*frame-ancestors https:\/\/pictures/);
  const both = contentSecurityPolicy('drive', ORIGINS, `${good} ${odd}`, undefined, [odd, good], [odd, good]);
  expect(both).toBe(only);
  expect(contentSecurityPolicy('drive', ORIGINS, undefined, undefined, [odd])).toContain("frame-ancestors 'none'");
});

test('a document that names a desktop client may ask that one origin besides', () => {
  const rule = (loopback?: string) =>
    contentSecurityPolicy('public', ORIGINS, loopback)
      .split('; ')
      .find((each) => each.startsWith('connect-src'));
  expect(rule('http://127.0.0.1:8080')).toBe(`${rule()} http://127.0.0.1:8080`);
  expect(rule()).not.toContain('127.0.0.1');
});

test.each([
  ['https://drive.example.com', 'max-age=31536000; includeSubDomains'],
  ['http://localhost:8787', null],
])('every answer of %s binds browsers to https: %s', async (appOrigin, expected) => {
  const app = new Hono<AppEnv>();
  app.use(security(makeHeaderSetter({ ...ORIGINS, appOrigin })));
  app.get('/page', (c) => c.html('<p>'));
  app.get('/call', (c) => c.json({}));
  for (const path of ['/page', '/call', '/nothing'])
    expect((await app.request(`${appOrigin}${path}`)).headers.get('strict-transport-security')).toBe(expected);
});
