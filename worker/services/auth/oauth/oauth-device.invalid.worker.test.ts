/** Refusals of the device grant, of introspection and of revocation. */
import { expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { bearer, DEVICE_GRANT, expectRefusal, type Fields, makeOAuthWorld } from './oauth-fixture.ts';

// The first world of a file loads the whole Worker.
const world = await makeOAuthWorld();

const token = (fields: Fields) => world.post('/v1/auth/token', fields);

it('a device code is refused for a client without the grant, an unknown scope, and past the budget of the address', async () => {
  expectRefusal(await world.post('/v1/auth/device/code', { client_id: 'android' }), 'unauthorized_client');
  expectRefusal(await world.post('/v1/auth/device/code', { client_id: 'tv', scope: 'all' }), 'invalid_scope');
  const far = { 'cf-connecting-ip': '198.51.100.77' };
  for (let count = 0; count < 60; count += 1) await world.post('/v1/auth/device/code', { client_id: 'tv' }, far);
  expectRefusal(await world.post('/v1/auth/device/code', { client_id: 'tv' }, far), 'too_many_requests');
});

it('a device code is refused before the decision, and for polls faster than its interval, which then grows by 5 s', async () => {
  const { deviceCode, userCode } = await world.startDevice();
  expectRefusal(await world.poll(deviceCode), 'authorization_pending');
  world.time.nowMs += 1_000;
  expectRefusal(await world.poll(deviceCode), 'slow_down');
  await world.decide(userCode, true);
  world.time.nowMs += 5_000;
  expectRefusal(await world.poll(deviceCode), 'slow_down');
  world.time.nowMs += 15_000;
  expect((await world.poll(deviceCode)).status).toBe(200);
});

it('a denied device code is refused at every poll', async () => {
  const { deviceCode, userCode } = await world.startDevice();
  await world.decide(userCode, false);
  expectRefusal(await world.poll(deviceCode), 'access_denied');
  expectRefusal(await world.poll(deviceCode), 'access_denied');
});

it('an expired device code is refused, decided or not', async () => {
  const waiting = await world.startDevice();
  const allowed = await world.startDevice();
  await world.decide(allowed.userCode, true);
  world.time.nowMs += 600_000;
  for (const { deviceCode } of [waiting, allowed]) expectRefusal(await world.poll(deviceCode), 'expired_token');
  await expect(world.decide(waiting.userCode, true)).rejects.toMatchObject({ errorName: 'expired_token' });
});

it('a device code is refused for another client', async () => {
  const { deviceCode, userCode } = await world.startDevice();
  await world.decide(userCode, true);
  expectRefusal(await world.poll(deviceCode, 'cli'), 'invalid_grant');
  expect((await world.poll(deviceCode)).status).toBe(200);
});

it('a device code is refused the second time', async () => {
  const { deviceCode, userCode } = await world.startDevice();
  await world.decide(userCode, true);
  expect((await world.poll(deviceCode)).status).toBe(200);
  expectRefusal(await world.poll(deviceCode), 'invalid_grant');
});

it('a device code is refused when the session that allowed it has ended', async () => {
  const { deviceCode, userCode } = await world.startDevice();
  const { token: living } = await world.alice();
  await world.decide(userCode, true, living);
  await world.post('/v1/auth/revoke', { token: living });
  expectRefusal(await world.poll(deviceCode), 'invalid_grant');
});

it('a device code is refused when it is noise, empty, or beside another grant', async () => {
  expectRefusal(await world.poll('noise'), 'invalid_grant');
  expectRefusal(await world.poll(`00${'f'.repeat(32)}`), 'invalid_grant');
  expectRefusal(await world.poll(''), 'invalid_request');
  expectRefusal(
    await token({ client_id: 'tv', grant_type: DEVICE_GRANT, device_code: 'noise', code: 'x' }),
    'invalid_request',
  );
});

it('user codes of one person are refused after twenty tries, right or wrong', async () => {
  const { userCode } = await world.startDevice();
  const { tokens } = await world.signIn({ username: 'bob@example.com' });
  const caller = await world.bearer(tokens.access_token);
  const look = (code: string) =>
    world.auth.deviceRequest(code, caller, world.call({ address: '198.51.100.9' })).then(
      () => 'found',
      (error: unknown) => (error instanceof AppError ? error.errorName : String(error)),
    );
  const guesses = await Promise.all(Array.from({ length: 40 }, () => look('BBBB-BBBB')));
  expect(guesses.filter((name) => name === 'expired_token')).toHaveLength(20);
  expect(await look(userCode)).toBe('too_many_requests');
});

it('a user code decides once', async () => {
  const { deviceCode, userCode } = await world.startDevice();
  await world.decide(userCode, false);
  await expect(world.decide(userCode, true)).rejects.toMatchObject({ errorName: 'expired_token' });
  expectRefusal(await world.poll(deviceCode), 'access_denied');
});

const introspect = (fields: Fields, headers?: Fields) => world.post('/v1/auth/token/introspect', fields, headers);

it('introspection needs a caller with an active session', async () => {
  const { token: living } = await world.alice();
  expectRefusal(await introspect({ token: living }), 'unauthenticated');
  await world.post('/v1/auth/revoke', { token: living });
  expectRefusal(await introspect({ token: living }, bearer(living)), 'unauthenticated');
});

it('introspection calls tokens of another person, another client and an ended session inactive', async () => {
  const bob = await world.signIn({ username: 'bob@example.com' });
  const { token: living } = await world.alice();
  const ended = await world.alice();
  await world.post('/v1/auth/revoke', { token: ended.token });
  const inactive = { active: false };
  expect((await introspect({ token: bob.tokens.access_token }, bearer(living))).body).toEqual(inactive);
  expect((await introspect({ token: bob.tokens.refresh_token }, bearer(living))).body).toEqual(inactive);
  expect((await introspect({ token: living, client_id: 'tv' })).body).toEqual(inactive);
  expect((await introspect({ token: ended.token }, bearer(living))).body).toEqual(inactive);
  expect((await introspect({ token: ended.refreshToken, client_id: 'cli' })).body).toEqual(inactive);
  expect((await introspect({ token: 'noise' }, bearer(living))).body).toEqual(inactive);
});

it('introspection refuses a client that cannot prove itself', async () => {
  expectRefusal(await introspect({ token: 'noise', client_id: 'stranger' }), 'unauthorized_client');
  expectRefusal(await introspect({ token: 'noise', client_id: 'partner' }), 'invalid_client');
  expectRefusal(await introspect({ token: '' }, bearer((await world.alice()).token)), 'invalid_request');
});

it('a client cannot revoke a token of another, and the token stays valid', async () => {
  const { token: living } = await world.alice();
  expectRefusal(await world.post('/v1/auth/revoke', { token: living, client_id: 'tv' }), 'unauthorized_client');
  expectRefusal(await world.post('/v1/auth/revoke', { token: living, client_id: 'partner' }), 'invalid_client');
  expect((await world.post('/v1/auth/token/introspect', { token: living }, bearer(living))).body['active']).toBe(true);
});
