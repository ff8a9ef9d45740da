/** Grants of the authorization service, also under racing and repeated requests. */
import { runInDurableObject } from 'cloudflare:test';
import { expect, it } from 'vitest';
import { APP_ORIGIN, PASSWORD } from '../auth-fixture.ts';
import { authorizeFields, challengeOf, LOOPBACK, makeOAuthWorld, PARTNER_BACK } from './oauth-fixture.ts';

// The first world of a file loads the whole Worker.
const world = await makeOAuthWorld();

const refresh = (refreshToken: string, more: Record<string, string> = {}) =>
  world.post('/v1/auth/token', {
    client_id: 'cli',
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    ...more,
  });

function activeSessionIds(userId: string, openedBy: string): Promise<number> {
  return runInDurableObject(
    world.accounts.getByName(userId),
    (_account, state) =>
      state.storage.sql
        .exec('SELECT 1 FROM families WHERE revoked_ms IS NULL AND opened_by LIKE ?', `${openedBy}%`)
        .toArray().length,
  );
}

it('a code gives the requested scopes and reports them', async () => {
  const { userId, token } = await world.alice();
  const code = await world.code({ scope: 'user+pan+offline' }, token);
  expect(code).not.toContain(userId);
  const { status, body, headers } = await world.exchange(code);
  expect(status).toBe(200);
  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 7_200, sub: userId, scope: 'user pan offline' });
  expect(headers.get('cache-control')).toContain('no-store');
  expect(await world.bearer(String(body.access_token))).toMatchObject({ userId, clientId: 'cli' });
  expect((await refresh(String(body.refresh_token))).status).toBe(200);
});

it('a code without offline gives no refresh token', async () => {
  const { body } = await world.exchange(await world.code({ scope: 'user pan' }));
  expect(body).not.toHaveProperty('refresh_token');
  expect(body['scope']).toBe('user pan');
});

it('a code is returned with issuer, state and address', async () => {
  const { token } = await world.alice();
  const { body } = await world.post('/v1/user/authorize', authorizeFields, { authorization: `Bearer ${token}` });
  expect(body).toMatchObject({ state: 'a state', redirect_uri: LOOPBACK, iss: APP_ORIGIN, expires_in: 60 });
});

it('a code works for any port of the loopback address, and without a redirect when its request had none', async () => {
  for (const redirect_uri of ['http://127.0.0.1:1/callback', 'http://127.0.0.1/callback', 'http://[::1]:9/'])
    expect((await world.exchange(await world.code({ redirect_uri }), { redirect_uri })).status).toBe(200);
  expect((await world.exchange(await world.code({ redirect_uri: '' }), { redirect_uri: '' })).status).toBe(200);
});

