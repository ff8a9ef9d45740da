import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSecrets, rotateSigningKeys } from './secrets.ts';
import { dropOldKeys, makeSigningKey, RETIRED_KEY_LIFE_SECONDS, rotateKeys } from './signing-keys.ts';

const NOW = 1_800_000_000;
const DAY = 86_400;

interface KeySet {
  keys: { kid: string; d?: string; retired_at?: number }[];
}

const setOf = (json: string) => JSON.parse(json) as KeySet;

describe('rotating', () => {
  it('puts a new key first and keeps the old one without its private half', () => {
    const old = makeSigningKey();
    const { keys } = setOf(rotateKeys(JSON.stringify(old), NOW));
    expect(keys).toHaveLength(2);
    expect(keys[0]?.kid).not.toBe(old['kid']);
    expect(keys[0]?.d).toMatch(/^[\w-]{43}$/);
    expect(keys[1]).toMatchObject({ kid: old['kid'], retired_at: NOW });
    expect(keys[1]).not.toHaveProperty('d');
  });

  it('again keeps the time at which each key retired, and drops those whose tokens are over', () => {
    const once = rotateKeys(JSON.stringify(makeSigningKey()), NOW);
    const twice = rotateKeys(once, NOW + 20 * DAY);
    expect(setOf(twice).keys.map(({ retired_at: at }) => at)).toEqual([undefined, NOW + 20 * DAY, NOW]);
    const thrice = rotateKeys(twice, NOW + 40 * DAY);
    expect(setOf(thrice).keys.map(({ retired_at: at }) => at)).toEqual([undefined, NOW + 40 * DAY, NOW + 20 * DAY]);
  });

  it('changes nothing while every key may have living tokens', () => {
    const json = rotateKeys(JSON.stringify(makeSigningKey()), NOW);
    expect(dropOldKeys(json, NOW + RETIRED_KEY_LIFE_SECONDS - 1)).toBe(json);
    expect(setOf(dropOldKeys(json, NOW + RETIRED_KEY_LIFE_SECONDS)).keys).toHaveLength(1);
  });
});

describe('the file of secrets', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-keys-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('takes the new set in one step, readable by its owner alone, and keeps everything else', () => {
    const before = loadSecrets(folder);
    rotateSigningKeys(folder, NOW);
    const after = loadSecrets(folder);
    expect({ ...after, JWT_PRIVATE_JWK: '' }).toEqual({ ...before, JWT_PRIVATE_JWK: '' });
    const [, retired] = setOf(after.JWT_PRIVATE_JWK).keys;
    expect(retired?.kid).toBe((JSON.parse(before.JWT_PRIVATE_JWK) as { kid: string }).kid);
    expect(statSync(path.join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
    expect(readFileSync(path.join(folder, 'secrets.json'), 'utf8')).toContain('"retired_at\\":');
  });

  it('loses keys whose tokens are over when it is read', () => {
    loadSecrets(folder);
    rotateSigningKeys(folder, NOW);
    const over = (NOW + RETIRED_KEY_LIFE_SECONDS) * 1_000;
    expect(setOf(loadSecrets(folder, over).JWT_PRIVATE_JWK).keys).toHaveLength(1);
  });
});
