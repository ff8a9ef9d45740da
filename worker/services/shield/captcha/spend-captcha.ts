/** Spends a captcha token: checks signature, expiry, device and action here, and single use in the object of its id. */
import { AppError, unwrap } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { ShieldParts } from '../deps.ts';
import { CAPTCHA_PURPOSE, DEMAND_SECONDS, shieldObjectName } from '../keys.ts';
import { callerSubjects, digestOf } from '../risk/subject.ts';
import { deviceKey, mayOpen, readCaptchaClaims } from '../rules.ts';
import { boundAction } from './captcha-token.ts';

/**
 * @param input.human  accepts only a token from a passed check; after a refusal the caller's next `initCaptcha` asks for one
 * @throws AppError captcha_required for an empty token, and for one without the check that `human` asks for; captcha_invalid for
 * any other token that does not open the action
 */
export async function spendCaptcha(
  parts: ShieldParts,
  input: { token: string; action: string; deviceId: string; human?: boolean },
  call: CallContext,
): Promise<void> {
  if (input.token === '') throw new AppError('captcha_required');
  const nowMs = parts.clock.nowMs();
  const claims = readCaptchaClaims(await parts.keyring.verify(CAPTCHA_PURPOSE, input.token));
  const device = deviceKey(input.deviceId) || deviceKey(call.deviceId);
  if (!claims || !mayOpen(claims, { action: input.action, device, nowMs })) throw new AppError('captcha_invalid');
  if (input.human && !claims.human && parts.mode !== 'never') {
    // The token is not spent: it still opens actions that need no check. The next one for this action comes from a check.
    const subject = await digestOf(parts.keyring, callerSubjects(call, input.deviceId).holder);
    const untilMs = nowMs + DEMAND_SECONDS * SECOND_MS;
    const demand = { subject, kind: 'demand' as const, action: boundAction(input.action), untilMs };
    unwrap(await parts.shield.getByName(shieldObjectName(subject)).setMark(demand));
    throw new AppError('captcha_required', { reason: 'human_check' });
  }
  unwrap(
    await parts.shield
      .getByName(shieldObjectName(claims.jti))
      .spend({ jti: claims.jti, untilMs: claims.exp * SECOND_MS }),
  );
}
