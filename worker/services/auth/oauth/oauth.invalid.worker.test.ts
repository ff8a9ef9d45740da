/** Refusals of the authorization service, by the names and numbers that outside programs read. */
import { expect, it } from 'vitest';
import type { ErrorName } from '#shared/errors.ts';
import {
  authorizeFields,
  bearer,
  codeFields,
  expectRefusal,
  type Fields,
  LOOPBACK,
  makeOAuthWorld,
  PARTNER_BACK,
  PARTNER_SECRET,
  VERIFIER,
} from './oauth-fixture.ts';

// The first world of a file loads the whole Worker.
const world = await makeOAuthWorld();

const basic = (id: string, secret: string): Fields => ({
  authorization: `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}`,
});
const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name));
const token = (fields: Fields | string, headers?: Fields) => world.post('/v1/auth/token', fields, headers);

/** Bad requests to `/v1/user/authorize`, and the names of their refusals. */
const BAD_AUTHORIZATIONS: readonly [what: string, name: ErrorName, change: Fields, drop?: string][] = [
  ['no client', 'invalid_request', {}, 'client_id'],
  ['a client nobody knows', 'unauthorized_client', { client_id: 'stranger' }],
  ['a client named like a property of objects', 'unauthorized_client', { client_id: 'constructor' }],
  ['a client without the grant', 'unauthorized_client', { client_id: 'tv', redirect_uri: '' }],
  ['no response type', 'invalid_request', {}, 'response_type'],
  ['a token at once', 'unsupported_response_type', { response_type: 'token' }],
  ['a code and a token', 'unsupported_response_type', { response_type: 'code token' }],
  ['no challenge', 'invalid_request', {}, 'code_challenge'],
  ['no method, which means plain', 'invalid_request', {}, 'code_challenge_method'],
  ['the plain method', 'invalid_request', { code_challenge_method: 'plain', code_challenge: VERIFIER }],
  ['the method in small letters', 'invalid_request', { code_challenge_method: 's256' }],
  ['a challenge that is too short', 'invalid_request', { code_challenge: 'abc' }],
  ['a challenge with padding', 'invalid_request', { code_challenge: `${'a'.repeat(43)}=` }],
  ['a scope nobody has', 'invalid_scope', { scope: 'user everything' }],
  ['a redirect of another site', 'invalid_request', { redirect_uri: 'https://evil.example.org/callback' }],
  ['a redirect of another client', 'invalid_request', { redirect_uri: 'magpie-android://auth' }],
  ['another path of the loopback address', 'invalid_request', { redirect_uri: 'http://127.0.0.1:53682/elsewhere' }],
  ['a loopback address with a query', 'invalid_request', { redirect_uri: `${LOOPBACK}?x=1` }],
  ['a loopback lookalike by name', 'invalid_request', { redirect_uri: 'http://127.0.0.1.evil.example/callback' }],
  ['a loopback lookalike by user', 'invalid_request', { redirect_uri: 'http://127.0.0.1:80@evil.example/callback' }],
  ['the name localhost', 'invalid_request', { redirect_uri: 'http://localhost:53682/callback' }],
  ['another loopback number', 'invalid_request', { redirect_uri: 'http://127.0.0.2:53682/callback' }],
  ['the loopback number in another spelling', 'invalid_request', { redirect_uri: 'http://127.1:53682/callback' }],
  ['a loopback address by https', 'invalid_request', { redirect_uri: 'https://127.0.0.1:53682/callback' }],
  ['a loopback port that is none', 'invalid_request', { redirect_uri: 'http://127.0.0.1:99999/callback' }],
  ['a fragment', 'invalid_request', { redirect_uri: `${LOOPBACK}#x` }],
  ['a backslash', 'invalid_request', { redirect_uri: 'http://127.0.0.1:53682\\callback' }],
  ['a line break', 'invalid_request', { redirect_uri: `${LOOPBACK}\r\nx: y` }],
  ['a script', 'invalid_request', { redirect_uri: 'javascript:alert(1)' }],
  ['a redirect that goes up', 'invalid_request', { redirect_uri: 'http://127.0.0.1:53682/x/../callback' }],
  ['a redirect in capitals', 'invalid_request', { redirect_uri: 'HTTP://127.0.0.1:53682/callback' }],
  ['a path of ours for the web client', 'invalid_request', { client_id: 'web', redirect_uri: '/auth' }],
  [
    'an open redirect behind a page of ours',
    'invalid_request',
    { client_id: 'web', redirect_uri: 'https://drive.example.com/auth?next=https://evil.example' },
  ],
  [
    'a site whose name begins like ours',
    'invalid_request',
    { client_id: 'web', redirect_uri: 'https://drive.example.com.evil.example/auth' },
  ],
];