it('a code exchanged a hundred times at once opens at most one session, which a second exchange ends', async () => {
  const { userId, token } = await world.alice();
  const before = await activeSessionIds(userId, 'code:');
  const code = await world.code({}, token);
  const answers = await Promise.all(Array.from({ length: 100 }, () => world.exchange(code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await activeSessionIds(userId, 'code:')).toBe(before);
});

it('a replayed code ends the session it opened, and no other', async () => {
  const { userId, token } = await world.alice();
  const before = await activeSessionIds(userId, 'code:');
  const other = await world.exchange(await world.code({}, token));
  const code = await world.code({}, token);
  const { body } = await world.exchange(code);
  expect((await world.exchange(code)).body.error).toBe('invalid_grant');
  expect((await refresh(String(body.refresh_token))).body.error).toBe('invalid_grant');
  expect((await refresh(String(other.body.refresh_token))).status).toBe(200);
  expect(await activeSessionIds(userId, 'code:')).toBe(before + 1);
});

it('a code replayed by another client ends its session too', async () => {
  const code = await world.code();
  const { body } = await world.exchange(code);
  await world.exchange(code, { client_id: 'windows' });
  expect((await refresh(String(body.refresh_token))).body.error).toBe('invalid_grant');
});

it('a code sets the session cookie for our own page only', async () => {
  const fields = { client_id: 'web', redirect_uri: `${APP_ORIGIN}/auth` };
  const own = { 'sec-fetch-site': 'same-origin', origin: APP_ORIGIN };
  const inside = await world.exchange(await world.code(fields), fields, own);
  expect(inside.headers.get('set-cookie')).toMatch(/^__Host-magpie_session=.+HttpOnly/);
  expect(inside.body.refresh_token).toBe('');
  const outside = await world.exchange(await world.code(fields), fields);
  expect(outside.headers.get('set-cookie')).toBeNull();
  expect(outside.body.refresh_token).not.toBe('');
  const narrow = await world.exchange(await world.code({ ...fields, scope: 'user offline' }), fields, own);
  expect(narrow.headers.get('set-cookie')).toBeNull();
});

it('the cookie of a narrowed session opens nothing', async () => {
  const fields = { client_id: 'web', redirect_uri: `${APP_ORIGIN}/auth` };
  const { body } = await world.exchange(await world.code({ ...fields, scope: 'user offline' }), fields);
  const cookie = `__Host-magpie_session=${String(body.refresh_token)}`;
  expect(await world.auth.verifySessionCookie(cookie, world.time.nowMs)).toBeNull();
});

it('a refresh may narrow its access token; the session keeps its scopes', async () => {
  const { body } = await world.exchange(await world.code());
  const less = await refresh(String(body.refresh_token), { scope: 'user' });
  expect(less.body['scope']).toBe('user');
  expect((await world.bearer(String(less.body.access_token))).scopes).toEqual(['user']);
  expect((await refresh(String(less.body.refresh_token))).body['scope']).toBe('user pan offline');
});

it('a refresh of a session narrowed at its sign-in gives the narrowed scopes', async () => {
  const fields = { client_id: 'cli', grant_type: 'password', username: 'alice@example.com', password: PASSWORD };
  const { body } = await world.post('/v1/auth/token', { ...fields, scope: 'pan offline' });
  expect((await world.bearer(String(body.access_token))).scopes).toEqual(['pan', 'offline']);
  expect((await refresh(String(body.refresh_token))).body['scope']).toBe('pan offline');
  expect((await world.post('/v1/auth/token', { ...fields, scope: 'user' })).body).not.toHaveProperty('refresh_token');
  expect((await world.post('/v1/auth/token', { ...fields, scope: 'all' })).body.error).toBe('invalid_scope');
});

it('a refresh keeps a narrowed session narrow', async () => {
  const { body } = await world.exchange(await world.code({ scope: 'user offline' }));
  const next = await refresh(String(body.refresh_token));
  expect(next.body['scope']).toBe('user offline');
  expect((await refresh(String(next.body.refresh_token))).body['scope']).toBe('user offline');
});

it('a refresh repeated within the grace succeeds', async () => {
  const { body } = await world.exchange(await world.code());
  const [first, again] = [await refresh(String(body.refresh_token)), await refresh(String(body.refresh_token))];
  world.time.nowMs += 60_000;
  expect(first.status).toBe(200);
  expect((await refresh(String(again.body.refresh_token))).status).toBe(200);
});

it('a device gets a code of eight distinct letters, and the pages to type it in', async () => {
  const { body } = await world.post('/v1/auth/device/code', { client_id: 'tv' });
  expect(body['user_code']).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  expect(body).toMatchObject({
    verification_uri: `${APP_ORIGIN}/auth/device`,
    verification_uri_complete: `${APP_ORIGIN}/auth?user_code=${String(body['user_code'])}`,
    expires_in: 600,
    interval: 5,
  });
});

it('an allowed device gets tokens once, however its code was typed', async () => {
  const { deviceCode, userCode } = await world.startDevice();
  await world.decide(` ${userCode.replace('-', '').toLowerCase()} `, true);
  const { userId } = await world.alice();
  const answers = await Promise.all(Array.from({ length: 20 }, () => world.poll(deviceCode)));
  const given = answers.filter(({ status }) => status === 200);
  expect(given).toHaveLength(1);
  expect(given[0]?.body).toMatchObject({ sub: userId, scope: 'user pan offline' });
  expect(await activeSessionIds(userId, 'device:')).toBe(1);
});

it('the person who types a user code sees the waiting client', async () => {
  const { userCode } = await world.startDevice();
  const caller = await world.bearer((await world.alice()).token);
  expect(await world.auth.deviceRequest(userCode, caller, world.call())).toEqual({
    userCode,
    clientName: 'Magpie for TV',
    scopes: ['user', 'pan', 'offline'],
  });
});

it('introspection answers a person about their own tokens, and a client about its own', async () => {
  const { token, refreshToken, userId } = await world.alice();
  const asPerson = await world.get(`/v1/auth/token/introspect?token=${token}`, { authorization: `Bearer ${token}` });
  expect(asPerson.body).toMatchObject({
    active: true,
    scope: 'user pan offline',
    client_id: 'cli',
    sub: userId,
    token_type: 'Bearer',
    iss: APP_ORIGIN,
    iat: world.time.nowMs / 1_000,
    exp: world.time.nowMs / 1_000 + 7_200,
  });
  const asClient = await world.post('/v1/auth/token/introspect', { client_id: 'cli', token: refreshToken });
  expect(asClient.body).toMatchObject({ active: true, sub: userId });
  expect(asClient.body).not.toHaveProperty('token_type');
});

const input = {
  clientId: 'partner',
  responseType: 'code',
  redirectUri: PARTNER_BACK,
  scope: 'user',
  state: 'x y',
  codeChallenge: '',
  codeChallengeMethod: 'S256',
};

it('a consent is stored until more scopes are asked for, where only the client receives the answer', async () => {
  const { token } = await world.alice();
  const caller = await world.bearer(token);
  const request = { ...input, codeChallenge: await challengeOf('v'.repeat(43)) };
  const isKnown = async (scope: string) =>
    (await world.auth.consentAccount(world.auth.readAuthorization({ ...request, scope }), caller)).isKnown;
  expect(await isKnown('user')).toBe(false);
  const location = await world.auth.answerAuthorization(request, { isAllowed: true }, caller, world.call());
  expect(location).toMatch(/^https:\/\/partner\.example\.org\/back\?from=magpie&code=[\w-]+&state=x\+y&iss=https/);
  expect([await isKnown('user'), await isKnown('user pan')]).toEqual([true, false]);
});

it('a consent is asked for each time by command-line tools, and on any loopback address', async () => {
  const caller = await world.bearer((await world.alice()).token);
  for (const clientId of ['cli', 'windows']) {
    const request = { ...input, clientId, redirectUri: LOOPBACK, codeChallenge: await challengeOf('v'.repeat(43)) };
    await world.auth.answerAuthorization(request, { isAllowed: true }, caller, world.call());
    const asked = world.auth.readAuthorization(request);
    expect((await world.auth.consentAccount(asked, caller)).isKnown).toBe(false);
  }
});

it('a denied consent returns access_denied and no code', async () => {
  const request = { ...input, codeChallenge: await challengeOf('v'.repeat(43)) };
  const location = await world.auth.answerAuthorization(request, { isAllowed: false }, null, world.call());
  const { searchParams } = new URL(location);
  expect(Object.fromEntries(searchParams)).toEqual({
    from: 'magpie',
    error: 'access_denied',
    state: 'x y',
    iss: APP_ORIGIN,
  });
});
