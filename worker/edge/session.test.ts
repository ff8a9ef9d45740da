import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from '#worker/platform/http.ts';
import { bearerOf, deviceIdOf, readIdempotencyKey, session } from './session.ts';

const HEX = '0123456789abcdef0123456789abcdef';

test.each([
  [`Bearer abc.def`, 'abc.def'],
  ['bearer abc', 'abc'],
  ['Basic abc', ''],
  ['Bearer ', ''],
  ['Bearer a b', ''],
  [`Bearer ${'x'.repeat(5000)}`, ''],
  [undefined, ''],
])('the bearer of %s is %s', (header, token) => {
  expect(bearerOf(header)).toBe(token);
});

test.each([
  [HEX, HEX],
  [HEX.toUpperCase(), HEX],
  [`wdi10.${HEX}`, HEX],
  [`wdi10.${HEX}xxxxxxxx`, HEX],
  ['short', ''],
  [`${'g'.repeat(32)}`, ''],
  [undefined, ''],
])('the device of %s is %s', (header, id) => {
  expect(deviceIdOf(header)).toBe(id);
});

test('an idempotency key is 1 to 200 printable characters or none at all', () => {
  expect(readIdempotencyKey('a'.repeat(200))).toBe('a'.repeat(200));
  expect(readIdempotencyKey('a'.repeat(201))).toBeNull();
  expect(readIdempotencyKey('a\tb')).toBeNull();
  expect(readIdempotencyKey('')).toBeNull();
});

test.each([
  ['/account', '/account?resent=1'],
  ['/ops/people?press=a', '/ops/people?press=a&resent=1'],
  ['/account?resent=1', null],
  ['//evil.example/x', null],
  ['/\\evil.example/x', null],
])('a form to %s with a late cookie is sent again to %s', async (path, location) => {
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    c.set('hostKind', 'app');
    c.set('path', '/');
    c.set('cookies', new Map());
    await next();
  });
  const port = {
    verifyBearer: async () => null,
    requireOperator: async () => null,
    verifySessionCookie: async () => 'late' as const,
  };
  app.use(session(port, { nowMs: () => 1 }, 1));
  app.all('*', (c) => c.text(''));
  const answer = await app.request(new Request(`https://drive.example${path}`, { method: 'POST' }));
  expect(answer.headers.get('location')).toBe(location);
});
