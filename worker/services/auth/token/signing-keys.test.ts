import { generateKeyPairSync } from 'node:crypto';
import { decodeProtectedHeader } from 'jose';
import { expect, it } from 'vitest';
import { makeTokens } from './tokens.ts';

const NOW_MS = 1_800_000_000_000;
const SUBJECT = { userId: `V${'a'.repeat(25)}`, clientId: 'web', sessionId: 'f'.repeat(32), epoch: 1 };

type Jwk = Record<string, unknown>;

function makeKey(kid: string): Jwk {
  return { ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }), kid };
}

const first = makeKey('first');
const second = makeKey('second');
const setOf = (...keys: Jwk[]) => JSON.stringify({ keys });

it('a set of keys signs with the first and accepts tokens of all', async () => {
  const before = makeTokens(JSON.stringify(first));
  const old = await before.signAccess(SUBJECT, 'user', NOW_MS);
  const oldRefresh = await before.signRefresh(SUBJECT, 1, NOW_MS);
  const rotated = makeTokens(setOf(second, first));
  expect(decodeProtectedHeader(await rotated.signAccess(SUBJECT, 'user', NOW_MS)).kid).toBe('second');
  expect(await rotated.readAccess(old, NOW_MS)).not.toBeNull();
  expect(await rotated.readRefresh(oldRefresh, NOW_MS)).not.toBeNull();
});

it('a set of keys refuses tokens of a removed key', async () => {
  const old = await makeTokens(JSON.stringify(first)).signAccess(SUBJECT, 'user', NOW_MS);
  expect(await makeTokens(JSON.stringify(second)).readAccess(old, NOW_MS)).toBeNull();
  expect(await makeTokens(JSON.stringify({ ...second, kid: 'first' })).readAccess(old, NOW_MS)).toBeNull();
});

it('a set of keys verifies with a key without its private half', async () => {
  const old = await makeTokens(JSON.stringify(first)).signAccess(SUBJECT, 'user', NOW_MS);
  const { d: _private, ...open } = first;
  expect(await makeTokens(setOf(second, open)).readAccess(old, NOW_MS)).not.toBeNull();
});

it('a set of keys shows no private half', async () => {
  const open = await makeTokens(setOf({ ...second, retired_at: 1 }, first)).openKeys();
  expect(open.map(({ kid }) => kid)).toEqual(['second', 'first']);
  for (const key of open) expect(Object.keys(key).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
});

it.each([
  ['nothing', '{"keys":[]}'],
  ['a first key that cannot sign', setOf({ ...first, d: undefined }, second)],
  ['two keys of one id', setOf(first, { ...second, kid: 'first' })],
  ['a key of another kind', JSON.stringify({ kty: 'oct', k: 'c2VjcmV0', kid: 'first' })],
  ['a key of another curve', setOf({ ...first, crv: 'P-384' })],
])('a set of keys is refused when it holds %s, and its content is not shown', async (_what, json) => {
  const message = await makeTokens(json)
    .signAccess(SUBJECT, 'user', NOW_MS)
    .then(
      () => '',
      (error: Error) => error.message,
    );
  expect(message).toMatch(/^JWT_PRIVATE_JWK/);
  expect(message).not.toContain(String(first['d']));
});
