/** Exchanges a code for a signed token bound to its address and purpose. */
import { AppError, unwrap } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import { toHex } from '#worker/platform/crypto.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { ShieldDeps } from '../deps.ts';
import {
  CODE_DIGITS,
  CODE_PURPOSE,
  CODE_TRIES,
  shieldObjectName,
  VERIFICATION_ID,
  VERIFIED_PURPOSE,
  VERIFIED_TTL_SECONDS,
} from '../keys.ts';
import { readCode } from './rules.ts';

/** @throws AppError invalid_verification_code, expired_verification_code */
export async function checkCode(
  deps: ShieldDeps,
  input: { verificationId: string; code: string },
): Promise<{ verificationToken: string; expiresInSeconds: number }> {
  const { verificationId: id } = input;
  if (!VERIFICATION_ID.test(id)) throw new AppError('expired_verification_code');
  const code = readCode(input.code, CODE_DIGITS);
  // What cannot be a code is a slip of the hand, not a guess: it costs no try.
  if (code === '') throw new AppError('invalid_verification_code', { reason: 'not_six_digits' });
  const nowMs = deps.clock.nowMs();
  const codeHash = toHex(await deps.keyring.mac(CODE_PURPOSE, `${id}:${code}`));
  const { subject, purpose } = unwrap(
    await deps.shield.getByName(shieldObjectName(id)).checkCode({ id, codeHash, nowMs, maxTries: CODE_TRIES }),
  );
  const verificationToken = await deps.keyring.sign(VERIFIED_PURPOSE, {
    jti: newHexId(),
    subject,
    purpose,
    exp: Math.floor(nowMs / SECOND_MS) + VERIFIED_TTL_SECONDS,
  });
  return { verificationToken, expiresInSeconds: VERIFIED_TTL_SECONDS };
}
