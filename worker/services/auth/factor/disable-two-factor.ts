/** Switches the second factor off, by the password and a second factor. Notifies the owner by mail. */

import { AppError, unwrap } from '#shared/errors.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { readSudo } from '../attempt/sudo.ts';
import { accountOf } from '../core/account-part.ts';
import type { AuthParts } from '../deps.ts';
import { noticeTo } from '../person/notice.ts';
import { makeProof, refuseProof } from './factor-proof.ts';
import type { factorPart } from './part.ts';

function isOff(): AppError {
  return new AppError('failed_precondition', { reason: 'two_factor_off', messageKey: 'auth.factor.off.already' });
}

/**
 * @throws AppError unauthenticated, as readSudo, invalid_argument without a code, failed_precondition when it is off,
 * invalid_two_factor, invalid_two_factor_recovery, too_many_requests
 */
export async function disableTwoFactor(
  parts: AuthParts,
  caller: Caller,
  input: { sudoToken: string; code: string; recoveryCode: string },
  call: CallContext,
): Promise<void> {
  const { code, recoveryCode } = input;
  if (code === '' && recoveryCode === '') throw new AppError('invalid_argument', { reason: 'missing', field: 'code' });
  const account = accountOf<typeof factorPart>(parts, caller.userId);
  const state = unwrap(await account.twoFactor(caller));
  const { sealedSecret } = state;
  await readSudo(parts, input.sudoToken, caller);
  if (sealedSecret === '') throw isOff();
  const proof = await makeProof(parts, { userId: caller.userId, sealedSecret, code, recoveryCode });
  const letter = await noticeTo(parts, state, { kind: 'two-factor-off' }, call);
  const outcome = unwrap(await account.disableTwoFactor(caller, { proof, nowMs: call.nowMs, letter }));
  if (outcome.decision === 'over') throw isOff();
  if (outcome.decision !== 'right') throw refuseProof(outcome, proof);
}
