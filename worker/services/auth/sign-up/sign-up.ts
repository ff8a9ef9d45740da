/**
 * Creates an account for a verified address. The directory reserves the address for one id, then the account of that id is created
 * once (identifier/reserved-identifier.ts).
 */

import { cleanName } from '#shared/auth/rules.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import { toHex } from '#worker/platform/crypto.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { takeTurn } from '../attempt/hash-turn.ts';
import { type ClientInput, clientFor } from '../client/clients.ts';
import { accountOf } from '../core/account-part.ts';
import { deviceOf } from '../core/device.ts';
import type { corePart } from '../core/part.ts';
import type { AuthParts } from '../deps.ts';
import { type Address, type AddressInput, readAddress } from '../identifier/read-address.ts';
import { makeUnderIdentifier } from '../identifier/reserved-identifier.ts';
import { directoryObjectName, IDENTIFIER_PURPOSE } from '../keys.ts';
import { isVouchedFor, VOUCHED_SIGN_UP } from '../operators/person-links.ts';
import { requireNotWithdrawn } from '../operators/withdrawn.ts';
import { checkPassword } from '../password/check-password.ts';
import { letterTo } from '../person/notice.ts';
import { issueTokens } from '../session/issue-tokens.ts';
import type { SignedIn } from '../token/model.ts';
import type { signUpPart } from './part.ts';
import { requireSignUp } from './sign-up-rules.ts';

export interface SignUpInput extends ClientInput, AddressInput {
  readonly password: string;
  readonly verificationToken: string;
  /** '' takes the part of the address before the `@`, or a masked number. */
  readonly name: string;
  /** Of a person, where operators demand one; '' or absent for none. */
  readonly invitationCode?: string;
}

function alreadyExists({ field }: Address): AppError {
  const messageKey = field === 'email' ? 'auth.sign_up.exists' : 'auth.phone.exists';
  return new AppError('already_exists', { reason: 'account_exists', field, messageKey });
}

/**
 * @throws AppError invalid_argument, unauthorized_client, invalid_password, invalid_verification_code,
 * expired_verification_code, already_exists, permission_denied where the operators' rules refuse
 * @source wire-contract.md section 1
 */
export async function signUp(parts: AuthParts, input: SignUpInput, call: CallContext): Promise<SignedIn> {
  const client = await clientFor(input, 'password', parts.clients);
  const address = readAddress(input);
  const { invitationCode = '' } = input;
  const { subject, email, phone } = address;
  const isVouched = await isVouchedFor(parts, { subject, verificationToken: input.verificationToken });
  if (!isVouched) await requireSignUp(parts, { email, invitationCode }, call);
  await checkPassword(
    parts,
    { password: input.password, address: address.to, name: input.name ?? '' },
    'password',
    call,
  );
  const token = await parts.shield.readVerified({
    token: input.verificationToken,
    subject,
    purposes: ['sign-up', 'sign-in', VOUCHED_SIGN_UP],
  });

  if (isVouched) await requireNotWithdrawn(parts, token.id);
  const digest = toHex(await parts.keyring.mac(IDENTIFIER_PURPOSE, subject));
  const { userId: holderId } = unwrap(await parts.directory.getByName(directoryObjectName(digest)).lookup(digest));
  // Checked before the hash; the account checks again.
  if (holderId !== null && unwrap(await accountOf<typeof corePart>(parts, holderId).person()) !== null)
    throw alreadyExists(address);
  const password = await takeTurn(parts, subject, call, (hasher) => parts.passwords.hash(input.password, hasher));
  // Hints are sent by mail only: they are not worth a text message.
  const letter = email === '' ? null : await letterTo(parts, { email, phone }, { kind: 'welcome' }, call);
  // As late as possible: the hash takes its time.
  if (isVouched) await requireNotWithdrawn(parts, token.id);
  // Nothing that can be refused comes between the two: the address would lead to no account for a while.
  const { userId, made } = await makeUnderIdentifier(parts, digest, (id) =>
    accountOf<typeof signUpPart>(parts, id).signUp({
      token,
      clientId: client.id,
      deviceId: call.deviceId,
      device: deviceOf(call),
      nowMs: call.nowMs,
      letter,
      account: {
        name: cleanName(input.name, address.nameSource),
        email,
        phone,
        avatar: '',
        premium: false,
        password,
        createdMs: call.nowMs,
      },
    }),
  );
  if (!made.ok && made.error.name === 'already_exists') throw alreadyExists(address);
  const session = unwrap(made);
  parts.countSignUp?.();
  return issueTokens(parts, { userId, client, session }, call.nowMs);
}
