/**
 * Access and refresh tokens: ES256 JWTs of two types. Signs and reads; whether a family still lives is the account's question.
 */
import { importJWK, type CryptoKey as JoseKey, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import { newHexId } from '#worker/platform/ids.ts';
import { ACCESS_TTL_SECONDS, ACCESS_TYPE, REFRESH_TTL_SECONDS, REFRESH_TYPE } from './keys.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const familyId = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));
const userId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{26}$/));

const accessClaims = v.object({
  sub: userId,
  aud: v.string(),
  fam: familyId,
  epoch: count,
  scope: v.string(),
  exp: count,
});
const refreshClaims = v.object({
  sub: userId,
  client: v.string(),
  fam: familyId,
  gen: count,
  epoch: count,
  exp: count,
});

export type AccessClaims = v.InferOutput<typeof accessClaims>;
export type RefreshClaims = v.InferOutput<typeof refreshClaims>;

export interface TokenSubject {
  readonly userId: string;
  readonly clientId: string;
  readonly familyId: string;
  readonly epoch: number;
}

export interface Tokens {
  signAccess(subject: TokenSubject, scope: string, nowMs: number): Promise<string>;
  signRefresh(subject: TokenSubject, generation: number, nowMs: number): Promise<string>;
  /** Null for anything that is no living access token of ours. */
  readAccess(token: string, nowMs: number): Promise<AccessClaims | null>;
  readRefresh(token: string, nowMs: number): Promise<RefreshClaims | null>;
  /** Person and family of a token of either type, past its time too: ending a session needs no living token. */
  readFamily(token: string): Promise<{ userId: string; familyId: string } | null>;
}

/** Longest token that is looked at; ours are a quarter of it. */
const MAX_TOKEN_CHARS = 4_096;
const BEFORE_ALL_EXPIRY = new Date(0);

interface Keys {
  readonly kid: string;
  readonly signing: JoseKey;
  readonly verifying: JoseKey;
}

async function importKeys(jwtPrivateJwk: string): Promise<Keys> {
  const jwk = JSON.parse(jwtPrivateJwk) as JWK;
  const { d: _private, key_ops: _use, ...open } = jwk;
  const [signing, verifying] = await Promise.all([importJWK(jwk, 'ES256'), importJWK(open, 'ES256')]);
  if (signing instanceof Uint8Array || verifying instanceof Uint8Array)
    throw new Error('JWT_PRIVATE_JWK is no ES256 key');
  return { kid: jwk.kid ?? 'main', signing, verifying };
}

/** @param jwtPrivateJwk  private ES256 key as JWK JSON; imported once, at first use */
export function makeTokens(jwtPrivateJwk: string): Tokens {
  let imported: Promise<Keys> | undefined;

  function keys(): Promise<Keys> {
    imported ??= importKeys(jwtPrivateJwk);
    return imported;
  }

  async function sign(typ: string, payload: JWTPayload, ttlSeconds: number, nowMs: number): Promise<string> {
    const { kid, signing } = await keys();
    const issuedAt = Math.floor(nowMs / 1_000);
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'ES256', typ, kid })
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + ttlSeconds)
      .setJti(newHexId())
      .sign(signing);
  }

  async function read<S extends v.GenericSchema>(
    schema: S,
    typ: string,
    token: string,
    now: Date,
  ): Promise<v.InferOutput<S> | null> {
    if (token === '' || token.length > MAX_TOKEN_CHARS) return null;
    const { verifying } = await keys();
    try {
      const { payload } = await jwtVerify(token, verifying, {
        algorithms: ['ES256'],
        typ,
        currentDate: now,
        requiredClaims: ['exp'],
      });
      const parsed = v.safeParse(schema, payload);
      return parsed.success ? parsed.output : null;
    } catch {
      // Whatever is wrong with it, to the caller it is one thing: not a token of ours.
      return null;
    }
  }

  return {
    signAccess: ({ userId: sub, clientId, familyId: fam, epoch }, scope, nowMs) =>
      sign(ACCESS_TYPE, { sub, aud: clientId, fam, epoch, scope }, ACCESS_TTL_SECONDS, nowMs),
    signRefresh: ({ userId: sub, clientId: client, familyId: fam, epoch }, gen, nowMs) =>
      sign(REFRESH_TYPE, { sub, client, fam, gen, epoch }, REFRESH_TTL_SECONDS, nowMs),
    readAccess: (token, nowMs) => read(accessClaims, ACCESS_TYPE, token, new Date(nowMs)),
    readRefresh: (token, nowMs) => read(refreshClaims, REFRESH_TYPE, token, new Date(nowMs)),
    async readFamily(token) {
      const claims =
        (await read(refreshClaims, REFRESH_TYPE, token, BEFORE_ALL_EXPIRY)) ??
        (await read(accessClaims, ACCESS_TYPE, token, BEFORE_ALL_EXPIRY));
      return claims && { userId: claims.sub, familyId: claims.fam };
    },
  };
}
