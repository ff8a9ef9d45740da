/**
 * An independent OAuth client and a real browser: discovery, a code with consent, refresh, introspection, revocation, the device
 * grant, and keys that rotate. Nothing of the product is imported but the rotation of keys that an operator runs.
 */

import { createServer, type Server } from 'node:http';
import * as oauth from 'oauth4webapi';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenOnLoopback } from '#scripts/start/process/loopback.ts';
import { rotateSigningKeys } from '#scripts/start/state/secrets.ts';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { expectSound, launch, signIn, visit, type Watched } from '#test/browser/browser.ts';
import { startServer, type TestServer } from '#test/server.ts';

const HTTP = { [oauth.allowInsecureRequests]: true } as const;
const CLI: oauth.Client = { client_id: 'cli' };
const TV: oauth.Client = { client_id: 'tv' };
const NONE = oauth.None();

const dataDir = scratchFolder();
let server: TestServer;
await launch();
let alice: Watched;
let listener: Server;
let redirectUri: string;
let as: oauth.AuthorizationServer;
/** Addresses the browser was sent to, newest last. */
const arrived: URL[] = [];

beforeAll(async () => {
  server = await startServer({ dataDir });
  // The loopback server of a command-line tool.
  listener = createServer((request, response) => {
    arrived.push(new URL(request.url ?? '/', redirectUri));
    response.end('You may close this page.');
  });
  redirectUri = `http://127.0.0.1:${await listenOnLoopback(listener)}/callback`;
  const issuer = new URL(server.origin);
  as = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...HTTP }),
  );
  alice = await visit({ width: 390 });
});

afterAll(async () => {
  listener?.close();
  await server?.stop();
});

interface AuthorizationRequest {
  readonly address: URL;
  readonly verifier: string;
  readonly state: string;
}

async function ask(more: Record<string, string> = {}): Promise<AuthorizationRequest> {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const address = new URL(as.authorization_endpoint ?? '');
  const fields = {
    client_id: 'cli',
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'user pan offline',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  };
  for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value);
  return { address, verifier, state };
}

/** The address the browser arrives at after a press of `name`. */
async function press(page: Page, name: string): Promise<URL> {
  const before = arrived.length;
  await page.getByRole('button', { name, exact: true }).click();
  await page.waitForURL((url) => url.origin === new URL(redirectUri).origin);
  const last = arrived[before];
  if (!last) throw new Error('nothing arrived');
  return last;
}

async function exchange(
  callback: URL,
  { verifier, state }: AuthorizationRequest,
): Promise<oauth.TokenEndpointResponse> {
  const parameters = oauth.validateAuthResponse(as, CLI, callback, state);
  const response = await oauth.authorizationCodeGrantRequest(as, CLI, NONE, parameters, redirectUri, verifier, HTTP);
  return oauth.processAuthorizationCodeResponse(as, CLI, response);
}

/** The name an OAuth client reads out of a refusal. */
async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError)
      return error.error;
    throw error;
  }
  return 'no refusal';
}

const me = (token: string) =>
  oauth.protectedResourceRequest(token, 'GET', new URL('/v1/user/me', server.origin), undefined, undefined, HTTP);
const introspect = async (token: string) =>
  oauth.processIntrospectionResponse(as, CLI, await oauth.introspectionRequest(as, CLI, NONE, token, HTTP));
const refresh = async (token: string) =>
  oauth.processRefreshTokenResponse(as, CLI, await oauth.refreshTokenGrantRequest(as, CLI, NONE, token, HTTP));

