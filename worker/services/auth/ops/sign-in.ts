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
import type { SignedIn, SignInInput } from '../face.ts';
import { directoryObjectName, IDENTIFIER_PURPOSE, nobodyObjectName } from '../keys.ts';
import { NOBODYS_HASH } from '../password.ts';
import { normaliseIdentifier } from '../rules.ts';
import { issueTokens } from './issue-tokens.ts';
import { signInVerified } from './sign-in-verified.ts';

/**
 * @throws AppError invalid_argument, unauthorized_client, invalid_account_or_password, captcha_required, captcha_invalid,
 * user_blocked; by token as signInVerified
 * @source contract.md section 1
 */
export async function signIn(parts: AuthParts, input: SignInInput, call: CallContext): Promise<SignedIn> {
  const { passwords, limits } = parts;
  const client = await clientFor({
    clientId: input.clientId,
    clientSecret: input.clientSecret ?? '',
    grant: 'password',
  });
  const verificationToken = input.verificationToken ?? '';
  if (verificationToken !== '')
    return signInVerified(parts, { client, username: input.username, verificationToken }, call);
  if (input.password === '') throw new AppError('invalid_argument', { reason: 'missing', field: 'password' });
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
    if (mustCheck) {
      const action = input.action ?? 'POST:/v1/auth/signin';
      await parts.shield.spendCaptcha({ token: input.captchaToken, action, deviceId: call.deviceId }, call);
    }
    if ((await passwords.verify(passwordHash || NOBODYS_HASH, input.password)) && passwordHash !== '') {
      // The second hash is paid once per account and change of parameters, by someone who has shown the password.
      const betterHash = passwords.isOutdated(passwordHash) ? await passwords.hash(input.password) : '';
      session = { clientId: client.id, deviceId: call.deviceId, passwordHash, betterHash };
    }
  } catch (error) {
    await account.endAttempt({ subject, attempt, nowMs: call.nowMs, session: null });
    throw error;
  }

  const opened = unwrap(await account.endAttempt({ subject, attempt, nowMs: call.nowMs, session }));
  if (opened === null || userId === null) throw new AppError('invalid_account_or_password');
  return issueTokens(parts, { userId, client, session: opened }, call.nowMs);
}
