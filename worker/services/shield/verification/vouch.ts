/** Verification tokens that no code was sent for: an operator vouches for the address. */
import { SECOND_MS } from '#shared/units.ts';
import { toHex } from '#worker/platform/crypto.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { ShieldParts } from '../deps.ts';
import { SUBJECT_PURPOSE, VERIFIED_PURPOSE } from '../keys.ts';
import type { VerifiedToken } from './read-verified.ts';
import type { VerifiedClaims } from './rules.ts';

/**
 * @param input.seconds  lifetime of the token
 * @param input.again  makes the token that was made before
 */
export async function vouch(
  parts: ShieldParts,
  input: {
    subject: string;
    purpose: string;
    seconds: number;
    again?: { readonly id: string; readonly untilMs: number };
  },
): Promise<VerifiedToken & { readonly verificationToken: string }> {
  const { again } = input;
  const id = again?.id ?? newHexId();
  const exp = again ? again.untilMs / SECOND_MS : Math.floor(parts.clock.nowMs() / SECOND_MS) + input.seconds;
  const verificationToken = await parts.keyring.sign(VERIFIED_PURPOSE, {
    jti: id,
    subject: toHex(await parts.keyring.mac(SUBJECT_PURPOSE, `verified:${input.subject}`)),
    purpose: input.purpose,
    exp,
  } satisfies VerifiedClaims);
  return { verificationToken, id, untilMs: exp * SECOND_MS };
}
