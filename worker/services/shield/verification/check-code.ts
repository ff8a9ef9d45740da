/** Exchanges a code, once, for a signed token that proves its holder reads the mail of the address. */
import { AppError, unwrap } from '#shared/errors.ts';
import { takeCode } from '#shared/intake/code.ts';
import { CODE_SHAPES } from '#shared/intake/shapes.ts';
import { SECOND_MS } from '#shared/units.ts';
import { toHex } from '#worker/platform/crypto.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { ShieldParts } from '../deps.ts';
import {
  CODE_PURPOSE,
  CODE_TRIES,
  shieldObjectName,
  VERIFICATION_ID,
  VERIFIED_PURPOSE,
  VERIFIED_TTL_SECONDS,
} from '../keys.ts';

/**
 * @throws AppError invalid_verification_code for a wrong code; expired_verification_code for a verification that is late, used,
 * unknown, or has too many wrong tries
 */
export async function checkCode(
  parts: ShieldParts,
  input: { verificationId: string; code: string },
): Promise<{ verificationToken: string; expiresInSeconds: number }> {
  const { verificationId: id } = input;
  if (!VERIFICATION_ID.test(id)) throw new AppError('expired_verification_code');
  const { code, isSure } = takeCode(input.code, CODE_SHAPES.digits);
  // A text that cannot be a code, or may be several, is a slip, not a guess: it costs no try.
  if (!isSure) throw new AppError('invalid_verification_code', { reason: 'not_six_digits' });
  const nowMs = parts.clock.nowMs();
  const codeHash = toHex(await parts.keyring.mac(CODE_PURPOSE, `${id}:${code}`));
  const { subject, purpose } = unwrap(
    await parts.shield.getByName(shieldObjectName(id)).checkCode({ id, codeHash, nowMs, maxTries: CODE_TRIES }),
  );
  const verificationToken = await parts.keyring.sign(VERIFIED_PURPOSE, {
    jti: newHexId(),
    subject,
    purpose,
    exp: Math.floor(nowMs / SECOND_MS) + VERIFIED_TTL_SECONDS,
  });
  return { verificationToken, expiresInSeconds: VERIFIED_TTL_SECONDS };
}
