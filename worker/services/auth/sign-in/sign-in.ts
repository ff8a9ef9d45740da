/**
 * Signs in by password, with the same three object calls and one Argon2id for right, wrong and unknown ones; or by a verification token.
 */

import { AppError, unwrap } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import { toHex } from '#worker/platform/crypto.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { hashCallerOf, isBusy, requireCheck } from '../attempt/hash-turn.ts';
import type { attemptPart } from '../attempt/part.ts';
import { type Client, type ClientInput, clientFor } from '../client/clients.ts';
import { unwrapOpening } from '../closing/end-account.ts';
import type { Session } from '../core/account-core.ts';
import { accountOf } from '../core/account-part.ts';
import { deviceOf } from '../core/device.ts';
import type { AuthParts } from '../deps.ts';
import type { SecondStep } from '../factor/account-factors.ts';
import { secondStep } from '../factor/second-step.ts';
import type { HashCaller } from '../hashing/hash-usage.ts';
import { normaliseIdentifier } from '../identifier/identifier.ts';
import { directoryObjectName, IDENTIFIER_PURPOSE, unknownUserObjectName } from '../keys.ts';
import { UNKNOWN_USER_HASH } from '../password/password.ts';
import type { SignedIn } from '../token/model.ts';
import type { PasswordSession } from './account-sign-in.ts';
import { finishFirstStep } from './finish-first-step.ts';
import type { signInPart } from './part.ts';
import { signInVerified } from './sign-in-verified.ts';

export interface SignInInput extends ClientInput {
  /** E-mail, phone with `+`, or name. */
  readonly username: string;
  readonly password: string;
  /** Replaces the password: its holder reads the mail of `username`. '' or absent when none was sent. */
  readonly verificationToken?: string;
  /** From `two_factor_required`: with a code or a recovery code it replaces name and password. */
  readonly twoFactorToken?: string;
  /** Six digits. */
  readonly twoFactorCode?: string;
  readonly recoveryCode?: string;
  /** '' when none was sent. */
  readonly captchaToken: string;
  /** Action that a captcha token must be bound to; default `POST:/v1/auth/signin`. */
  readonly action?: 'POST:/v1/auth/signin' | 'POST:/v1/auth/token';
}

/**
 * @throws AppError invalid_argument, unauthorized_client, invalid_account_or_password, captcha_required, captcha_invalid,
 * too_many_requests, user_blocked, two_factor_required (finish-first-step.ts); by token as signInVerified; with a `twoFactorToken` as secondStep
 * @source wire-contract.md section 1
 */
export async function signIn(parts: AuthParts, input: SignInInput, call: CallContext): Promise<SignedIn> {
  const client = await clientFor(input, 'password', parts.clients);
  const { twoFactorToken = '', twoFactorCode = '', recoveryCode = '' } = input;
  if (twoFactorToken !== '') return secondStep(parts, { client, twoFactorToken, twoFactorCode, recoveryCode }, call);
  if (input.username === '') throw new AppError('invalid_argument', { reason: 'missing', field: 'username' });
  const verificationToken = input.verificationToken ?? '';
  if (verificationToken !== '')
    return signInVerified(parts, { client, username: input.username, verificationToken }, call);
  if (input.password === '') throw new AppError('invalid_argument', { reason: 'missing', field: 'password' });
  const identifier = normaliseIdentifier(input.username);
  const hasher = hashCallerOf(call, identifier);
  const action = input.action ?? 'POST:/v1/auth/signin';
  const isChecked = await requireCheck(parts, hasher, { token: input.captchaToken, action }, call);
  const { userId, opened } = await parts.hashing.run({ ...hasher, isChecked }, () =>
    tryPassword(parts, { client, input, action, hasher: { ...hasher, isChecked } }, call),
  );
  return finishFirstStep(parts, { userId, client, opened }, call);
}

interface PasswordTry {
  readonly client: Client;
  readonly input: SignInInput;
  readonly action: string;
  readonly hasher: HashCaller;
}

/** Counts the attempt before the password is hashed, and returns it when the gate or the queue refused. */
async function tryPassword(
  parts: AuthParts,
  { client, input, action, hasher }: PasswordTry,
  call: CallContext,
): Promise<{ userId: string; opened: Session | SecondStep }> {
  const { passwords, limits } = parts;
  const { account: identifier, isChecked } = hasher;
  const digest = toHex(await parts.keyring.mac(IDENTIFIER_PURPOSE, identifier));
  const { userId } = unwrap(await parts.directory.getByName(directoryObjectName(digest)).lookup(digest));

  const account = accountOf<typeof attemptPart & typeof signInPart>(parts, userId ?? unknownUserObjectName(digest));
  const subject = userId === null ? digest : 'account';
  const { attempt, passwordHash, mustCheck } = unwrap(
    await account.beginAttempt({
      subject,
      nowMs: call.nowMs,
      limit: limits.signInAttempts,
      windowMs: limits.signInWindowSeconds * SECOND_MS,
      captchaOffered: input.captchaToken !== '',
    }),
  );

  let session: PasswordSession | null = null;
  try {
    if (mustCheck && !isChecked) {
      const { captchaToken: token } = input;
      await parts.shield.spendCaptcha({ token, action, deviceId: call.deviceId, human: true }, call);
    }
    const { deviceId } = call;
    if ((await passwords.verify(passwordHash || UNKNOWN_USER_HASH, input.password, hasher)) && passwordHash !== '') {
      // The second hash costs once per account and change of parameters, after a right password.
      const betterHash = passwords.isOutdated(passwordHash) ? await passwords.hash(input.password, hasher) : '';
      session = { clientId: client.id, deviceId, device: deviceOf(call), passwordHash, betterHash };
    }
  } catch (error) {
    if (isBusy(error)) unwrap(await account.returnAttempt({ subject, attempt }));
    else await account.endAttempt({ subject, attempt, nowMs: call.nowMs, session: null });
    throw error;
  }

  const result = await account.endAttempt({ subject, attempt, nowMs: call.nowMs, session });
  const opened = await unwrapOpening(parts, { userId: userId ?? '', clientId: client.id, result }, call);
  if (opened === null || userId === null) {
    await parts.shield.reportFailure({ subject: input.username }, call);
    throw new AppError('invalid_account_or_password');
  }
  return { userId, opened };
}
