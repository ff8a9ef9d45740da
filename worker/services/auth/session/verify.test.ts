import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, expect, it } from 'vitest';
import { succeed } from '#shared/errors.ts';
import { CLIENTS } from '../client/clients.ts';
import type { AuthDeps } from '../deps.ts';
import { sessionCookie } from '../token/cookie.ts';
import { makeCookieMemory } from '../token/cookie-memory.ts';
import { makeTokens, type Tokens } from '../token/tokens.ts';
import { verifyBearer, verifySessionCookie } from './verify.ts';

const NOW_MS = 1_800_000_000_000;
const NOW_S = NOW_MS / 1_000;
const SUBJECT = { userId: `V${'a'.repeat(25)}`, clientId: 'web', sessionId: 'f'.repeat(32), epoch: 1 };
const ACCESS = {
  sub: SUBJECT.userId,
  aud: 'web',
  fam: SUBJECT.sessionId,
  epoch: 1,
  scope: 'user pan',
  iat: NOW_S,
  exp: NOW_S + 7_200,
};
const REFRESH = {
  sub: SUBJECT.userId,
  client: 'web',
  fam: SUBJECT.sessionId,
  gen: 1,
  epoch: 1,
  iat: NOW_S,
  exp: NOW_S + 7_200,
};

type Jwk = Record<string, string>;

function makeKey(): Jwk {
  return {
    ...(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }) as Jwk),
    kid: 'k1',
    alg: 'ES256',
  };
}

const ours = makeKey();
const other = makeKey();
let tokens: Tokens;

async function forge(payload: object, header: object = {}, jwk: Jwk = ours): Promise<string> {
  return new SignJWT({ ...payload })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'k1', ...header })
    .sign(await importJWK(jwk, 'ES256'));
}

/** Drops reports; renewal.worker.test.ts covers them. */
const accounts = {
  getByName: () => ({ decideCookie: async () => succeed('current') }),
} as unknown as AuthDeps['accounts'];
const parts = () => ({
  tokens,
  clients: CLIENTS,
  arrivals: { note: () => undefined },
  accounts,
  cookies: makeCookieMemory(),
});

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function without<T extends object>(value: T, key: keyof T): Partial<T> {
  const copy: Partial<T> = { ...value };
  delete copy[key];
  return copy;
}

beforeAll(() => {
  tokens = makeTokens(JSON.stringify(ours));
});

it('tokens are read back as the caller they were made for', async () => {
  const access = await tokens.signAccess(SUBJECT, 'user pan', NOW_MS);
  expect(await verifyBearer(parts(), access, NOW_MS)).toEqual({
    ...SUBJECT,
    scopes: ['user', 'pan'],
  });
  const refresh = await tokens.signRefresh(SUBJECT, 3, NOW_MS);
  expect(await verifySessionCookie(parts(), sessionCookie(refresh), NOW_MS)).toMatchObject(SUBJECT);
  expect(await tokens.readRefresh(refresh, NOW_MS)).toMatchObject({ gen: 3, client: 'web' });
});

it("a cookie with another program's refresh token is refused", async () => {
  const refresh = await tokens.signRefresh({ ...SUBJECT, clientId: 'cli' }, 3, NOW_MS);
  expect(await tokens.readRefresh(refresh, NOW_MS)).toMatchObject({ client: 'cli' });
  expect(await verifySessionCookie(parts(), sessionCookie(refresh), NOW_MS)).toBeNull();
});

it('tokens carry the claims that outside clients decode: sub, aud, exp and a key id', async () => {
  const access = await tokens.signAccess(SUBJECT, 'user', NOW_MS);
  expect(decodeJwt(access)).toMatchObject({ sub: SUBJECT.userId, aud: 'web', iat: NOW_S, exp: NOW_S + 7_200 });
  expect(decodeProtectedHeader(access)).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: 'k1' });
});

it('tokens expire at their second', async () => {
  const access = await tokens.signAccess(SUBJECT, 'user', NOW_MS);
  expect(await tokens.readAccess(access, NOW_MS + 7_199_999)).not.toBeNull();
  expect(await tokens.readAccess(access, NOW_MS + 7_200_000)).toBeNull();
});

it('expired tokens still name their session', async () => {
  const access = await forge({ ...ACCESS, exp: 1_000 });
  expect(await tokens.readSessionOf(access)).toMatchObject({
    userId: SUBJECT.userId,
    sessionId: SUBJECT.sessionId,
    clientId: 'web',
  });
});

it('tokens forged by the test are valid when nothing is wrong with them', async () => {
  expect(await tokens.readAccess(await forge(ACCESS), NOW_MS)).not.toBeNull();
});

