/**
 * Passcode access tokens of visitors: a token opens one link at one version of its passcode. The share's object decides whether the
 * link is still open. A token never authorises a write.
 */
import * as v from 'valibot';
import type { ShareId } from '#shared/ids.ts';
import { PASS_TOKEN_TTL_SECONDS } from '#shared/share/model.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import { KEY_PURPOSE } from '../keys.ts';

const payload = v.object({ s: v.string(), p: v.number(), exp: v.number() });

export function issuePassToken(
  keyring: Keyring,
  shareId: ShareId,
  passVersion: number,
  nowMs: number,
): Promise<string> {
  return keyring.sign(KEY_PURPOSE.passToken, {
    s: shareId,
    p: passVersion,
    exp: Math.floor(nowMs / SECOND_MS) + PASS_TOKEN_TTL_SECONDS,
  });
}

/** Version of the passcode the token is valid for; null when it is forged, of another link, or expired. */
export async function readPassToken(
  keyring: Keyring,
  token: string,
  shareId: ShareId,
  nowMs: number,
): Promise<number | null> {
  if (token === '') return null;
  const parsed = v.safeParse(payload, await keyring.verify(KEY_PURPOSE.passToken, token));
  if (!parsed.success) return null;
  const { s, p, exp } = parsed.output;
  return s === shareId && nowMs < exp * SECOND_MS ? p : null;
}