test('a program with a browser gets a code by consent, after the person has signed in, and everything it promises', async () => {
  const asked = await ask();
  await alice.page.goto(asked.address.href);
  expect(new URL(alice.page.url()).pathname).toBe('/auth');
  await signIn(alice.page, 'alice@example.com');
  await alice.page.waitForURL((url) => url.pathname === '/auth/authorize');
  await expectSound(alice);
  expect(await alice.page.locator('main').textContent()).toContain('Magpie command line');
  // Another language is another page with the same question.
  expect(await alice.page.locator('a[href^="/ja/auth/authorize?"]').getAttribute('href')).toContain(asked.state);
  const callback = await press(alice.page, 'Allow');
  expect(alice.complaints).toEqual([]);
  expect(callback.searchParams.get('iss')).toBe(server.origin);

  const tokens = await exchange(callback, asked);
  expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 7_200, scope: 'user pan offline' });
  const checked = await oauth.validateJwtAccessToken(
    as,
    new Request(server.origin, { headers: { authorization: `Bearer ${tokens.access_token}` } }),
    'cli',
    HTTP,
  );
  expect(checked).toMatchObject({ iss: server.origin, client_id: 'cli', sub: tokens['sub'] });
  expect((await me(tokens.access_token)).status).toBe(200);

  expect(await introspect(tokens.access_token)).toMatchObject({ active: true, scope: 'user pan offline' });
  const next = await refresh(tokens.refresh_token ?? '');
  expect(next.refresh_token).not.toBe(tokens.refresh_token);
  await oauth.processRevocationResponse(await oauth.revocationRequest(as, CLI, NONE, next.refresh_token ?? '', HTTP));
  expect(await introspect(next.access_token)).toEqual({ active: false });
  expect(await refusal(refresh(next.refresh_token ?? ''))).toBe('invalid_grant');
  expect((await me(next.access_token).catch((error: oauth.WWWAuthenticateChallengeError) => error)).status).toBe(401);
});

test('a client is asked about again, and learns when the person denies', async () => {
  const asked = await ask();
  await alice.page.goto(asked.address.href);
  const callback = await press(alice.page, 'Deny');
  const answer = Promise.resolve().then(() => oauth.validateAuthResponse(as, CLI, callback, asked.state));
  expect(await refusal(answer)).toBe('access_denied');
  expect(callback.searchParams.get('code')).toBeNull();
});

test('a program with a browser gets a consent page that works without script, in the language of the person', async () => {
  const plain = await visit({ script: false, locale: 'ja' });
  const asked = await ask({ scope: 'user' });
  await plain.page.goto(asked.address.href);
  await signIn(plain.page, 'bob@example.com');
  expect(await plain.page.locator('main').textContent()).not.toContain('ファイル');
  const tokens = await exchange(await press(plain.page, '許可する'), asked);
  expect(tokens.scope).toBe('user');
  expect(tokens).not.toHaveProperty('refresh_token');
});

test('a client is never answered at an address that is not its own: the person reads the reason', async () => {
  const before = arrived.length;
  for (const [name, value] of [
    ['redirect_uri', 'https://evil.example.org/callback'],
    ['redirect_uri', redirectUri.replace('127.0.0.1', 'localhost')],
    ['redirect_uri', ''],
    ['client_id', 'stranger'],
  ] as const) {
    const { address } = await ask({ [name]: value });
    const response = await fetch(address, { redirect: 'manual' });
    expect(response.status).toBe(400);
    expect(response.headers.get('location')).toBeNull();
    expect(response.headers.get('content-security-policy')).toContain("form-action 'self';");
  }
  const { address } = await ask();
  const twice = await fetch(`${address}&redirect_uri=https%3A%2F%2Fevil.example.org`, { redirect: 'manual' });
  expect(twice.status).toBe(400);
  expect(arrived).toHaveLength(before);
});

test('a client learns of any other error at its address, with the state it sent', async () => {
  for (const [more, name] of [
    [{ scope: 'everything' }, 'invalid_scope'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ prompt: 'none' }, 'login_required'],
  ] as const) {
    const { address, state } = await ask(more);
    const response = await fetch(address, { redirect: 'manual' });
    expect(response.status).toBe(303);
    const location = new URL(response.headers.get('location') ?? '');
    expect(location.origin).toBe(new URL(redirectUri).origin);
    expect(Object.fromEntries(location.searchParams)).toEqual({ error: name, state, iss: server.origin });
  }
});

