/** Makes a code for an address: spends the caller's budgets, then writes row, mail and budget of the address at once. */
import { unwrap } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import { toHex } from '#worker/platform/crypto.ts';
import { newDigits, newHexId } from '#worker/platform/ids.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { ShieldParts } from '../deps.ts';
import {
  CODE_DIGITS,
  CODE_PURPOSE,
  CODE_TTL_SECONDS,
  MAIL_WINDOW_SECONDS,
  shieldObjectName,
  VERIFICATION_WINDOW_SECONDS,
} from '../keys.ts';
import { digestOf } from '../risk/subject.ts';
import { addressKey, deviceKey } from '../rules.ts';
import { mailBudget, mailLimit } from './rules.ts';
import type { OutgoingEvent } from './shield-verifications.ts';

interface VerificationRequest {
  /** Normalised identifier that receives the code. */
  readonly subject: string;
  readonly purpose: string;
  /** The account of the address has been used on this device before. Default: false. */
  readonly isKnownDevice?: boolean;
  /** The event that carries the code. @param untilMs  epoch ms at which the code expires */
  makeEvent(code: string, untilMs: number): Promise<OutgoingEvent>;
}

/**
 * Makes a code of six digits for one address and purpose, and publishes its event in the same write.
 * @throws AppError verification_rate_limited with the seconds to wait, past the budget of the caller's address, its device, or
 * the address itself
 */
export async function openVerification(
  parts: ShieldParts,
  input: VerificationRequest,
  call: CallContext,
): Promise<{ verificationId: string; expiresInSeconds: number }> {
  const { keyring, limits } = parts;
  const nowMs = parts.clock.nowMs();
  const device = deviceKey(call.deviceId);
  const payers = [
    ...(call.address === '' ? [] : [`verifications:address:${addressKey(call.address)}`]),
    ...(device === '' ? [] : [`verifications:device:${device}`]),
  ];
  for (const payer of payers) {
    const subject = await digestOf(keyring, payer);
    unwrap(
      await parts.shield.getByName(shieldObjectName(subject)).useBudget({
        subject,
        limit: limits.verificationsPerHour,
        windowMs: VERIFICATION_WINDOW_SECONDS * SECOND_MS,
        nowMs,
        refusal: 'verification_rate_limited',
      }),
    );
  }
  const subject = await digestOf(keyring, `verified:${input.subject}`);
  const id = subject.slice(0, 2) + newHexId();
  const code = newDigits(CODE_DIGITS);
  unwrap(
    await parts.shield.getByName(shieldObjectName(id)).openVerification({
      id,
      subject,
      purpose: input.purpose,
      codeHash: toHex(await keyring.mac(CODE_PURPOSE, `${id}:${code}`)),
      nowMs,
      ttlMs: CODE_TTL_SECONDS * SECOND_MS,
      gapMs: limits.mailGapSeconds * SECOND_MS,
      windowMs: MAIL_WINDOW_SECONDS * SECOND_MS,
      budget: mailBudget(subject, input.purpose),
      limit: mailLimit(limits.mailsPerDay, input.isKnownDevice ?? false),
      event: await input.makeEvent(code, nowMs + CODE_TTL_SECONDS * SECOND_MS),
    }),
  );
  return { verificationId: id, expiresInSeconds: CODE_TTL_SECONDS };
}
