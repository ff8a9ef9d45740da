/** Spends a captcha token: signature, expiry, device and action here, single use in the object of its id. */
import { AppError, unwrap } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { ShieldDeps } from '../deps.ts';
import { CAPTCHA_PURPOSE, shieldObjectName } from '../keys.ts';
import { deviceKey, mayOpen, readCaptchaClaims } from '../rules.ts';

/** @throws AppError captcha_required for an empty token, captcha_invalid for any other that does not open the action */
export async function spendCaptcha(
  deps: ShieldDeps,
  input: { token: string; action: string; deviceId: string },
  call: CallContext,
): Promise<void> {
  if (input.token === '') throw new AppError('captcha_required');
  const claims = readCaptchaClaims(await deps.keyring.verify(CAPTCHA_PURPOSE, input.token));
  const device = deviceKey(input.deviceId) || deviceKey(call.deviceId);
  if (!claims || !mayOpen(claims, { action: input.action, device, nowMs: deps.clock.nowMs() }))
    throw new AppError('captcha_invalid');
  unwrap(
    await deps.shield
      .getByName(shieldObjectName(claims.jti))
      .spend({ jti: claims.jti, untilMs: claims.exp * SECOND_MS }),
  );
}