it.each<[string, () => string | Promise<string>]>([
  ['is empty', () => ''],
  ['is noise', () => 'noise'],
  ['is three dots', () => '...'],
  ['is longer than any of ours', () => 'a'.repeat(5_000)],
  ['is signed by another key under our key id', () => forge(ACCESS, {}, other)],
  [
    'brings its own key in the header',
    () => forge(ACCESS, { jwk: { kty: 'EC', crv: 'P-256', x: other['x'], y: other['y'] } }, other),
  ],
  ['says alg none', () => new UnsecuredJWT(ACCESS).encode()],
  ['says alg none and keeps the type', () => `${encode({ alg: 'none', typ: 'at+jwt' })}.${encode(ACCESS)}.`],
  ['says alg None in capitals', () => `${encode({ alg: 'None', typ: 'at+jwt' })}.${encode(ACCESS)}.`],
  [
    'is an HMAC with our public key as secret',
    () =>
      new SignJWT({ ...ACCESS })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: 'k1' })
        .sign(new TextEncoder().encode(JSON.stringify({ kty: 'EC', crv: 'P-256', x: ours['x'], y: ours['y'] }))),
  ],
  [
    'is signed with another curve',
    async () => {
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
      return new SignJWT({ ...ACCESS }).setProtectedHeader({ alg: 'ES384', typ: 'at+jwt', kid: 'k1' }).sign(privateKey);
    },
  ],
  [
    'has a changed payload',
    async () => (await forge(ACCESS)).replace(/\.[^.]+\./, `.${encode({ ...ACCESS, sub: `V${'b'.repeat(25)}` })}.`),
  ],
  [
    'has a changed header',
    async () => (await forge(ACCESS)).replace(/^[^.]+/, encode({ alg: 'ES256', typ: 'at+jwt', kid: 'k2' })),
  ],
  ['has its signature cut', async () => (await forge(ACCESS)).slice(0, -8)],
  [
    'has an all-zero signature',
    async () => (await forge(ACCESS)).replace(/[^.]+$/, Buffer.alloc(64).toString('base64url')),
  ],
  ['has expired', () => forge({ ...ACCESS, exp: NOW_S })],
  ['never expires', () => forge(without(ACCESS, 'exp'))],
  ['is not valid yet', () => forge({ ...ACCESS, nbf: NOW_S + 60 })],
  ['is a refresh token', () => tokens.signRefresh(SUBJECT, 1, NOW_MS)],
  ['has refresh claims under the access type', () => forge(REFRESH)],
  ['has access claims under the refresh type', () => forge(ACCESS, { typ: 'refresh' })],
  ['has the plain JWT type', () => forge(ACCESS, { typ: 'JWT' })],
  ['has no type', () => forge(ACCESS, { typ: undefined })],
  ['has no subject', () => forge(without(ACCESS, 'sub'))],
  ['has a subject that is no id', () => forge({ ...ACCESS, sub: 'nobody-00' })],
  ['has no session', () => forge(without(ACCESS, 'fam'))],
  ['has a negative epoch', () => forge({ ...ACCESS, epoch: -1 })],
  ['has an epoch in text', () => forge({ ...ACCESS, epoch: '9' })],
  ['is for a client nobody registered', () => forge({ ...ACCESS, aud: 'stranger' })],
  ['is for several clients', () => forge({ ...ACCESS, aud: ['web', 'cli'] })],
  [
    'demands an extension we do not know',
    async () =>
      `${encode({ alg: 'ES256', typ: 'at+jwt', crit: ['x'], x: 1 })}.${(await forge(ACCESS)).split('.').slice(1).join('.')}`,
  ],
])('a bearer is refused when it: %s', async (_what, make) => {
  expect(await verifyBearer(parts(), await make(), NOW_MS)).toBeNull();
});

it.each<[string, () => string | null | Promise<string>]>([
  ['is absent', () => null],
  ['is empty', () => '__Host-magpie_session='],
  ['holds an access token', async () => sessionCookie(await tokens.signAccess(SUBJECT, 'user', NOW_MS))],
  ['holds a token of another key', async () => sessionCookie(await forge(REFRESH, { typ: 'refresh' }, other))],
  ['has expired', async () => sessionCookie(await forge({ ...REFRESH, exp: NOW_S }, { typ: 'refresh' }))],
  ['has no generation', async () => sessionCookie(await forge(without(REFRESH, 'gen'), { typ: 'refresh' }))],
  ['has another name', async () => `magpie_session=${await tokens.signRefresh(SUBJECT, 1, NOW_MS)}`],
])('a session cookie is refused when it: %s', async (_what, make) => {
  expect(await verifySessionCookie(parts(), await make(), NOW_MS)).toBeNull();
});
