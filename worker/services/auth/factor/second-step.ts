/** The second step of a sign-in: the ticket of the first and a second factor open the session. */

import * as v from 'valibot';
import { AppError, unwrap } from '#shared/errors.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { Client } from '../client/clients.ts';
import { unwrapOpening } from '../closing/end-account.ts';
import { accountOf } from '../core/account-part.ts';
import { deviceOf } from '../core/device.ts';
import type { AuthParts } from '../deps.ts';
import { issueTokens } from '../session/issue-tokens.ts';
import type { SignedIn } from '../token/model.ts';
import { openTicket } from '../token/ticket.ts';
import { makeProof, refuseProof } from './factor-proof.ts';
import { TWO_FACTOR_PURPOSE } from './keys.ts';
import type { factorPart } from './part.ts';

const content = v.object({ userId: v.string(), clientId: v.string(), deviceId: v.string(), epoch: v.number() });

/** The ticket is not valid here and now: the person begins with the first step. */
function over(): AppError {
  return new AppError('invalid_two_factor', { reason: 'two_factor_token_over', messageKey: 'auth.factor.step.over' });
}

/**
 * @throws AppError invalid_argument without a second factor; invalid_two_factor (reason `two_factor_token_over` when the first
 * step must be done again), invalid_two_factor_recovery, too_many_requests with seconds, user_blocked
 */
export async function secondStep(
  parts: AuthParts,
  input: { client: Client; twoFactorToken: string; twoFactorCode: string; recoveryCode: string },
  call: CallContext,
): Promise<SignedIn> {
  const { client, twoFactorToken, twoFactorCode, recoveryCode } = input;
  if (twoFactorCode === '' && recoveryCode === '')
    throw new AppError('invalid_argument', { reason: 'missing', field: 'two_factor_code' });
  const ticket = await openTicket(parts.keyring, TWO_FACTOR_PURPOSE, content, twoFactorToken, call.nowMs);
  if (!ticket || ticket.content.clientId !== client.id || ticket.content.deviceId !== call.deviceId) throw over();
  const { userId, epoch } = ticket.content;
  const account = accountOf<typeof factorPart>(parts, userId);
  const sealedSecret = unwrap(await account.secondFactor());
  if (sealedSecret === null) throw over();
  const proof = await makeProof(parts, { userId, sealedSecret, code: twoFactorCode, recoveryCode });
  const result = await account.finishSignIn({
    ticket: { id: ticket.id, untilMs: ticket.untilMs },
    epoch,
    proof,
    clientId: client.id,
    deviceId: call.deviceId,
    device: deviceOf(call),
    nowMs: call.nowMs,
  });
  const outcome = await unwrapOpening(parts, { userId, clientId: client.id, result }, call);
  if (outcome.decision === 'over') throw over();
  if (outcome.decision !== 'right') throw refuseProof(outcome, proof);
  return issueTokens(parts, { userId, client, session: outcome.value }, call.nowMs);
}
