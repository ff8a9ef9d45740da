/**
 * Sends a code to an e-mail address or a number. Known and unknown addresses take the same object calls and one letter; only the
 * text of the letter, and `isUser` where the wire has it, depend on the account.
 */

import { AppError, unwrap } from '#shared/errors.ts';
import { matchLocale } from '#shared/locale/negotiate.ts';
import type { LetterKind } from '#shared/mail/letter-kinds.ts';
import { toHex } from '#worker/platform/crypto.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { type ClientInput, clientFor } from '../client/clients.ts';
import { accountOf } from '../core/account-part.ts';
import type { corePart } from '../core/part.ts';
import type { AuthParts } from '../deps.ts';
import { type Address, type AddressInput, readAddress } from '../identifier/read-address.ts';
import { directoryObjectName, IDENTIFIER_PURPOSE, unknownUserObjectName } from '../keys.ts';
import { ownPerson } from '../person/own-person.ts';

/** Purpose of a code. The `change-` ones are for the signed-in person only: the new address or number proves itself. */
export type VerificationUsage = 'sign-up' | 'sign-in' | 'reset' | 'change-email' | 'change-phone';

export interface VerificationInput extends ClientInput, AddressInput {
  readonly usage: VerificationUsage;
  /** '' when none was sent. */
  readonly captchaToken: string;
  /** Language of the letter; '' takes that of the request. */
  readonly language?: string;
}

export interface StartedVerification {
  readonly verificationId: string;
  readonly expiresInSeconds: number;
  /** Whether the address has an account; null unless the usage is `sign-in`, where the client must choose its next call. */
  readonly isUser: boolean | null;
}

function letterKindOf(usage: VerificationUsage, isUser: boolean): LetterKind {
  if (usage === 'change-email' || usage === 'change-phone') return 'change-code';
  if (usage === 'reset') return isUser ? 'reset-code' : 'reset-nobody';
  return usage === 'sign-up' ? 'sign-up-code' : 'sign-in-code';
}

/** Only the signed-in person may prove a new address, and only by its own channel. */
async function checkChange(
  parts: AuthParts,
  usage: VerificationUsage,
  address: Address,
  call: CallContext,
): Promise<void> {
  if (usage !== 'change-email' && usage !== 'change-phone') return;
  if ((usage === 'change-email') !== (address.channel === 'mail'))
    throw new AppError('invalid_argument', { reason: 'wrong_channel', field: address.field });
  if (!call.caller) throw new AppError('unauthenticated');
  await ownPerson(parts, call.caller);
}

/**
 * @throws AppError invalid_argument, unauthorized_client, captcha_required, captcha_invalid, verification_rate_limited,
 * unavailable; unauthenticated for a change of address without a signed-in person
 * @source wire-contract.md section 1
 */
export async function startVerification(
  parts: AuthParts,
  input: VerificationInput,
  call: CallContext,
): Promise<StartedVerification> {
  const { mail, shield, keyring } = parts;
  await clientFor(input, 'password', parts.clients);
  const address = readAddress(input);
  const { channel, subject } = address;
  if (!(channel === 'sms' ? mail.textReady : mail.ready))
    throw new AppError('unavailable', { reason: channel === 'sms' ? 'sms_off' : 'mail_off' });
  await checkChange(parts, input.usage, address, call);
  const action = 'POST:/v1/auth/verification';
  await shield.spendCaptcha({ token: input.captchaToken, action, deviceId: call.deviceId }, call);

  const digest = toHex(await keyring.mac(IDENTIFIER_PURPOSE, subject));
  const { userId } = unwrap(await parts.directory.getByName(directoryObjectName(digest)).lookup(digest));
  // A reserved address without an account is an unfinished sign-up.
  const { isUser, isKnownDevice } = unwrap(
    await accountOf<typeof corePart>(parts, userId ?? unknownUserObjectName(digest)).addressee(call.deviceId),
  );
  const kind = letterKindOf(input.usage, isUser);
  const outcome = mail.watch?.(address.to);
  const { verificationId, expiresInSeconds } = await shield.openVerification(
    {
      subject,
      purpose: input.usage,
      isKnownDevice,
      makeEvent: (code, untilMs) =>
        mail.prepare({
          kind,
          channel,
          to: address.to,
          locale: matchLocale(input.language ?? '') ?? call.locale,
          code: kind === 'reset-nobody' ? '' : code,
          writtenMs: call.nowMs,
          untilMs,
        }),
    },
    call,
  );
  // The same for known and unknown addresses: each gets one letter.
  if ((await outcome?.()) === 'refused')
    throw new AppError('unavailable', {
      reason: 'code_not_sent',
      field: address.field,
      messageKey: channel === 'sms' ? 'auth.code.not_sent_phone' : 'auth.code.not_sent',
    });
  return { verificationId, expiresInSeconds, isUser: input.usage === 'sign-in' ? isUser : null };
}
