/** Makes captcha tokens: signed, and stored only once they are spent. */
import { SECOND_MS } from '#shared/units.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { ShieldDeps } from '../deps.ts';
import { CAPTCHA_PURPOSE, CAPTCHA_TTL_SECONDS } from '../keys.ts';
import { canonicalAction, isSensitive } from '../rules.ts';

/** The action that a token carries: only tokens for sensitive actions are bound to theirs. */
export function boundAction(action: string): string {
  return isSensitive(action) ? canonicalAction(action) : '';
}

/** @param token.action  as {@link boundAction} returns it */
export function makeCaptchaToken(
  { keyring }: Pick<ShieldDeps, 'keyring'>,
  token: { device: string; action: string; human: boolean; nowMs: number },
): Promise<string> {
  const issued = Math.floor(token.nowMs / SECOND_MS);
  return keyring.sign(CAPTCHA_PURPOSE, {
    jti: newHexId(),
    device: token.device,
    action: token.action,
    exp: issued + CAPTCHA_TTL_SECONDS,
    issued,
    ...(token.human ? { human: true } : {}),
  });
}
