/** Reads a verification token: signature, expiry, address and purpose. No lookup. */
import { AppError } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import { toHex } from '#worker/platform/crypto.ts';
import type { ShieldParts } from '../deps.ts';
import { SUBJECT_PURPOSE, VERIFIED_PURPOSE } from '../keys.ts';
import { readVerifiedClaims } from './rules.ts';

export interface VerifiedToken {
  readonly id: string;
  /** Epoch ms at which the token ends. */
  readonly untilMs: number;
}

/**
 * The caller that acts on the token enforces single use, by `id`.
 * @throws AppError invalid_verification_code for another address or purpose and for noise, expired_verification_code
 */
export async function readVerified(
  parts: ShieldParts,
  input: { token: string; subject: string; purposes: readonly string[] },
): Promise<VerifiedToken> {
  const claims = readVerifiedClaims(await parts.keyring.verify(VERIFIED_PURPOSE, input.token));
  const subject = toHex(await parts.keyring.mac(SUBJECT_PURPOSE, `verified:${input.subject}`));
  if (!claims || claims.subject !== subject || !input.purposes.includes(claims.purpose))
    throw new AppError('invalid_verification_code', { reason: 'verification_token', field: 'verification_token' });
  if (claims.exp * SECOND_MS <= parts.clock.nowMs())
    throw new AppError('expired_verification_code', { reason: 'verification_token', field: 'verification_token' });
  return { id: claims.jti, untilMs: claims.exp * SECOND_MS };
}
