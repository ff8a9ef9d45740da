/**
 * Upload tokens and proof challenges: signed, expiring, each for exactly one upload. The token is what authorises both
 * doors; whoever holds it may send bytes to that upload and do nothing else.
 */
import * as v from 'valibot';
import type { Keyring } from '#worker/platform/crypto.ts';
import type { CallerData } from './drive-base.ts';

const TOKEN_PURPOSE = 'drive.upload-token';
const PROOF_PURPOSE = 'drive.upload-proof';

const tokenSchema = v.object({ u: v.string(), i: v.string(), f: v.string(), e: v.number(), x: v.number() });
const proofSchema = v.object({
  i: v.string(),
  c: v.string(),
  s: v.number(),
  n: v.string(),
  r: v.array(v.object({ start: v.number(), end: v.number() })),
  x: v.number(),
});

export function signUploadToken(
  keyring: Keyring,
  caller: CallerData,
  uploadId: string,
  expiresAtMs: number,
): Promise<string> {
  return keyring.sign(TOKEN_PURPOSE, {
    u: caller.userId,
    i: uploadId,
    f: caller.familyId,
    e: caller.epoch,
    x: expiresAtMs,
  });
}

export type TokenVerdict =
  | { readonly ok: true; readonly caller: CallerData }
  | { readonly ok: false; readonly reason: 'wrong' | 'expired' };

/** Whether `token` opens this upload now. The drive still asks whether the session behind it goes on. */
export async function verifyUploadToken(
  keyring: Keyring,
  token: string,
  uploadId: string,
  nowMs: number,
): Promise<TokenVerdict> {
  const claims = v.safeParse(tokenSchema, await keyring.verify(TOKEN_PURPOSE, token));
  if (!claims.success || claims.output.i !== uploadId) return { ok: false, reason: 'wrong' };
  const { u, f, e, x } = claims.output;
  if (nowMs >= x) return { ok: false, reason: 'expired' };
  return { ok: true, caller: { userId: u, familyId: f, epoch: e } };
}

export interface Challenge {
  readonly uploadId: string;
  readonly contentKey: string;
  readonly sizeBytes: number;
  readonly nonceHex: string;
  readonly spans: readonly { start: number; end: number }[];
  readonly expiresAtMs: number;
}

export function signChallenge(keyring: Keyring, challenge: Challenge): Promise<string> {
  const { uploadId, contentKey, sizeBytes, nonceHex, spans, expiresAtMs } = challenge;
  return keyring.sign(PROOF_PURPOSE, {
    i: uploadId,
    c: contentKey,
    s: sizeBytes,
    n: nonceHex,
    r: spans,
    x: expiresAtMs,
  });
}

/** The challenge, or null when it is not ours or over. */
export async function verifyChallenge(keyring: Keyring, token: string, nowMs: number): Promise<Challenge | null> {
  const claims = v.safeParse(proofSchema, await keyring.verify(PROOF_PURPOSE, token));
  if (!claims.success || nowMs >= claims.output.x) return null;
  const { i, c, s, n, r, x } = claims.output;
  return { uploadId: i, contentKey: c, sizeBytes: s, nonceHex: n, spans: r, expiresAtMs: x };
}
