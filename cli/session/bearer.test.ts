import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ApiClient } from '#client/api/client.ts';
import { ApiError } from '#client/api/errors.ts';
import { makeBearer } from './bearer.ts';
import { readServer } from './drive.ts';
import { makeSessions } from './sessions.ts';

const SERVER = 'https://drive.example.com';
const HOUR_MS = 3_600_000;

/** A server whose refresh tokens work once. */
function makeServer() {
  const state = { valid: 'r0', renewals: 0, refusal: '' };
  const call = async (_row: unknown, input: { body?: { refresh_token?: string } }) => {
    await new Promise((resolve) => setImmediate(resolve));
    if (state.refusal !== '') throw new ApiError({ error: state.refusal }, '/v1/auth/token');
    if (input.body?.refresh_token !== state.valid) throw new ApiError({ error: 'invalid_grant' }, '/v1/auth/token');
    state.renewals += 1;
    state.valid = `r${state.renewals}`;
    return { access_token: `a${state.renewals}`, refresh_token: state.valid, expires_in: 7200, sub: 'person' };
  };
  return { state, api: () => ({ call }) as unknown as Pick<ApiClient, 'call'> };
}

async function signedIn(untilMs: number) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-bearer-'));
  const sessions = makeSessions(folder);
  await sessions.put(SERVER, { accessToken: 'a0', untilMs, refreshToken: 'r0', userId: 'person' });
  const server = makeServer();
  /** Each as a process of its own. */
  const bearer = () =>
    makeBearer({ server: SERVER, sessions: makeSessions(folder), api: server.api, nowMs: () => HOUR_MS });
  return { sessions, bearer, state: server.state };
}

test('a stored one that lasts is taken without a call', async () => {
  const { bearer, state } = await signedIn(2 * HOUR_MS);
  expect(await bearer().fetchToken()).toEqual({ accessToken: 'a0', lifetimeSeconds: 3600 });
  expect(state.renewals).toBe(0);
});

test('programs that run at the same time use a refresh token once', async () => {
  const { bearer, state, sessions } = await signedIn(HOUR_MS + 1_000);
  const tokens = await Promise.all(Array.from({ length: 12 }, () => bearer().fetchToken()));
  expect(new Set(tokens.map(({ accessToken }) => accessToken))).toEqual(new Set(['a1']));
  expect(state.renewals).toBe(1);
  expect(await sessions.find(SERVER)).toMatchObject({ accessToken: 'a1', refreshToken: 'r1' });
});

test('one that the server refused is not taken again', async () => {
  const { bearer, state } = await signedIn(2 * HOUR_MS);
  const mine = bearer();
  await mine.fetchToken();
  expect((await mine.fetchToken()).accessToken).toBe('a1');
  expect(state.renewals).toBe(1);
});

test('a session that has ended is forgotten, and a server that is away is not its end', async () => {
  const { bearer, state, sessions } = await signedIn(0);
  state.refusal = 'unavailable';
  await expect(bearer().fetchToken()).rejects.toMatchObject({ errorName: 'unavailable' });
  expect(await sessions.find(SERVER)).not.toBeNull();
  state.refusal = 'invalid_grant';
  await expect(bearer().fetchToken()).rejects.toMatchObject({ errorName: 'unauthenticated' });
  expect(await sessions.find(SERVER)).toBeNull();
  expect(await sessions.lastServer()).toBe(SERVER);
});

test.each([
  ['drive.example.com', 'https://drive.example.com'],
  ['https://drive.example.com:8443/drive/all', 'https://drive.example.com:8443'],
  ['http://localhost:8787', 'http://localhost:8787'],
  ['http://127.0.0.1:8787/', 'http://127.0.0.1:8787'],
])('the address of a server: %s is %s', (text, origin) => expect(readServer(text)).toBe(origin));

test.each(['http://drive.example.com', 'ftp://drive.example.com', 'https://', 'a b'])(
  'the address of a server: %s is refused',
  (text) => expect(() => readServer(text)).toThrow('--server'),
);