test('a client gets no decision from a form of another site, or for a person who was not asked', async () => {
  const before = arrived.length;
  const { address } = await ask();
  const form = (more: Record<string, string>) =>
    new URLSearchParams({ ...Object.fromEntries(address.searchParams), decision: 'allow', ...more });
  const cookie = (await alice.context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const post = (headers: Record<string, string>, more: Record<string, string> = {}) =>
    fetch(`${server.origin}/auth/authorize`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, ...headers },
      body: form(more),
    });
  expect((await post({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example.org' })).status).toBe(403);
  expect((await post({})).status).toBe(403);
  // Our own page, but another tab has signed another person in since: the question is asked again.
  const other = await post({ 'sec-fetch-site': 'same-origin' }, { account: `V${'0'.repeat(25)}` });
  expect([other.status, other.headers.get('location')]).toEqual([200, null]);
  expect(other.headers.get('content-security-policy')).toContain(`form-action 'self' ${new URL(redirectUri).origin};`);
  expect(arrived).toHaveLength(before);
});

const start = async () =>
  oauth.processDeviceAuthorizationResponse(
    as,
    TV,
    await oauth.deviceAuthorizationRequest(as, TV, NONE, { scope: 'user pan offline' }, HTTP),
  );
const poll = async (deviceCode: string) =>
  oauth.processDeviceCodeResponse(as, TV, await oauth.deviceCodeGrantRequest(as, TV, NONE, deviceCode, HTTP));

test('a device waits, and learns when it asks too often', async () => {
  const { device_code } = await start();
  expect(await refusal(poll(device_code))).toBe('authorization_pending');
  expect(await refusal(poll(device_code))).toBe('slow_down');
});

test('a device without keyboard is let in by the address it shows', async () => {
  const { device_code, verification_uri_complete, user_code } = await start();
  await alice.page.goto(verification_uri_complete ?? '');
  await expectSound(alice);
  expect(await alice.page.locator('main').textContent()).toContain(user_code);
  await alice.page.getByRole('button', { name: 'Allow', exact: true }).click();
  await alice.page.getByRole('heading', { name: 'Device signed in' }).waitFor();
  const tokens = await poll(device_code);
  expect(tokens.scope).toBe('user pan offline');
  expect((await me(tokens.access_token)).status).toBe(200);
  expect(await refusal(poll(device_code))).toBe('invalid_grant');
});

test('a device is refused after its code was typed, a sign-in, and one wrong code', async () => {
  const { device_code, verification_uri, user_code } = await start();
  const bob = await visit({ script: false });
  await bob.page.goto(verification_uri);
  await signIn(bob.page, 'bob@example.com');
  const field = bob.page.locator('input[name=user_code]');
  await field.fill('BBBB-BBBB');
  await bob.page.locator('main form button[type=submit]').first().click();
  await bob.page.locator('[aria-invalid=true]').waitFor();
  await field.fill(user_code.toLowerCase().replace('-', ' '));
  await bob.page.locator('main form button[type=submit]').first().click();
  await bob.page.getByRole('button', { name: 'Deny', exact: true }).click();
  await bob.page.getByRole('heading', { name: 'Device denied' }).waitFor();
  expect(await refusal(poll(device_code))).toBe('access_denied');
});

test('another key signs after a rotation, and tokens of the old one stay good', async () => {
  const asked = await ask();
  await alice.page.goto(asked.address.href);
  const before = await exchange(await press(alice.page, 'Allow'), asked);
  const { port } = server;
  await server.stop();
  rotateSigningKeys(dataDir, Math.floor(Date.now() / 1_000));
  server = await startServer({ dataDir, port });
  expect((await me(before.access_token)).status).toBe(200);
  const after = await refresh(before.refresh_token ?? '');
  const kid = (token: string) =>
    (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid;
  const { keys } = (await (await fetch(as.jwks_uri ?? '')).json()) as { keys: { kid: string }[] };
  expect(keys.map((key) => key.kid)).toEqual([kid(after.access_token), kid(before.access_token)]);
  expect(JSON.stringify(keys)).not.toContain('"d"');
});
