/** Makes a code for an address: budgets of the caller first, then row, mail and budget of the address in one write. */
import { unwrap } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import { toHex } from '#worker/platform/crypto.ts';
import { newDigits, newHexId } from '#worker/platform/ids.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { ShieldDeps } from '../deps.ts';
import {
  CODE_DIGITS,
  CODE_PURPOSE,
  CODE_TTL_SECONDS,
  MAIL_WINDOW_SECONDS,
  SUBJECT_PURPOSE,
  shieldObjectName,
  VERIFICATION_WINDOW_SECONDS,
} from '../keys.ts';
import { addressKey, deviceKey } from '../rules.ts';
import type { ShieldService } from '../service.ts';
import { mailBudget, mailLimit } from './rules.ts';

/** @throws AppError verification_rate_limited, with the seconds to wait */
export async function openVerification(
  deps: ShieldDeps,
  input: Parameters<ShieldService['openVerification']>[0],
  call: CallContext,
): Promise<{ verificationId: string; expiresInSeconds: number }> {
  const { keyring, limits } = deps;
  const nowMs = deps.clock.nowMs();
  const device = deviceKey(call.deviceId);
  const payers = [
    ...(call.address === '' ? [] : [`verifications:address:${addressKey(call.address)}`]),
    ...(device === '' ? [] : [`verifications:device:${device}`]),
  ];
  for (const payer of payers) {
    const subject = toHex(await keyring.mac(SUBJECT_PURPOSE, payer));
    unwrap(
      await deps.shield.getByName(shieldObjectName(subject)).useBudget({
        subject,
        limit: limits.verificationsPerHour,
        windowMs: VERIFICATION_WINDOW_SECONDS * SECOND_MS,
        nowMs,
        refusal: 'verification_rate_limited',
      }),
    );
  }
  const subject = toHex(await keyring.mac(SUBJECT_PURPOSE, `verified:${input.subject}`));
  const id = subject.slice(0, 2) + newHexId();
  const code = newDigits(CODE_DIGITS);
  unwrap(
    await deps.shield.getByName(shieldObjectName(id)).openVerification({
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
      news: await input.makeNews(code, nowMs + CODE_TTL_SECONDS * SECOND_MS),
    }),
  );
  return { verificationId: id, expiresInSeconds: CODE_TTL_SECONDS };
}
