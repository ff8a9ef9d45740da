import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { loadSecrets, rotateSigningKeys } from './secrets.ts';
import { dropOldKeys, makeSigningKey, RETIRED_KEY_LIFE_SECONDS, rotateKeys } from './signing-keys.ts';

const NOW = 1_800_000_000;
const DAY = 86_400;

interface KeySet {
  keys: { kid: string; d?: string; retired_at?: number }[];
}

const setOf = (json: string) => JSON.parse(json) as KeySet;

it('a rotation puts a new key first and keeps the old one without its private half', () => {
  const old = makeSigningKey();
  const { keys } = setOf(rotateKeys(JSON.stringify(old), NOW));
  expect(keys).toHaveLength(2);
  expect(keys[0]?.kid).not.toBe(old['kid']);
  expect(keys[0]?.d).toMatch(/^[\w-]{43}$/);
  expect(keys[1]).toMatchObject({ kid: old['kid'], retired_at: NOW });
  expect(keys[1]).not.toHaveProperty('d');
});

it('a second rotation keeps the time at which each key retired and drops keys whose tokens have expired', () => {
  const once = rotateKeys(JSON.stringify(makeSigningKey()), NOW);
  const twice = rotateKeys(once, NOW + 20 * DAY);
  expect(setOf(twice).keys.map(({ retired_at: at }) => at)).toEqual([undefined, NOW + 20 * DAY, NOW]);
  const thrice = rotateKeys(twice, NOW + 40 * DAY);
  expect(setOf(thrice).keys.map(({ retired_at: at }) => at)).toEqual([undefined, NOW + 40 * DAY, NOW + 20 * DAY]);
});

it('old keys stay while their tokens may be valid', () => {
  const json = rotateKeys(JSON.stringify(makeSigningKey()), NOW);
  expect(dropOldKeys(json, NOW + RETIRED_KEY_LIFE_SECONDS - 1)).toBe(json);
  expect(setOf(dropOldKeys(json, NOW + RETIRED_KEY_LIFE_SECONDS)).keys).toHaveLength(1);
});

let folder: string;
beforeEach(() => {
  folder = scratchFolder();
});

it('a rotation replaces the file of secrets in one step, readable by its owner only, and keeps the other secrets', () => {
  const before = loadSecrets(folder);
  rotateSigningKeys(folder, NOW);
  const after = loadSecrets(folder);
  expect({ ...after, JWT_PRIVATE_JWK: '' }).toEqual({ ...before, JWT_PRIVATE_JWK: '' });
  const [, retired] = setOf(after.JWT_PRIVATE_JWK).keys;
  expect(retired?.kid).toBe((JSON.parse(before.JWT_PRIVATE_JWK) as { kid: string }).kid);
  expect(statSync(path.join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  expect(readFileSync(path.join(folder, 'secrets.json'), 'utf8')).toContain('"retired_at\\":');
});

it('keys whose tokens have expired are dropped when the file of secrets is read', () => {
  loadSecrets(folder);
  rotateSigningKeys(folder, NOW);
  const over = (NOW + RETIRED_KEY_LIFE_SECONDS) * 1_000;
  expect(setOf(loadSecrets(folder, over).JWT_PRIVATE_JWK).keys).toHaveLength(1);
});
