/**
 * Keys that tokens are signed with, and their rotation: a new first key signs, the old ones verify until their tokens have
 * expired. Pure but for random keys; secrets.ts reads and writes the file.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';

/** Refresh tokens expire after 30 days; one more day allows for clock differences. */
export const RETIRED_KEY_LIFE_SECONDS = 31 * 86_400;

interface Jwk {
  readonly [member: string]: unknown;
  /** Epoch seconds at which another key took over; absent from the one that signs. */
  readonly retired_at?: number;
}

/** A new private ES256 key with an id. */
export function makeSigningKey(): Jwk {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    ...privateKey.export({ format: 'jwk' }),
    alg: 'ES256',
    use: 'sig',
    kid: randomBytes(9).toString('base64url'),
  };
}

/** @param json  one key, or a set of them */
function keysOf(json: string): readonly Jwk[] {
  const value = JSON.parse(json) as Jwk & { readonly keys?: readonly Jwk[] };
  return value.keys ?? [value];
}

/** Removes the private half: a retired key only verifies. */
function retire(key: Jwk, nowSeconds: number): Jwk {
  const { d: _private, ...open } = key;
  return { retired_at: nowSeconds, ...open };
}

/** The set with a new first key. @returns JWT_PRIVATE_JWK */
export function rotateKeys(json: string, nowSeconds: number): string {
  const retired = keysOf(json).map((key) => retire(key, nowSeconds));
  return dropOldKeys(JSON.stringify({ keys: [makeSigningKey(), ...retired] }), nowSeconds);
}

/** The set without keys whose tokens have expired; the same text when there are none. */
export function dropOldKeys(json: string, nowSeconds: number): string {
  const keys = keysOf(json);
  const valid = keys.filter(({ retired_at: at }) => at === undefined || at > nowSeconds - RETIRED_KEY_LIFE_SECONDS);
  return valid.length === keys.length ? json : JSON.stringify({ keys: valid });
}
