/** Whether a call carries a captcha token that a passed human check gave. It spends nothing: it says so, and opens nothing. */
import { SECOND_MS } from '#shared/units.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { ShieldParts } from '../deps.ts';
import { CAPTCHA_PURPOSE } from '../keys.ts';
import { deviceKey, readCaptchaClaims } from '../rules.ts';

export async function carriesCheck(
  { keyring, clock }: Pick<ShieldParts, 'keyring' | 'clock'>,
  { captchaToken, deviceId }: Pick<CallContext, 'captchaToken' | 'deviceId'>,
): Promise<boolean> {
  if (captchaToken === '') return false;
  const claims = readCaptchaClaims(await keyring.verify(CAPTCHA_PURPOSE, captchaToken));
  return claims?.human === true && claims.device === deviceKey(deviceId) && clock.nowMs() < claims.exp * SECOND_MS;
}
