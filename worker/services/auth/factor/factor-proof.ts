/** A typed second factor as the account checks it, and the error of its refusal. */
import { AppError } from '#shared/errors.ts';
import type { AuthParts } from '../deps.ts';
import type { FactorProof, FactorRefusal } from './account-factors.ts';
import { TOTP_PURPOSE } from './keys.ts';
import { recoveryDigest } from './recovery-codes.ts';

/** @param typed  `code` counts when both are given */
export async function makeProof(
  { keyring }: Pick<AuthParts, 'keyring'>,
  typed: { userId: string; sealedSecret: string; code: string; recoveryCode: string },
): Promise<FactorProof> {
  const { userId, sealedSecret, code, recoveryCode } = typed;
  const secret = await keyring.open(TOTP_PURPOSE, sealedSecret);
  if (secret === null) throw new Error('a second factor was sealed with another key');
  return {
    sealedSecret,
    secret,
    code,
    recoveryDigest: code === '' ? await recoveryDigest(keyring, userId, recoveryCode) : '',
  };
}

/** The error of a refusal other than `over`, which each caller reports itself. */
export function refuseProof(decision: FactorRefusal, proof: FactorProof): AppError {
  if (decision.decision === 'too-many')
    return new AppError('too_many_requests', {
      reason: 'too_many_second_factors',
      retryInSeconds: decision.retryInSeconds,
      messageKey: 'auth.factor.too_many',
      messageParams: { minutes: Math.ceil(decision.retryInSeconds / 60) },
    });
  return new AppError(proof.recoveryDigest === '' ? 'invalid_two_factor' : 'invalid_two_factor_recovery');
}
