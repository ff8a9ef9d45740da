/** Sets a new password for a verified address. Notifies the owner by mail, else by text message. */

import { AppError, isAppError, unwrap } from '#shared/errors.ts';
import { toHex } from '#worker/platform/crypto.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { takeTurn } from '../attempt/hash-turn.ts';
import { type ClientInput, clientFor } from '../client/clients.ts';
import { accountOf } from '../core/account-part.ts';
import type { corePart } from '../core/part.ts';
import type { AuthParts } from '../deps.ts';
import { hasAddress } from '../identifier/identifier.ts';
import { type AddressInput, readAddress } from '../identifier/read-address.ts';
import { directoryObjectName, IDENTIFIER_PURPOSE } from '../keys.ts';
import { readResetLink } from '../operators/person-links.ts';
import { requireNotWithdrawn } from '../operators/withdrawn.ts';
import { checkPassword } from '../password/check-password.ts';
import { noticeTo } from '../person/notice.ts';
import type { passwordPart } from './part.ts';

export interface ResetInput extends ClientInput, AddressInput {
  readonly newPassword: string;
  readonly verificationToken: string;
}

/**
 * Returns once every session has ended in every serving object.
 * @throws AppError invalid_argument, unauthorized_client, invalid_password, invalid_verification_code,
 * expired_verification_code, user_not_exist, user_blocked; unavailable while a serving object has not got the event: the
 * password is changed all the same, and a repeat with the same token and password repeats the delivery
 * @source wire-contract.md section 1
 */
export async function resetPassword(parts: AuthParts, input: ResetInput, call: CallContext): Promise<void> {
  await clientFor(input, 'password', parts.clients);
  const { to, subject } = readAddress(input);
  await checkPassword(parts, { password: input.newPassword, address: to, name: '' }, 'new_password', call);
  const { isGiven, ...token } = await readToken(parts, { token: input.verificationToken, subject });

  const digest = toHex(await parts.keyring.mac(IDENTIFIER_PURPOSE, subject));
  const { userId } = unwrap(await parts.directory.getByName(directoryObjectName(digest)).lookup(digest));
  if (userId === null) throw new AppError('user_not_exist');
  const account = accountOf<typeof corePart & typeof passwordPart>(parts, userId);
  const state = unwrap(await account.resetState(token.id));
  // The directory may not have the event of a released address yet.
  if (state === null || !hasAddress(state, subject)) throw new AppError('user_not_exist');
  if (state.used) {
    // A repeat after `unavailable`. Only while the event waits: a used token must not test passwords.
    if (
      !state.untold ||
      !(await takeTurn(parts, userId, call, (hasher) =>
        parts.passwords.verify(state.passwordHash, input.newPassword, hasher),
      ))
    )
      throw new AppError('invalid_verification_code', { reason: 'verification_token_used' });
    unwrap(await account.deliverEnds());
    return;
  }
  await checkPassword(parts, { password: input.newPassword, address: to, name: state.name }, 'new_password', call);
  const letter = await noticeTo(parts, state, { kind: 'password-changed' }, call);
  const passwordHash = await takeTurn(parts, userId, call, (hasher) => parts.passwords.hash(input.newPassword, hasher));
  // As late as possible: the hash takes its time.
  if (isGiven) await requireNotWithdrawn(parts, token.id);
  unwrap(await account.resetPassword({ token, subject, passwordHash, nowMs: call.nowMs, letter }));
}

/** Of a code, or of a link that an operator gave. @throws AppError invalid_verification_code, expired_verification_code */
async function readToken(parts: AuthParts, given: { token: string; subject: string }) {
  try {
    return { ...(await parts.shield.readVerified({ ...given, purposes: ['reset'] })), isGiven: false };
  } catch (error) {
    if (!isAppError(error) || error.errorName !== 'invalid_verification_code') throw error;
    return { ...(await readResetLink(parts, given)), isGiven: true };
  }
}
