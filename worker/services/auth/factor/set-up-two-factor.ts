/** Makes a secret for an authenticator app. Stores nothing: the sealed setup token carries it until it is enabled. */

import { AppError, unwrap } from '#shared/errors.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { readSudo } from '../attempt/sudo.ts';
import { accountOf } from '../core/account-part.ts';
import type { AuthParts } from '../deps.ts';
import type { TwoFactorState } from './account-factors.ts';
import { SETUP_TTL_SECONDS } from './keys.ts';
import type { factorPart } from './part.ts';
import { qrSvg } from './qr.ts';
import { openSetup, sealSetup } from './setup-ticket.ts';
import { newTotpSecret, totpUri } from './totp.ts';

export interface TwoFactorSetup {
  readonly setupToken: string;
  /** Base32. */
  readonly secret: string;
  readonly otpauthUri: string;
  readonly qrSvg: string;
  readonly expiresInSeconds: number;
}

/** @returns `enabledMs`: epoch ms since when it is on; null when it is off. @throws AppError unauthenticated */
export async function twoFactor(
  parts: Pick<AuthParts, 'accounts'>,
  caller: Caller,
): Promise<Pick<TwoFactorState, 'enabledMs' | 'recoveryCodesLeft'>> {
  const { enabledMs, recoveryCodesLeft } = unwrap(
    await accountOf<typeof factorPart>(parts, caller.userId).twoFactor(caller),
  );
  return { enabledMs, recoveryCodesLeft };
}

function shown({ email, name }: TwoFactorState, setupToken: string, secret: string, seconds: number): TwoFactorSetup {
  const otpauthUri = totpUri(secret, email || name);
  return { setupToken, secret, otpauthUri, qrSvg: qrSvg(otpauthUri), expiresInSeconds: seconds };
}

/** @throws AppError unauthenticated, as readSudo, already_exists when it is on */
export async function setUpTwoFactor(
  parts: AuthParts,
  caller: Caller,
  input: { sudoToken: string },
  call: CallContext,
): Promise<TwoFactorSetup> {
  const state = unwrap(await accountOf<typeof factorPart>(parts, caller.userId).twoFactor(caller));
  await readSudo(parts, input.sudoToken, caller);
  if (state.enabledMs !== null)
    throw new AppError('already_exists', { reason: 'two_factor_on', messageKey: 'auth.factor.on.already' });
  const secret = newTotpSecret();
  const setupToken = await sealSetup(parts.keyring, { userId: caller.userId, secret }, call.nowMs);
  return shown(state, setupToken, secret, SETUP_TTL_SECONDS);
}

/** @throws AppError unauthenticated, expired_token for an expired setup */
export async function resumeSetup(
  parts: AuthParts,
  caller: Caller,
  input: { setupToken: string },
  call: CallContext,
): Promise<TwoFactorSetup> {
  const { setupToken } = input;
  const state = unwrap(await accountOf<typeof factorPart>(parts, caller.userId).twoFactor(caller));
  const ask = { setupToken, userId: caller.userId, nowMs: call.nowMs };
  const { secret, leftSeconds } = await openSetup(parts.keyring, ask);
  return shown(state, setupToken, secret, leftSeconds);
}
