/**
 * Upload tokens: signed, expiring, each for exactly one upload. The token authorises both
 * protocols: its holder may send bytes to that upload and do nothing else.
 */
import * as v from 'valibot';
import type { Keyring } from '#worker/platform/crypto.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';

const TOKEN_PURPOSE = 'drive.upload-token';

const tokenSchema = v.object({ u: v.string(), i: v.string(), f: v.string(), e: v.number(), x: v.number() });
export function signUploadToken(
  keyring: Keyring,
  caller: CallerData,
  uploadId: string,
  expiresAtMs: number,
): Promise<string> {
  return keyring.sign(TOKEN_PURPOSE, {
    u: caller.userId,
    i: uploadId,
    f: caller.sessionId,
    e: caller.epoch,
    x: expiresAtMs,
  });
}

export type TokenDecision =
  | { readonly ok: true; readonly caller: CallerData }
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
  const { u, f, e, x } = claims.output;
  if (nowMs >= x) return { ok: false, reason: 'expired' };
  return { ok: true, caller: { userId: u, sessionId: f, epoch: e } };
}
