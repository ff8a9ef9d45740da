/**
 * Signs in by password: the same three object calls and one Argon2id for right, wrong and unknown. Or by a verification token.
 */
import { AppError, unwrap } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import { toHex } from '#worker/platform/crypto.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { SessionAsk } from '../account.object.ts';
import { clientFor } from '../clients.ts';
import type { AuthParts } from '../deps.ts';
import { deviceOf } from '../device.ts';
import type { SignedIn, SignInInput } from '../face.ts';
import { directoryObjectName, IDENTIFIER_PURPOSE, nobodyObjectName } from '../keys.ts';
import { NOBODYS_HASH } from '../password.ts';
import { normaliseIdentifier } from '../rules.ts';
import { unwrapOpening } from './end-account.ts';
import { finishFirstStep } from './finish-first-step.ts';
import { secondStep } from './second-step.ts';
import { signInVerified } from './sign-in-verified.ts';

/**
 * @throws AppError invalid_argument, unauthorized_client, invalid_account_or_password, captcha_required, captcha_invalid,
 * user_blocked, two_factor_required (finish-first-step.ts); by token as signInVerified; with a `twoFactorToken` as secondStep
 * @source contract.md section 1
 */
export async function signIn(parts: AuthParts, input: SignInInput, call: CallContext): Promise<SignedIn> {
  const { passwords, limits } = parts;
  const client = await clientFor(
    { clientId: input.clientId, clientSecret: input.clientSecret ?? '', grant: 'password' },
    parts.clients,
  );
  const { twoFactorToken = '', twoFactorCode = '', recoveryCode = '' } = input;
  if (twoFactorToken !== '') return secondStep(parts, { client, twoFactorToken, twoFactorCode, recoveryCode }, call);
  if (input.username === '') throw new AppError('invalid_argument', { reason: 'missing', field: 'username' });
  const verificationToken = input.verificationToken ?? '';
  if (verificationToken !== '')
    return signInVerified(parts, { client, username: input.username, verificationToken }, call);
  if (input.password === '') throw new AppError('invalid_argument', { reason: 'missing', field: 'password' });
  // Guesses at many accounts from one address pass by the limit of each account.
  const isSuspect = parts.shield.isSuspect(call);
  if (isSuspect && input.captchaToken === '') throw new AppError('captcha_required', { reason: 'too_many_attempts' });
  const digest = toHex(await parts.keyring.mac(IDENTIFIER_PURPOSE, normaliseIdentifier(input.username)));
  const { userId } = unwrap(await parts.directory.getByName(directoryObjectName(digest)).lookup(digest));

  const account = parts.accounts.getByName(userId ?? nobodyObjectName(digest));
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

  let session: SessionAsk | null = null;
  try {
    if (mustCheck || isSuspect) {
      const action = input.action ?? 'POST:/v1/auth/signin';
      const { captchaToken: token } = input;
      await parts.shield.spendCaptcha({ token, action, deviceId: call.deviceId, human: true }, call);
    }
    if ((await passwords.verify(passwordHash || NOBODYS_HASH, input.password)) && passwordHash !== '') {
      // The second hash is paid once per account and change of parameters, by someone who has shown the password.
      const betterHash = passwords.isOutdated(passwordHash) ? await passwords.hash(input.password) : '';
      const { deviceId } = call;
      session = { clientId: client.id, deviceId, device: deviceOf(call), passwordHash, betterHash };
    }
  } catch (error) {
    await account.endAttempt({ subject, attempt, nowMs: call.nowMs, session: null });
    throw error;
  }

  const result = await account.endAttempt({ subject, attempt, nowMs: call.nowMs, session });
  const opened = await unwrapOpening(parts, { userId: userId ?? '', clientId: client.id, result }, call);
  if (opened === null || userId === null) {
    await parts.shield.reportFailure({ subject: input.username }, call);
    throw new AppError('invalid_account_or_password');
  }
  return finishFirstStep(parts, { userId, client, opened }, call);
}