it.each(BAD_AUTHORIZATIONS)('a code is not made for: %s: %s', async (_what, name, change, drop = '') => {
  const fields = without({ ...authorizeFields, ...change }, drop);
  expectRefusal(await world.post('/v1/user/authorize', fields, bearer((await world.alice()).token)), name);
});

it('no code is made for a parameter that is sent twice', async () => {
  const text = `${new URLSearchParams(authorizeFields)}&redirect_uri=https%3A%2F%2Fevil.example.org%2F`;
  expectRefusal(await world.post('/v1/user/authorize', text, bearer((await world.alice()).token)), 'invalid_request');
});

it('no code is made without a token, for a forged one, for a refresh token and for an ended session', async () => {
  const { token: living, refreshToken } = await world.alice();
  await world.post('/v1/auth/revoke', { token: living });
  for (const each of ['', 'noise', refreshToken, living])
    expectRefusal(await world.post('/v1/user/authorize', authorizeFields, bearer(each)), 'unauthenticated');
});

it('no code is made for more scopes than the asking token has', async () => {
  const { body } = await world.exchange(await world.code({ scope: 'user pan' }));
  const narrow = bearer(String(body.access_token));
  expectRefusal(await world.post('/v1/user/authorize', authorizeFields, narrow), 'invalid_scope');
  const { body: answer } = await world.post('/v1/user/authorize', without(authorizeFields, 'scope'), narrow);
  expect(answer['scope']).toBe('user pan');
});

it('no code is made for a token without the scope user', async () => {
  const { body } = await world.exchange(await world.code({ scope: 'pan' }));
  expectRefusal(
    await world.post('/v1/user/authorize', authorizeFields, bearer(String(body.access_token))),
    'permission_denied',
  );
});

/** Bad exchanges of a good code. */
const BAD_EXCHANGES: readonly [what: string, name: ErrorName, change: Fields, drop?: string][] = [
  ['another redirect', 'invalid_grant', { redirect_uri: 'http://127.0.0.1:53683/callback' }],
  ['no redirect where one was given', 'invalid_grant', {}, 'redirect_uri'],
  ['another client', 'invalid_grant', { client_id: 'windows' }],
  ['a client without the grant', 'unauthorized_client', { client_id: 'tv' }],
  ['no client', 'invalid_request', {}, 'client_id'],
  ['no verifier', 'invalid_request', {}, 'code_verifier'],
  ['a wrong verifier', 'invalid_grant', { code_verifier: VERIFIER.replace('d', 'e') }],
  ['the challenge as verifier', 'invalid_grant', { code_verifier: authorizeFields['code_challenge'] ?? '' }],
  ['a verifier that is too short', 'invalid_request', { code_verifier: 'a'.repeat(42) }],
  ['a verifier that is too long', 'invalid_request', { code_verifier: 'a'.repeat(129) }],
  ['a verifier with a space', 'invalid_request', { code_verifier: `${VERIFIER} ` }],
  ['a code that was cut', 'invalid_grant', { code: 'QUJD' }],
  ['a code nobody made', 'invalid_grant', { code: 'A'.repeat(115) }],
  ['no code', 'invalid_request', {}, 'code'],
  ['a refresh token beside it', 'invalid_request', { refresh_token: 'noise' }],
  ['a password beside it', 'invalid_request', { username: 'alice@example.com', password: 'magpie-demo' }],
  ['a device code beside it', 'invalid_request', { device_code: 'noise' }],
  ['no grant type', 'invalid_request', {}, 'grant_type'],
  ['a grant type nobody knows', 'unsupported_grant_type', { grant_type: 'client_credentials' }],
  ['a grant type named like a property of objects', 'unsupported_grant_type', { grant_type: 'constructor' }],
];

it.each(BAD_EXCHANGES)('a code is not exchanged with: %s: %s', async (_what, name, change, drop = '') => {
  const fields = without({ ...codeFields(await world.code()), ...change }, drop);
  expectRefusal(await token(fields), name);
});

it('a code is not exchanged with a redirect where its request had none', async () => {
  const code = await world.code({ redirect_uri: '' });
  expectRefusal(await token(codeFields(code)), 'invalid_grant');
});

it('a code is not exchanged with a parameter that is sent twice, in the body and in the query', async () => {
  const body = `${new URLSearchParams(codeFields(await world.code()))}&client_id=cli`;
  expectRefusal(await token(body), 'invalid_request');
  expectRefusal(await world.post('/v1/auth/token?client_id=cli&client_id=web', { grant_type: 'x' }), 'invalid_request');
  expectRefusal(await world.post('/v1/auth/token?client_id=web', codeFields(await world.code())), 'invalid_request');
});

