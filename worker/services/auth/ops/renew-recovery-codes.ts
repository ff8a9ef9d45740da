/** Ten new recovery codes; those given before are void. */
import { unwrap } from '#shared/errors.ts';
import type { Caller } from '#worker/platform/request.ts';
import type { AuthParts } from '../deps.ts';
import { newRecoveryCodes, recoveryDigest } from '../recovery-codes.ts';
import { readSudo } from './sudo.ts';

/** @throws AppError unauthenticated, as readSudo, failed_precondition while the second factor is off */
export async function renewRecoveryCodes(
  parts: AuthParts,
  caller: Caller,
  input: { sudoToken: string },
): Promise<{ recoveryCodes: readonly string[] }> {
  const account = parts.accounts.getByName(caller.userId);
  unwrap(await account.twoFactor(caller));
  await readSudo(parts, input.sudoToken, caller);
  const recoveryCodes = newRecoveryCodes();
  const digests = await Promise.all(recoveryCodes.map((code) => recoveryDigest(parts.keyring, caller.userId, code)));
  unwrap(await account.renewRecoveryCodes(caller, digests));
  return { recoveryCodes };
}
