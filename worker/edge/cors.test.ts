import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from '#worker/platform/http.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { cors, ownOrigin } from './cors.ts';
import { host } from './host.ts';

const ORIGINS = {
  appOrigin: 'https://drive.example.com',
  contentOrigin: 'https://content.example.net',
  programsOrigin: 'https://content.example.net',
  apiOrigins: ['https://api1.example.com', 'https://api2.example.org:8443'],
};
const [A, B] = ['https://a.example', 'https://b.example:8443'];

test.each([
  ['https://drive.example.com', 'https://drive.example.com'],
  ['https://api1.example.com', 'https://api1.example.com'],
  ['https://content.example.net', null],
  ['https://drive.example.com.evil.example', null],
  ['http://drive.example.com', null],
  ['null', null],
  [null, null],
])('our own origin %s: %s', (origin, own) => {
  expect(ownOrigin(origin, ORIGINS)).toBe(own);
});

const app = new Hono<AppEnv>();
app.use(host(ORIGINS));
app.use(
  cors(
    ORIGINS,
    new Map([
      [A, new Set(['a'])],
      [B, new Set(['b', 'c'])],
    ]),
  ),
);
app.use(async (c, next) => {
  const clientId = c.req.header('authorization');
  if (clientId) c.set('call', { caller: { clientId } } as CallContext);
  const named = c.req.query('client_id');
  if (named !== undefined) c.set('namedClient', named);
  await next();
});
app.get('*', (c) => c.text('read'));
app.put('*', (c) => c.text('put'));
app.post('*', (c) => c.text('posted'));

function ask(address: string, origin: string | null, headers: Record<string, string> = {}, method = 'GET') {
  const all = { host: new URL(address).host, ...(origin === null ? {} : { origin }), ...headers };
  return app.request(address, { method, headers: all });
}

const preflight = (address: string, origin: string, asked = 'authorization') =>
  ask(address, origin, { 'access-control-request-method': 'PUT', 'access-control-request-headers': asked }, 'OPTIONS');

const readerOf = async (answer: Response | Promise<Response>) =>
  (await answer).headers.get('access-control-allow-origin');
const ABOUT = '/drive/v1/about';

test.each([
  ['https://api1.example.com', 'https://drive.example.com', 'https://drive.example.com'],
  ['https://api2.example.org:8443', 'https://drive.example.com', 'https://drive.example.com'],
  ['https://drive.example.com', 'https://api1.example.com', 'https://api1.example.com'],
  ['https://api1.example.com', 'https://evil.example', null],
  ['https://drive.example.com', 'https://drive.example.com', null],
])('what %s answers to a page of %s may be read by: %s', async (asked, origin, reader) => {
  const answer = await ask(asked + ABOUT, origin);
  expect(answer.headers.get('access-control-allow-origin')).toBe(reader);
  expect(answer.headers.get('vary')).toBe('Origin');
  expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
});

test('a page of ours may go on with content by a range, and read the tag that it goes by', async () => {
  const address = `${ORIGINS.contentOrigin}/f/token/name`;
  const answer = await ask(address, ORIGINS.appOrigin);
  expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGINS.appOrigin);
  expect(answer.headers.get('access-control-expose-headers')).toContain('etag');
  const allowed = await preflight(address, ORIGINS.appOrigin);
  for (const name of ['range', 'if-range'])
    expect(allowed.headers.get('access-control-allow-headers')?.split(', ')).toContain(name);
});

test('a page of ours may send what the request client sends, to every API origin; others nothing', async () => {
  const ours = await preflight(`https://api1.example.com${ABOUT}`, ORIGINS.appOrigin);
  expect(ours.status).toBe(204);
  for (const name of ['authorization', 'idempotency-key', 'x-captcha-token', 'x-client-id', 'x-device-id'])
    expect(ours.headers.get('access-control-allow-headers')).toContain(name);
  const others = await preflight(`https://api1.example.com${ABOUT}`, 'https://evil.example');
  expect([others.status, others.headers.get('access-control-allow-origin')]).toEqual([403, null]);
});

test('content says that its headers hang on who asks, also to a picture that names no origin', async () => {
  const picture = await ask(`${ORIGINS.contentOrigin}/f/token/name`, null);
  expect([picture.headers.get('vary'), await readerOf(picture)]).toEqual(['Origin', null]);
  expect((await ask(`${ORIGINS.contentOrigin}/f/token/name`, ORIGINS.appOrigin)).headers.get('vary')).toBe('Origin');
});

