/** Gives a captcha token for an action, within the budget of the address. */
import { unwrap } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import { toHex } from '#worker/platform/crypto.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { ShieldDeps } from '../deps.ts';
import {
  BUDGET_WINDOW_SECONDS,
  CAPTCHA_PURPOSE,
  CAPTCHA_TTL_SECONDS,
  SUBJECT_PURPOSE,
  shieldObjectName,
} from '../keys.ts';
import { addressKey, canonicalAction, deviceKey, isSensitive } from '../rules.ts';

/**
 * @throws AppError too_many_requests past the budget, with the seconds to wait
 * @source contract.md section 2
 */
export async function initCaptcha(
  deps: ShieldDeps,
  input: { clientId: string; action: string; deviceId: string },
  call: CallContext,
): Promise<{ captcha_token: string; expires_in: number }> {
  const nowMs = deps.clock.nowMs();
  const device = deviceKey(input.deviceId) || deviceKey(call.deviceId);
  const payer = call.address === '' ? `device:${device}` : `address:${addressKey(call.address)}`;
  const subject = toHex(await deps.keyring.mac(SUBJECT_PURPOSE, payer));
  unwrap(
    await deps.shield.getByName(shieldObjectName(subject)).useBudget({
      subject,
      limit: deps.limits.captchaPerMinute,
      windowMs: BUDGET_WINDOW_SECONDS * SECOND_MS,
      nowMs,
    }),
  );
  const issued = Math.floor(nowMs / SECOND_MS);
  const captcha_token = await deps.keyring.sign(CAPTCHA_PURPOSE, {
    jti: newHexId(),
    device,
    // A token is tied to its action for the sensitive set alone; other actions need not travel in it.
    action: isSensitive(input.action) ? canonicalAction(input.action) : '',
    exp: issued + CAPTCHA_TTL_SECONDS,
    issued,
  });
  return { captcha_token, expires_in: CAPTCHA_TTL_SECONDS };
}
