/**
 * Access and refresh tokens: ES256 JWTs of two types. Signs and reads them; the account decides whether the session is active.
 * Keys: signing-keys.ts.
 */
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import { SECOND_MS } from '#shared/units.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { ACCESS_TTL_SECONDS, ACCESS_TYPE, REFRESH_TTL_SECONDS, REFRESH_TYPE } from '../keys.ts';
import { makeSigningKeys, type OpenJwk } from './signing-keys.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const sessionId = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));
const userId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{26}$/));

const accessClaims = v.object({
  sub: userId,
  aud: v.string(),
  fam: sessionId,
  /** Of the refresh token issued with it; 0 when absent. */
  gen: v.optional(count, 0),
  epoch: count,
  scope: v.string(),
  iat: v.optional(count, 0),
  exp: count,
});
const refreshClaims = v.object({
  sub: userId,
  client: v.string(),
  fam: sessionId,
  gen: count,
  epoch: count,
  /** Only of a narrowed session. */
  scope: v.optional(v.string()),
  iat: v.optional(count, 0),
  exp: count,
});

export type AccessClaims = v.InferOutput<typeof accessClaims>;
export type RefreshClaims = v.InferOutput<typeof refreshClaims>;

export interface TokenSubject {
  readonly userId: string;
  readonly clientId: string;
  readonly sessionId: string;
  readonly epoch: number;
}

export interface Tokens {
  /** @param generation  of the refresh token issued with it */
  signAccess(subject: TokenSubject, scope: string, nowMs: number, generation?: number): Promise<string>;
  /** @param scope  of a session that was narrowed; '' for any other */
  signRefresh(subject: TokenSubject, generation: number, nowMs: number, scope?: string): Promise<string>;
  /** Null for anything but a valid access token of ours. */
  readAccess(token: string, nowMs: number): Promise<AccessClaims | null>;
  readRefresh(token: string, nowMs: number): Promise<RefreshClaims | null>;
  /** Person, session and client of a token of either type, expired ones too: ending a session needs no valid token. */
  readSessionOf(token: string): Promise<{ userId: string; sessionId: string; clientId: string } | null>;
  /** The public keys; the first signs now. */
  openKeys(): Promise<readonly OpenJwk[]>;
}

/** Longest token that is read; ours are a quarter of it. */
const MAX_TOKEN_CHARS = 4_096;
/** Access tokens cached after their signature check, at most: 1 MB. */
const MAX_CACHED_TOKENS = 1_000;
const BEFORE_ANY_EXPIRY = new Date(0);

/**
 * @param jwtPrivateJwk  private ES256 key as JWK JSON, or a set of them; imported once, at first use
 * @param issuer  origin in access tokens, for programs that check them (RFC 9068)
 */
export function makeTokens(jwtPrivateJwk: string, issuer = ''): Tokens {
  const keys = makeSigningKeys(jwtPrivateJwk);
  const verified = new Map<string, AccessClaims>();

  async function sign(typ: string, payload: JWTPayload, ttlSeconds: number, nowMs: number): Promise<string> {
    const { kid, key } = await keys.signing();
    const issuedAt = Math.floor(nowMs / 1_000);
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'ES256', typ, kid })
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + ttlSeconds)
      .setJti(newHexId())
      .sign(key);
  }

  async function read<S extends v.GenericSchema>(
    schema: S,
    typ: string,
    token: string,
    now: Date,
  ): Promise<v.InferOutput<S> | null> {
    if (token === '' || token.length > MAX_TOKEN_CHARS) return null;
    await keys.signing();
    try {
      const { payload } = await jwtVerify(token, ({ kid }) => keys.verifying(kid), {
        algorithms: ['ES256'],
        typ,
        currentDate: now,
        requiredClaims: ['exp'],
      });
      const parsed = v.safeParse(schema, payload);
      return parsed.success ? parsed.output : null;
    } catch {
      // For the caller all failures are one: not a token of ours.
      return null;
    }
  }

  return {
    signAccess: ({ userId: sub, clientId, sessionId: fam, epoch }, scope, nowMs, gen = 0) =>
      sign(
        ACCESS_TYPE,
        { iss: issuer, sub, aud: clientId, client_id: clientId, fam, gen, epoch, scope },
        ACCESS_TTL_SECONDS,
        nowMs,
      ),
    signRefresh: ({ userId: sub, clientId: client, sessionId: fam, epoch }, gen, nowMs, scope = '') =>
      sign(
        REFRESH_TYPE,
        { sub, client, fam, gen, epoch, ...(scope === '' ? {} : { scope }) },
        REFRESH_TTL_SECONDS,
        nowMs,
      ),
    async readAccess(token, nowMs) {
      const known = verified.get(token);
      // A signature stays valid; only the time runs out. The objects check the session at every call.
      if (known) return nowMs < known.exp * SECOND_MS ? known : null;
      const claims = await read(accessClaims, ACCESS_TYPE, token, new Date(nowMs));
      if (verified.size >= MAX_CACHED_TOKENS) verified.clear();
      if (claims) verified.set(token, claims);
      return claims;
    },
    readRefresh: (token, nowMs) => read(refreshClaims, REFRESH_TYPE, token, new Date(nowMs)),
    async readSessionOf(token) {
      const refresh = await read(refreshClaims, REFRESH_TYPE, token, BEFORE_ANY_EXPIRY);
      if (refresh) return { userId: refresh.sub, sessionId: refresh.fam, clientId: refresh.client };
      const access = await read(accessClaims, ACCESS_TYPE, token, BEFORE_ANY_EXPIRY);
      return access && { userId: access.sub, sessionId: access.fam, clientId: access.aud };
    },
    openKeys: () => keys.open(),
  };
}
