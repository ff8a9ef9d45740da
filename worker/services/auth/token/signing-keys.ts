/**
 * The keys of tokens: the first of the set signs, all of them verify, each by its key id. Removing a key from the set ends the tokens
 * it signed.
 */
import { importJWK, type CryptoKey as JoseKey } from 'jose';
import * as v from 'valibot';

const coordinate = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/));
const jwkSchema = v.object({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: coordinate,
  y: coordinate,
  /** Absent from a key that only verifies. */
  d: v.optional(coordinate),
  kid: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(100)), 'main'),
});

type Jwk = v.InferOutput<typeof jwkSchema>;

/** A key without its private half. */
export interface OpenJwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly kid: string;
  readonly alg: 'ES256';
  readonly use: 'sig';
}

export interface SigningKeys {
  signing(): Promise<{ readonly kid: string; readonly key: JoseKey }>;
  /** @throws Error for a key id that is not in the set */
  verifying(kid: string | undefined): Promise<JoseKey>;
  open(): Promise<readonly OpenJwk[]>;
}

/** @throws Error when it is neither a key nor a set of keys with different ids, the first of them private */
export function readJwks(json: string): readonly [Jwk, ...Jwk[]] {
  const value: unknown = JSON.parse(json);
  const isSet = typeof value === 'object' && value !== null && 'keys' in value;
  const parsed = v.safeParse(v.pipe(v.array(jwkSchema), v.minLength(1)), isSet ? value.keys : [value]);
  const [first, ...rest] = parsed.success ? parsed.output : [];
  // The parser's message would contain the key.
  if (first?.d === undefined)
    throw new Error('JWT_PRIVATE_JWK is no private ES256 key and no set that begins with one');
  const ids = [first, ...rest].map(({ kid }) => kid);
  if (new Set(ids).size !== ids.length) throw new Error('JWT_PRIVATE_JWK holds two keys of one id');
  return [first, ...rest];
}

function openJwk({ kty, crv, x, y, kid }: Jwk): OpenJwk {
  return { kty, crv, x, y, kid, alg: 'ES256', use: 'sig' };
}

async function importKey(jwk: Jwk | OpenJwk): Promise<JoseKey> {
  const key = await importJWK({ ...jwk }, 'ES256');
  if (key instanceof Uint8Array) throw new Error('JWT_PRIVATE_JWK is no ES256 key');
  return key;
}

interface Imported {
  readonly kid: string;
  readonly key: JoseKey;
  readonly verifying: ReadonlyMap<string, JoseKey>;
  readonly open: readonly OpenJwk[];
}

async function importAll(json: string): Promise<Imported> {
  const jwks = readJwks(json);
  const [{ kid }] = jwks;
  const open = jwks.map(openJwk);
  const key = await importKey(jwks[0]);
  const verifying = new Map<string, JoseKey>();
  for (const each of open) verifying.set(each.kid, await importKey(each));
  return { kid, key, verifying, open };
}

/** @param json  a JWK or a set of them; imported once, at first use */
export function makeSigningKeys(json: string): SigningKeys {
  let imported: Promise<Imported> | undefined;
  const all = (): Promise<Imported> => {
    imported ??= importAll(json);
    return imported;
  };
  return {
    signing: all,
    async verifying(kid) {
      const key = (await all()).verifying.get(kid ?? '');
      if (!key) throw new Error('a key that is not ours');
      return key;
    },
    open: async () => (await all()).open,
  };
}
