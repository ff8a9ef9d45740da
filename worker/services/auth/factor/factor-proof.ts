/** A typed second factor as the account checks it, and the error of its refusal. */
import { AppError, type ErrorName } from '#shared/errors.ts';
import { takeCode } from '#shared/intake/code.ts';
import { CODE_SHAPES } from '#shared/intake/shapes.ts';
import type { AuthParts } from '../deps.ts';
import type { FactorProof, FactorRefusal } from './account-factors.ts';
import { TOTP_PURPOSE } from './keys.ts';
import { recoveryDigest } from './recovery-codes.ts';

/**
 * The text as it was typed, or the code in a pasted one.
 * @param refusal  for a text that may mean several codes: no try is counted
 */
function codeIn(pasted: string, kind: 'digits' | 'recovery', refusal: ErrorName): string {
  const { code, isSure } = takeCode(pasted, CODE_SHAPES[kind]);
  if (code !== '' && !isSure) throw new AppError(refusal, { reason: 'several_codes' });
  return code === '' ? pasted : code;
}

/** The code of an app in the typed text. @throws AppError invalid_two_factor for a text that may mean several */
export function appCodeIn(pasted: string): string {
  return codeIn(pasted, 'digits', 'invalid_two_factor');
}

/** @param typed  `code` counts when both are given. @throws AppError invalid_two_factor, invalid_two_factor_recovery for a text that may mean several */
export async function makeProof(
  { keyring }: Pick<AuthParts, 'keyring'>,
  typed: { userId: string; sealedSecret: string; code: string; recoveryCode: string },
): Promise<FactorProof> {
  const { userId, sealedSecret } = typed;
  const code = appCodeIn(typed.code);
  const recoveryCode = code === '' ? codeIn(typed.recoveryCode, 'recovery', 'invalid_two_factor_recovery') : '';
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