it('a code is not exchanged after one wrong exchange', async () => {
  const code = await world.code();
  expectRefusal(await world.exchange(code, { code_verifier: 'w'.repeat(43) }), 'invalid_grant');
  expectRefusal(await world.exchange(code), 'invalid_grant');
});

it('a code is not exchanged a minute later', async () => {
  const code = await world.code();
  world.time.nowMs += 60_000;
  expectRefusal(await world.exchange(code), 'invalid_grant');
});

it('a code is not exchanged when the session that asked for it has ended', async () => {
  const { token: living } = await world.alice();
  const code = await world.code({}, living);
  await world.post('/v1/auth/revoke', { token: living });
  expectRefusal(await world.exchange(code), 'invalid_grant');
});

it('a code is not exchanged with a broken body', async () => {
  expectRefusal(await token('{"grant_type":'), 'invalid_request');
  expectRefusal(await token('[]'), 'invalid_request');
  expectRefusal(await token(JSON.stringify({ ...codeFields('x'), code: { $ne: '' } })), 'invalid_request');
});

const fields = async (more: Fields = {}) =>
  codeFields(await world.code({ client_id: 'partner', redirect_uri: PARTNER_BACK }), {
    client_id: 'partner',
    redirect_uri: PARTNER_BACK,
    ...more,
  });

it.each([
  ['without it', {}],
  ['with a wrong one', { client_secret: 'wrong' }],
  ['with its digest', { client_secret: 'a'.repeat(64) }],
])('a client with a secret is refused: %s', async (_what, more) => {
  expectRefusal(await token(await fields(more)), 'invalid_client');
});

it('a client with a wrong secret in Basic is refused with a Basic challenge', async () => {
  const answer = await token(without(await fields(), 'client_id'), basic('partner', 'wrong'));
  expectRefusal(answer, 'invalid_client');
  expect(answer.headers.get('www-authenticate')).toBe('Basic realm="magpie"');
});

it('a client with unreadable Basic is refused', async () => {
  for (const authorization of ['Basic !', 'Basic', `Basic ${btoa('partner')}`, `Basic ${btoa(':x')}`])
    expect((await token(without(await fields(), 'client_id'), { authorization })).status).toBeGreaterThanOrEqual(400);
});

it('a client with two proofs or two ids is refused', async () => {
  expectRefusal(
    await token(await fields({ client_secret: PARTNER_SECRET }), basic('partner', PARTNER_SECRET)),
    'invalid_request',
  );
  expectRefusal(await token(await fields(), basic('cli', '')), 'invalid_request');
});

it('a code still works after a wrong client secret', async () => {
  const good = await fields();
  expectRefusal(await token({ ...good, client_secret: 'wrong' }), 'invalid_client');
  expect((await token({ ...good, client_secret: PARTNER_SECRET })).status).toBe(200);
  expect((await token(without(await fields(), 'client_id'), basic('partner', PARTNER_SECRET))).status).toBe(200);
});

const refresh = (refreshToken: string, more: Fields = {}) =>
  token({ client_id: 'cli', grant_type: 'refresh_token', refresh_token: refreshToken, ...more });

it('a refresh token is refused for more scopes than its session has, and then still works', async () => {
  const { body } = await world.exchange(await world.code({ scope: 'user offline' }));
  const refreshToken = String(body.refresh_token);
  expectRefusal(await refresh(refreshToken, { scope: 'user pan' }), 'invalid_scope');
  expect((await refresh(refreshToken)).body['scope']).toBe('user offline');
});

it('a refresh token of another client is refused', async () => {
  expectRefusal(await refresh((await world.alice()).refreshToken, { client_id: 'web' }), 'invalid_grant');
});

it('an access token is refused in place of a refresh token', async () => {
  expectRefusal(await refresh((await world.alice()).token), 'invalid_grant');
});

it('a refresh token reused after the grace is refused and ends the session', async () => {
  const { body } = await world.exchange(await world.code());
  const first = String(body.refresh_token);
  const { body: next } = await refresh(first);
  world.time.nowMs += 31_000;
  expectRefusal(await refresh(first), 'invalid_grant');
  expectRefusal(await refresh(String(next.refresh_token)), 'invalid_grant');
});

it('a refresh token of an ended session is refused', async () => {
  const { body } = await world.exchange(await world.code());
  await world.post('/v1/auth/revoke', { token: String(body.access_token) });
  expectRefusal(await refresh(String(body.refresh_token)), 'invalid_grant');
});
