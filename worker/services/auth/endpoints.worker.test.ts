import { Hono } from 'hono';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TokenObject } from '#shared/auth/contract.ts';
import { AppError } from '#shared/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { APP_ORIGIN, makeWorld, PASSWORD, type TestWorld } from './auth-fixture.ts';
import { makeAuthRoutes } from './index.ts';

let world: TestWorld;
beforeEach(async () => {
  world = await makeWorld();
});

const OWN_PAGE = { 'sec-fetch-site': 'same-origin', origin: APP_ORIGIN };
const FORM = 'application/x-www-form-urlencoded';

async function send(
  path: string,
  body: object | string,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<Response> {
  const app = new Hono<AppEnv>();
  app.onError((error, c) => c.json({ error: error instanceof AppError ? error.errorName : String(error) }, 400));
  app.use(async (c, next) => {
    const bearer = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
    const caller = await world.auth.verifyBearer(bearer, world.time.nowMs);
    c.set(
      'call',
      world.call({
        caller,
        captchaToken: c.req.header('x-captcha-token') ?? '',
        clientId: c.req.header('x-client-id') ?? '',
      }),
    );
    c.set('bodyBytes', 100_000);
    await next();
  });
  app.route('/', makeAuthRoutes(world.parts));
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return app.request(path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'GET' ? {} : { body: text }),
  });
}

const tokensOf = async (response: Response) => (await response.json()) as TokenObject & { error?: string };
const cookieOf = (response: Response) => (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
const SIGN_IN = { client_id: 'cli', username: 'alice@example.com', password: PASSWORD };

it.each([
  ['JSON', JSON.stringify(SIGN_IN), 'application/json'],
  ['JSON labelled as a form', JSON.stringify(SIGN_IN), FORM],
  ['a form', new URLSearchParams(SIGN_IN).toString(), FORM],
  ['a form labelled as JSON', new URLSearchParams(SIGN_IN).toString(), 'application/json'],
  [
    'JSON with nulls where nothing is meant',
    JSON.stringify({ ...SIGN_IN, captcha_token: null, client_secret: null }),
    'application/json',
  ],
])('POST /v1/auth/signin: the sign-in endpoint reads %s', async (_what, body, type) => {
  const response = await send('/v1/auth/signin', body, { 'content-type': type });
  expect(response.status).toBe(200);
  expect((await tokensOf(response)).refresh_token).not.toBe('');
  expect(response.headers.get('set-cookie')).toBeNull();
  expect(response.headers.get('cache-control')).toBe('private, no-store');
});

it('the sign-in endpoint takes the client from the query or the header too, and needs one', async () => {
  const { client_id: _none, ...rest } = SIGN_IN;
  expect((await send('/v1/auth/signin?client_id=cli', rest)).status).toBe(200);
  expect((await send('/v1/auth/signin', rest, { 'x-client-id': 'cli' })).status).toBe(200);
  expect(await tokensOf(await send('/v1/auth/signin', rest))).toMatchObject({ error: 'invalid_argument' });
});

it('the sign-in endpoint gives our own page the cookie and no refresh token in the body', async () => {
  const response = await send('/v1/auth/signin', { ...SIGN_IN, client_id: 'web' }, OWN_PAGE);
  expect((await tokensOf(response)).refresh_token).toBe('');
  expect(response.headers.get('set-cookie')).toMatch(
    /^__Host-magpie_session=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=2592000$/,
  );
});

it.each([
  ['another program', 'web', {}],
  ['another page', 'web', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }],
  ['the command line', 'cli', OWN_PAGE],
])('the sign-in endpoint gives %s no cookie', async (_what, client_id, headers) => {
  const response = await send('/v1/auth/signin', { ...SIGN_IN, client_id }, headers);
  expect(response.headers.get('set-cookie')).toBeNull();
  expect((await tokensOf(response)).refresh_token).not.toBe('');
});

it.each(['header', 'body'])('the sign-in endpoint takes the captcha token from the %s', async (place) => {
  for (let i = 0; i < 10; i++) await send('/v1/auth/signin', { ...SIGN_IN, password: 'wrong' });
  expect(await tokensOf(await send('/v1/auth/signin', SIGN_IN))).toMatchObject({ error: 'captcha_required' });
  const token = await world.captcha();
  const response =
    place === 'header'
      ? await send('/v1/auth/signin', SIGN_IN, { 'x-captcha-token': token })
      : await send('/v1/auth/signin', { ...SIGN_IN, captcha_token: token });
  expect(response.status).toBe(200);
});

