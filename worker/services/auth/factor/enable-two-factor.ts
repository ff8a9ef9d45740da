/** Switches the second factor on, by a code of the app that holds the secret. Notifies the owner by mail. */

import { AppError, unwrap } from '#shared/errors.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { accountOf } from '../core/account-part.ts';
import type { AuthParts } from '../deps.ts';
import { noticeTo } from '../person/notice.ts';
import { appCodeIn } from './factor-proof.ts';
import { TOTP_PURPOSE } from './keys.ts';
import type { factorPart } from './part.ts';
import { newRecoveryCodes, recoveryDigest } from './recovery-codes.ts';
import { openSetup } from './setup-ticket.ts';
import { matchStep } from './totp.ts';

/** Returns the recovery codes once: only their digests are stored. @throws AppError unauthenticated, expired_token for an expired setup or another person's, invalid_two_factor, already_exists */
export async function enableTwoFactor(
  parts: AuthParts,
  caller: Caller,
  input: { setupToken: string; code: string },
  call: CallContext,
): Promise<{ recoveryCodes: readonly string[] }> {
  const { keyring } = parts;
  const account = accountOf<typeof factorPart>(parts, caller.userId);
  const state = unwrap(await account.twoFactor(caller));
  const ask = { setupToken: input.setupToken, userId: caller.userId, nowMs: call.nowMs };
  const { secret } = await openSetup(keyring, ask);
  // No limit on tries: the holder of the ticket has seen the secret.
  const step = matchStep(secret, appCodeIn(input.code), call.nowMs, 0);
  if (step === null) throw new AppError('invalid_two_factor', { messageKey: 'auth.factor.setup.wrong' });
  const recoveryCodes = newRecoveryCodes();
  const [sealedSecret, letter, ...recoveryDigests] = await Promise.all([
    keyring.seal(TOTP_PURPOSE, secret),
    noticeTo(parts, state, { kind: 'two-factor-on' }, call),
    ...recoveryCodes.map((code) => recoveryDigest(keyring, caller.userId, code)),
  ]);
  unwrap(await account.enableTwoFactor(caller, { sealedSecret, step, recoveryDigests, nowMs: call.nowMs, letter }));
  return { recoveryCodes };
}
