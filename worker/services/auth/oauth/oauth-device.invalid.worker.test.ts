/** What is refused to devices, to programs that ask about tokens, and to those that end them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { bearer, DEVICE_GRANT, expectRefusal, type Fields, makeOAuthRoom, type OAuthRoom } from './oauth-fixture.ts';

let room: OAuthRoom;
// The first room of a file loads the whole Worker.
beforeAll(async () => {
  room = await makeOAuthRoom();
}, 60_000);

const token = (fields: Fields) => room.post('/v1/auth/token', fields);

describe('a device code is refused', () => {
  it('for a client without the grant, an unknown scope, and past the budget of the address', async () => {
    expectRefusal(await room.post('/v1/auth/device/code', { client_id: 'android' }), 'unauthorized_client');
    expectRefusal(await room.post('/v1/auth/device/code', { client_id: 'tv', scope: 'all' }), 'invalid_scope');
    const far = { 'cf-connecting-ip': '198.51.100.77' };
    for (let count = 0; count < 60; count += 1) await room.post('/v1/auth/device/code', { client_id: 'tv' }, far);
    expectRefusal(await room.post('/v1/auth/device/code', { client_id: 'tv' }, far), 'too_many_requests');
  });

  it('while nobody has decided, and for polling faster than its interval, which then grows by 5 s', async () => {
    const { deviceCode, userCode } = await room.startDevice();
    expectRefusal(await room.poll(deviceCode), 'authorization_pending');
    room.time.nowMs += 1_000;
    expectRefusal(await room.poll(deviceCode), 'slow_down');
    await room.decide(userCode, true);
    room.time.nowMs += 5_000;
    expectRefusal(await room.poll(deviceCode), 'slow_down');
    room.time.nowMs += 15_000;
    expect((await room.poll(deviceCode)).status).toBe(200);
  });

  it('when it was denied, again and again', async () => {
    const { deviceCode, userCode } = await room.startDevice();
    await room.decide(userCode, false);
    expectRefusal(await room.poll(deviceCode), 'access_denied');
    expectRefusal(await room.poll(deviceCode), 'access_denied');
  });

  it('when it is over, decided or not', async () => {
    const waiting = await room.startDevice();
    const allowed = await room.startDevice();
    await room.decide(allowed.userCode, true);
    room.time.nowMs += 600_000;
    for (const { deviceCode } of [waiting, allowed]) expectRefusal(await room.poll(deviceCode), 'expired_token');
    await expect(room.decide(waiting.userCode, true)).rejects.toMatchObject({ errorName: 'expired_token' });
  });

  it('for another client', async () => {
    const { deviceCode, userCode } = await room.startDevice();
    await room.decide(userCode, true);
    expectRefusal(await room.poll(deviceCode, 'cli'), 'invalid_grant');
    expect((await room.poll(deviceCode)).status).toBe(200);
  });

  it('the second time', async () => {
    const { deviceCode, userCode } = await room.startDevice();
    await room.decide(userCode, true);
    expect((await room.poll(deviceCode)).status).toBe(200);
    expectRefusal(await room.poll(deviceCode), 'invalid_grant');
  });

  it('when the session that allowed it has ended', async () => {
    const { deviceCode, userCode } = await room.startDevice();
    const { token: living } = await room.alice();
    await room.decide(userCode, true, living);
    await room.post('/v1/auth/revoke', { token: living });
    expectRefusal(await room.poll(deviceCode), 'invalid_grant');
  });

  it('when it is noise, nothing, or beside another grant', async () => {
    expectRefusal(await room.poll('noise'), 'invalid_grant');
    expectRefusal(await room.poll(`00${'f'.repeat(32)}`), 'invalid_grant');
    expectRefusal(await room.poll(''), 'invalid_request');
    expectRefusal(
      await token({ client_id: 'tv', grant_type: DEVICE_GRANT, device_code: 'noise', code: 'x' }),
      'invalid_request',
    );
  });

  it('and a code that somebody guesses at is refused after twenty tries, right or wrong', async () => {
    const { userCode } = await room.startDevice();
    const { tokens } = await room.signIn({ username: 'bob@example.com' });
    const caller = await room.bearer(tokens.access_token);
    const look = (code: string) =>
      room.auth.deviceRequest(code, caller, room.call({ address: '198.51.100.9' })).then(
        () => 'found',
        (error: unknown) => (error instanceof AppError ? error.errorName : String(error)),
      );
    const guesses = await Promise.all(Array.from({ length: 40 }, () => look('BBBB-BBBB')));
    expect(guesses.filter((name) => name === 'expired_token')).toHaveLength(20);
    expect(await look(userCode)).toBe('too_many_requests');
  });

  it('and a user code decides once', async () => {
    const { deviceCode, userCode } = await room.startDevice();
    await room.decide(userCode, false);
    await expect(room.decide(userCode, true)).rejects.toMatchObject({ errorName: 'expired_token' });
    expectRefusal(await room.poll(deviceCode), 'access_denied');
  });
});

describe('introspection tells nothing of', () => {
  const introspect = (fields: Fields, headers?: Fields) => room.post('/v1/auth/token/introspect', fields, headers);

  it('anything to nobody, and to a session that has ended', async () => {
    const { token: living } = await room.alice();
    expectRefusal(await introspect({ token: living }), 'unauthenticated');
    await room.post('/v1/auth/revoke', { token: living });
    expectRefusal(await introspect({ token: living }, bearer(living)), 'unauthenticated');
  });

  it('tokens of another person, of another client, and of an ended session', async () => {
    const bob = await room.signIn({ username: 'bob@example.com' });
    const { token: living } = await room.alice();
    const ended = await room.alice();
    await room.post('/v1/auth/revoke', { token: ended.token });
    const inactive = { active: false };
    expect((await introspect({ token: bob.tokens.access_token }, bearer(living))).body).toEqual(inactive);
    expect((await introspect({ token: bob.tokens.refresh_token }, bearer(living))).body).toEqual(inactive);
    expect((await introspect({ token: living, client_id: 'tv' })).body).toEqual(inactive);
    expect((await introspect({ token: ended.token }, bearer(living))).body).toEqual(inactive);
    expect((await introspect({ token: ended.refreshToken, client_id: 'cli' })).body).toEqual(inactive);
    expect((await introspect({ token: 'noise' }, bearer(living))).body).toEqual(inactive);
  });

  it('anything to a client that cannot prove itself', async () => {
    expectRefusal(await introspect({ token: 'noise', client_id: 'stranger' }), 'unauthorized_client');
    expectRefusal(await introspect({ token: 'noise', client_id: 'partner' }), 'invalid_client');
    expectRefusal(await introspect({ token: '' }, bearer((await room.alice()).token)), 'invalid_request');
  });
});

describe('revoking is refused', () => {
  it('to a client for a token of another, and the token lives on', async () => {
    const { token: living } = await room.alice();
    expectRefusal(await room.post('/v1/auth/revoke', { token: living, client_id: 'tv' }), 'unauthorized_client');
    expectRefusal(await room.post('/v1/auth/revoke', { token: living, client_id: 'partner' }), 'invalid_client');
    expect((await room.post('/v1/auth/token/introspect', { token: living }, bearer(living))).body['active']).toBe(true);
  });
});
