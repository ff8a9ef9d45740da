/** Reads the token a right code gave: signature, expiry, address and purpose. No lookup. */
import { AppError } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import { toHex } from '#worker/platform/crypto.ts';
import type { ShieldDeps } from '../deps.ts';
import { SUBJECT_PURPOSE, VERIFIED_PURPOSE } from '../keys.ts';
import type { VerifiedToken } from '../service.ts';
import { readVerifiedClaims } from './rules.ts';

/** @throws AppError invalid_verification_code, expired_verification_code */
export async function readVerified(
  deps: ShieldDeps,
  input: { token: string; subject: string; purposes: readonly string[] },
): Promise<VerifiedToken> {
  const claims = readVerifiedClaims(await deps.keyring.verify(VERIFIED_PURPOSE, input.token));
  const subject = toHex(await deps.keyring.mac(SUBJECT_PURPOSE, `verified:${input.subject}`));
  if (!claims || claims.subject !== subject || !input.purposes.includes(claims.purpose))
    throw new AppError('invalid_verification_code', { reason: 'verification_token', field: 'verification_token' });
  if (claims.exp * SECOND_MS <= deps.clock.nowMs())
    throw new AppError('expired_verification_code', { reason: 'verification_token', field: 'verification_token' });
  return { id: claims.jti, untilMs: claims.exp * SECOND_MS };
}
