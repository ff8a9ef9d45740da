/** Makes ten new recovery codes; the old ones are void. Notifies the owner by mail. */

import { unwrap } from '#shared/errors.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { readSudo } from '../attempt/sudo.ts';
import { accountOf } from '../core/account-part.ts';
import type { AuthParts } from '../deps.ts';
import { noticeTo } from '../person/notice.ts';
import type { factorPart } from './part.ts';
import { newRecoveryCodes, recoveryDigest } from './recovery-codes.ts';

/** @throws AppError unauthenticated, as readSudo, failed_precondition while the second factor is off */
export async function renewRecoveryCodes(
  parts: AuthParts,
  caller: Caller,
  input: { sudoToken: string },
  call: CallContext,
): Promise<{ recoveryCodes: readonly string[] }> {
  const account = accountOf<typeof factorPart>(parts, caller.userId);
  const state = unwrap(await account.twoFactor(caller));
  await readSudo(parts, input.sudoToken, caller);
  const recoveryCodes = newRecoveryCodes();
  const digests = await Promise.all(recoveryCodes.map((code) => recoveryDigest(parts.keyring, caller.userId, code)));
  const letter = await noticeTo(parts, state, { kind: 'recovery-codes-renewed' }, call);
  unwrap(await account.renewRecoveryCodes(caller, digests, letter));
  return { recoveryCodes };
}