describe('POST /v1/auth/token', () => {
  const REFRESH = { client_id: 'web', grant_type: 'refresh_token' };
  let cookie: string;
  beforeEach(async () => {
    cookie = cookieOf(await send('/v1/auth/signin', { ...SIGN_IN, client_id: 'web' }, OWN_PAGE));
  });

  it('the token endpoint refreshes by the cookie: it sets the next one and puts no refresh token in the body', async () => {
    world.time.nowMs += 1_000;
    const response = await send('/v1/auth/token', REFRESH, { ...OWN_PAGE, cookie });
    const tokens = await tokensOf(response);
    expect(tokens).toMatchObject({ refresh_token: '', token_type: 'Bearer' });
    expect(await world.bearer(tokens.access_token)).toMatchObject({ clientId: 'web' });
    expect(cookieOf(response)).not.toBe(cookie);
    expect(cookieOf(response)).toMatch(/^__Host-magpie_session=./);
    world.time.nowMs += 60_000;
    expect(
      (await send('/v1/auth/token', { ...REFRESH, refresh_token: null }, { ...OWN_PAGE, cookie: cookieOf(response) }))
        .status,
    ).toBe(200);
  });

  it.each([
    ['a cross-site page', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }],
    ['a cross-site page without Origin', { 'sec-fetch-site': 'cross-site' }],
    ['a page of a sibling host', { 'sec-fetch-site': 'same-site', origin: 'https://files.example.com' }],
    ['a page in a sandbox', { origin: 'null' }],
    ['an old browser on another origin', { origin: 'https://evil.test' }],
    ['an address typed by hand', { 'sec-fetch-site': 'none' }],
  ])('the token endpoint does not spend the cookie for %s', async (_what, headers) => {
    const refused = await send('/v1/auth/token', REFRESH, { ...headers, cookie });
    expect(await tokensOf(refused)).toMatchObject({ error: 'cross_site_request' });
    expect(refused.headers.get('set-cookie')).toBeNull();
    world.time.nowMs += 60_000;
    expect((await send('/v1/auth/token', REFRESH, { ...OWN_PAGE, cookie })).status).toBe(200);
  });

  it('the token endpoint refreshes by the body without touching the cookie', async () => {
    const { refresh_token } = await tokensOf(await send('/v1/auth/signin', SIGN_IN));
    const form = new URLSearchParams({ client_id: 'cli', grant_type: 'refresh_token', refresh_token }).toString();
    const response = await send('/v1/auth/token', form, { 'content-type': FORM, cookie });
    expect((await tokensOf(response)).refresh_token).not.toBe('');
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it('the token endpoint signs in by the password grant, sent as a form with a needless secret', async () => {
    const form = new URLSearchParams({ ...SIGN_IN, grant_type: 'password', client_secret: 'x' }).toString();
    expect((await tokensOf(await send('/v1/auth/token', form, { 'content-type': FORM }))).user_id).toMatch(/^V/);
  });

  it.each([
    ['no cookie and no token', REFRESH, 'invalid_grant'],
    ['a grant we do not know', { ...REFRESH, grant_type: 'magic' }, 'unsupported_grant_type'],
    ['no grant', { client_id: 'web' }, 'invalid_request'],
    ['no client', { grant_type: 'refresh_token', refresh_token: 'x' }, 'invalid_request'],
    ['a client we do not know', { ...REFRESH, client_id: 'stranger' }, 'unauthorized_client'],
    [
      'the password grant without a password',
      { client_id: 'cli', grant_type: 'password', username: 'alice' },
      'invalid_request',
    ],
  ])('the token endpoint answers %s with the right name', async (_what, body, name) => {
    expect(await tokensOf(await send('/v1/auth/token', body))).toMatchObject({ error: name });
  });
});

it('revoking by {} and bearer ends the session; the bearer is refused from then on', async () => {
  const { access_token } = await tokensOf(await send('/v1/auth/signin', SIGN_IN));
  const authorization = `Bearer ${access_token}`;
  expect((await send('/v1/user/me', '', { authorization }, 'GET')).status).toBe(200);
  const response = await send('/v1/auth/revoke', {}, { authorization });
  expect(await response.json()).toEqual({});
  expect(await tokensOf(await send('/v1/user/me', '', { authorization }, 'GET'))).toMatchObject({
    error: 'unauthenticated',
  });
});

it('revoking by cookie from our own page ends the session and clears the cookie', async () => {
  const cookie = cookieOf(await send('/v1/auth/signin', { ...SIGN_IN, client_id: 'web' }, OWN_PAGE));
  const response = await send('/v1/auth/revoke', {}, { ...OWN_PAGE, cookie });
  expect(response.headers.get('set-cookie')).toContain('Max-Age=0');
  const refused = await send(
    '/v1/auth/token',
    { client_id: 'web', grant_type: 'refresh_token' },
    { ...OWN_PAGE, cookie },
  );
  expect(await tokensOf(refused)).toMatchObject({ error: 'invalid_grant' });
});

it('revoking from a foreign page leaves the session of the cookie', async () => {
  const cookie = cookieOf(await send('/v1/auth/signin', { ...SIGN_IN, client_id: 'web' }, OWN_PAGE));
  const response = await send(
    '/v1/auth/revoke',
    {},
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test', cookie },
  );
  expect(response.status).toBe(200);
  expect(response.headers.get('set-cookie')).toBeNull();
  expect(
    (await send('/v1/auth/token', { client_id: 'web', grant_type: 'refresh_token' }, { ...OWN_PAGE, cookie })).status,
  ).toBe(200);
});

it('revoking clears the cookie of an ended session, so that a page cannot loop between sign-in and drive', async () => {
  const response = await send('/v1/auth/revoke', {}, { ...OWN_PAGE, cookie: '__Host-magpie_session=noise' });
  expect(response.headers.get('set-cookie')).toContain('Max-Age=0');
});

it('the profile endpoint is for signed-in people', async () => {
  expect(await tokensOf(await send('/v1/user/me', '', {}, 'GET'))).toMatchObject({ error: 'unauthenticated' });
});
