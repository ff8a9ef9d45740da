import { expect, it } from 'vitest';
import type { Env } from '#worker/env.ts';
import { readSecrets } from '#worker/env-secrets.ts';
import { makeSecrets, type Secrets } from './secrets.ts';
import { rotateKeys } from './signing-keys.ts';

const GOOD = makeSecrets();
const read = (changed: Partial<Secrets>) => readSecrets({ ...GOOD, ...changed } as unknown as Env);

it('secrets as the product makes them are taken, with rotated keys too', () => {
  expect(read({}).rootHex).toBe(GOOD.SECRET_ROOT);
  expect(read({ JWT_PRIVATE_JWK: rotateKeys(GOOD.JWT_PRIVATE_JWK, 1_000) }).internalToken).toBe(GOOD.INTERNAL_TOKEN);
});

const { d: _private, ...open } = JSON.parse(GOOD.JWT_PRIVATE_JWK) as Record<string, string>;

it.each([
  [{ SECRET_ROOT: '' }, /SECRET_ROOT/],
  [{ SECRET_ROOT: 'ab'.repeat(16) }, /SECRET_ROOT/],
  [{ SECRET_ROOT: '0'.repeat(64) }, /random/],
  [{ JWT_PRIVATE_JWK: '' }, /JWT_PRIVATE_JWK is missing/],
  [{ JWT_PRIVATE_JWK: 'a long text that is no key' }, /JWT_PRIVATE_JWK must/],
  [{ JWT_PRIVATE_JWK: JSON.stringify(open) }, /JWT_PRIVATE_JWK must/],
  [{ JWT_PRIVATE_JWK: '{"keys":[]}' }, /JWT_PRIVATE_JWK must/],
  [{ INTERNAL_TOKEN: '' }, /INTERNAL_TOKEN is missing/],
  [{ INTERNAL_TOKEN: 'changeme' }, /at least 32/],
])('missing, short and public ones are refused: %j', (changed, reason) => {
  expect(() => read(changed)).toThrow(reason);
});

it('a refusal never repeats the secret', () => {
  expect(() => read({ INTERNAL_TOKEN: 'short-and-secret' })).not.toThrow(/short-and-secret/);
});
