/** Signs in by a verification token, which proves that its holder reads the mail of the address. A token opens one session. */

import { AppError, unwrap } from '#shared/errors.ts';
import { toHex } from '#worker/platform/crypto.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { Client } from '../client/clients.ts';
import { unwrapOpening } from '../closing/end-account.ts';
import { accountOf } from '../core/account-part.ts';
import { deviceOf } from '../core/device.ts';
import type { AuthParts } from '../deps.ts';
import { normaliseIdentifier } from '../identifier/identifier.ts';
import { directoryObjectName, IDENTIFIER_PURPOSE } from '../keys.ts';
import type { SignedIn } from '../token/model.ts';
import { finishFirstStep } from './finish-first-step.ts';
import type { signInPart } from './part.ts';

/** @throws AppError invalid_verification_code, expired_verification_code, user_not_exist, user_blocked, two_factor_required */
export async function signInVerified(
  parts: AuthParts,
  input: { client: Client; username: string; verificationToken: string },
  call: CallContext,
): Promise<SignedIn> {
  const { client, username } = input;
  const subject = normaliseIdentifier(username);
  const token = await parts.shield.readVerified({ token: input.verificationToken, subject, purposes: ['sign-in'] });
  const digest = toHex(await parts.keyring.mac(IDENTIFIER_PURPOSE, subject));
  const { userId } = unwrap(await parts.directory.getByName(directoryObjectName(digest)).lookup(digest));
  if (userId === null) throw new AppError('user_not_exist');
  const { deviceId, nowMs } = call;
  const result = await accountOf<typeof signInPart>(parts, userId).signInVerified({
    token,
    subject,
    clientId: client.id,
    deviceId,
    device: deviceOf(call),
    nowMs,
  });
  const opened = await unwrapOpening(parts, { userId, clientId: client.id, result }, call);
  return finishFirstStep(parts, { userId, client, opened }, call);
}
