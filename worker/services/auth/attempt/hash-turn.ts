/** Takes a place for a call that needs a password hash, before its other work. */
import { AppError, isAppError } from '#shared/errors.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { addressKey } from '#worker/services/shield/index.ts';
import type { AuthParts } from '../deps.ts';
import type { HashCaller } from '../hashing/hash-usage.ts';

/** @param account  identifier or user id that the call is about */
export function hashCallerOf(call: CallContext, account: string): HashCaller {
  return { address: addressKey(call.address), account };
}

/** @throws AppError too_many_requests with seconds */
export function takeTurn<T>(
  parts: Pick<AuthParts, 'hashing'>,
  account: string,
  call: CallContext,
  work: (caller: HashCaller) => Promise<T>,
): Promise<T> {
  const caller = hashCallerOf(call, account);
  return parts.hashing.run(caller, () => work(caller));
}

/**
 * Asks for a human check before the password is read: after many failures of the address, and during a flood of sign-ins. Without a
 * token nothing is looked up.
 * @returns whether a check was passed
 * @throws AppError captcha_required, captcha_invalid; too_many_requests for an address that asks too often
 */
export async function requireCheck(
  parts: Pick<AuthParts, 'hashing' | 'shield'>,
  caller: HashCaller,
  { token, action }: { token: string; action: string },
  call: CallContext,
): Promise<boolean> {
  const { shield, hashing } = parts;
  const { is, retryInSeconds } = hashing.ask(caller.address);
  const isSuspect = shield.isSuspect(call);
  if (!isSuspect && is === 'free') return false;
  if (token === '') {
    // An address with too many sign-ins waits; a person among too many others passes a check.
    if (is === 'noisy' || (is === 'busy' && !shield.asksForChecks))
      throw new AppError('too_many_requests', { reason: 'sign_in_busy', retryInSeconds });
    throw new AppError('captcha_required', { reason: isSuspect ? 'too_many_attempts' : 'sign_in_busy' });
  }
  await shield.spendCaptcha({ token, action, deviceId: call.deviceId, human: true }, call);
  return true;
}

/** Whether no hash was computed because the gate or the queue refused: then nothing was tried. */
export function isBusy(error: unknown): boolean {
  return isAppError(error) && error.errorName === 'too_many_requests';
}
