/**
 * Sends a code to an address. Every address takes the same object calls and one letter; only the words of the letter, and
 * `isUser` where the wire asks for it, depend on whether there is an account.
 */
import { AppError, unwrap } from '#shared/errors.ts';
import { matchLocale } from '#shared/locale/negotiate.ts';
import { toHex } from '#worker/platform/crypto.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { LetterKind } from '#worker/services/mail/index.ts';
import { clientFor } from '../clients.ts';
import type { AuthParts } from '../deps.ts';
import type { StartedVerification, VerificationInput, VerificationUsage } from '../face.ts';
import { directoryObjectName, IDENTIFIER_PURPOSE, nobodyObjectName } from '../keys.ts';
import { normaliseIdentifier } from '../rules.ts';
import { readEmail } from './read-email.ts';

function letterFor(usage: VerificationUsage, isUser: boolean): LetterKind {
  if (usage === 'reset') return isUser ? 'reset-code' : 'reset-nobody';
  return usage === 'sign-up' ? 'sign-up-code' : 'sign-in-code';
}

/**
 * @throws AppError invalid_argument, unauthorized_client, captcha_required, captcha_invalid, verification_rate_limited, unavailable
 * @source contract.md section 1
 */
export async function startVerification(
  parts: AuthParts,
  input: VerificationInput,
  call: CallContext,
): Promise<StartedVerification> {
  const { mail, shield, keyring } = parts;
  await clientFor({ clientId: input.clientId, clientSecret: input.clientSecret ?? '', grant: 'password' });
  const email = readEmail(input.email);
  if (!mail.ready) throw new AppError('unavailable', { reason: 'mail_off' });
  const action = 'POST:/v1/auth/verification';
  await shield.spendCaptcha({ token: input.captchaToken, action, deviceId: call.deviceId }, call);

  const subject = normaliseIdentifier(email);
  const digest = toHex(await keyring.mac(IDENTIFIER_PURPOSE, subject));
  const { userId } = unwrap(await parts.directory.getByName(directoryObjectName(digest)).lookup(digest));
  // A reserved address without an account is a sign-up that broke off: nobody yet.
  const isUser = unwrap(await parts.accounts.getByName(userId ?? nobodyObjectName(digest)).person()) !== null;
  const kind = letterFor(input.usage, isUser);
  const { verificationId, expiresInSeconds } = await shield.openVerification(
    {
      subject,
      purpose: input.usage,
      makeNews: (code, untilMs) =>
        mail.prepare({
          kind,
          to: email,
          locale: matchLocale(input.language ?? '') ?? call.locale,
          code: kind === 'reset-nobody' ? '' : code,
          writtenMs: call.nowMs,
          untilMs,
        }),
    },
    call,
  );
  return { verificationId, expiresInSeconds, isUser: input.usage === 'sign-in' ? isUser : null };
}