test.each([
  ['a call', `https://api1.example.com${ABOUT}`],
  ['a call at the host of the pages', `${ORIGINS.appOrigin}/v1/auth/token`],
  ['a part of an upload', `${ORIGINS.appOrigin}/drive/v1/uploads/V1/parts/1`],
  ['an upload key', `${ORIGINS.appOrigin}/u-V1?uploadId=1`],
  ['an upload key in the bucket', `${ORIGINS.appOrigin}/magpie/u-V1`],
  ['an upload key at the host of the bucket', 'https://magpie.drive.example.com/u-V1'],
  ['a form', `${ORIGINS.appOrigin}/magpie`],
  ['content', `${ORIGINS.contentOrigin}/f/token/name`],
])('pages of a registered program may read %s, without cookies', async (_what, address) => {
  for (const origin of [A, B]) {
    const allowed = await preflight(
      address,
      origin,
      'authorization, x-amz-date, x-oss-security-token, amz-sdk-request',
    );
    expect([allowed.status, await readerOf(allowed)]).toEqual([204, origin]);
    for (const name of ['authorization', 'x-amz-date', 'x-oss-security-token', 'amz-sdk-request'])
      expect(allowed.headers.get('access-control-allow-headers')?.split(', ')).toContain(name);
    const answer = await ask(address, origin);
    expect([await readerOf(answer), answer.headers.get('vary')]).toEqual([origin, 'Origin']);
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
  }
  for (const origin of ['https://a.example.evil.example', 'http://a.example', 'https://a.example:444', 'null', '*']) {
    const refused = await preflight(address, origin);
    expect([refused.status, await readerOf(refused)]).toEqual([403, null]);
    const answer = await ask(address, origin);
    expect([await readerOf(answer), answer.headers.get('vary')]).toEqual([null, 'Origin']);
  }
});

test.each([
  ['the bearer', (client: string) => ask(`${ORIGINS.appOrigin}${ABOUT}`, B, { authorization: client })],
  ['the call', (client: string) => ask(`${ORIGINS.appOrigin}/v1/auth/token?client_id=${client}`, B)],
])('an answer is read by pages of the client of %s alone', async (_what, send) => {
  expect(await readerOf(send('b'))).toBe(B);
  expect(await readerOf(send('c'))).toBe(B);
  expect(await readerOf(send('a'))).toBe(null);
  expect(await readerOf(send('web'))).toBe(null);
});

test('bearer and named client must both be of the origin, and one that had to be named is', async () => {
  const token = `${ORIGINS.appOrigin}/v1/user/authorize`;
  expect(await readerOf(ask(`${token}?client_id=b`, B, { authorization: 'a' }))).toBe(null);
  expect(await readerOf(ask(`${token}?client_id=`, B))).toBe(null);
});

test.each(['/', '/drive', '/s/abc', '/auth', '/_internal/ops', '/u-turn', '/magpie/other', '/v1'])(
  'pages of a registered program may not read %s',
  async (path) => {
    expect((await preflight(`${ORIGINS.appOrigin}${path}`, A)).status).toBe(403);
    expect(await readerOf(ask(`${ORIGINS.appOrigin}${path}`, A))).toBe(null);
  },
);

test.each(['/.well-known/oauth-authorization-server', '/v1/auth/jwks'])('any page may read %s', async (path) => {
  for (const origin of [A, 'https://evil.example', 'null']) {
    expect((await preflight(`${ORIGINS.appOrigin}${path}`, origin)).status).toBe(204);
    expect(await readerOf(ask(`${ORIGINS.appOrigin}${path}`, origin))).toBe('*');
  }
  expect(await readerOf(ask(`${ORIGINS.appOrigin}${path}`, null))).toBe('*');
});

test('names of storage headers are few and plain', async () => {
  const asked = [...Array.from({ length: 100 }, (_, n) => `x-amz-meta-${n}`), 'x-evil', 'x-amz-a\u00e9', 'cookie'];
  const allowed = await preflight(`${ORIGINS.appOrigin}/u-V1`, A, asked.slice(0, 100).join(','));
  expect(allowed.headers.get('access-control-allow-headers')?.match(/x-amz-meta/g)).toHaveLength(40);
  const others = await preflight(`${ORIGINS.appOrigin}/u-V1`, A, 'x-evil, cookie');
  expect(others.headers.get('access-control-allow-headers')).not.toMatch(/evil|cookie/);
});
