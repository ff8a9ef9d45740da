/**
 * Upload tokens: signed, expiring, each for exactly one upload; who may use one may send bytes to that upload and do nothing else. The
 * token of our own protocol is a bearer. That of the S3-style endpoint is public beside its requests: they are signed with a secret
 * that belongs to it and is derived from it, so that nothing is stored.
 */
import * as v from 'valibot';
import { type Keyring, toHex } from '#worker/platform/crypto.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { Credentials } from './s3/signature/verify.ts';

const TOKEN_PURPOSE = 'drive.upload-token';

const SECRET_PURPOSE = 'drive.upload-secret';

/** `s`: requests must be signed. */
const tokenSchema = v.object({
  u: v.string(),
  i: v.string(),
  f: v.string(),
  e: v.number(),
  x: v.number(),
  s: v.optional(v.literal(1)),
});

/** @param isSigned  its requests must be signed */
export function signUploadToken(
  keyring: Keyring,
  caller: CallerData,
  uploadId: string,
  expiresAtMs: number,
  isSigned: boolean,
): Promise<string> {
  return keyring.sign(TOKEN_PURPOSE, {
    u: caller.userId,
    i: uploadId,
    f: caller.sessionId,
    e: caller.epoch,
    x: expiresAtMs,
    ...(isSigned ? { s: 1 } : {}),
  });
}

/** The key and the secret that belong to a token. */
export async function credentialsOf(keyring: Keyring, token: string): Promise<Credentials> {
  const bytes = await keyring.mac(SECRET_PURPOSE, token);
  return { accessKeyId: `STS.${toHex(bytes.slice(0, 12))}`, accessKeySecret: toHex(bytes.slice(12)) };
}

export type TokenDecision =
  | { readonly ok: true; readonly caller: CallerData; readonly isSigned: boolean }
  | { readonly ok: false; readonly reason: 'wrong' | 'expired' };

/** Whether `token` opens this upload now. The drive still asks whether the session behind it goes on. */
export async function verifyUploadToken(
  keyring: Keyring,
  token: string,
  uploadId: string,
  nowMs: number,
): Promise<TokenDecision> {
  const claims = v.safeParse(tokenSchema, await keyring.verify(TOKEN_PURPOSE, token));
  if (!claims.success || claims.output.i !== uploadId) return { ok: false, reason: 'wrong' };
  const { u, f, e, x, s } = claims.output;
  if (nowMs >= x) return { ok: false, reason: 'expired' };
  return { ok: true, caller: { userId: u, sessionId: f, epoch: e }, isSigned: s === 1 };
}
