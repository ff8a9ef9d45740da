/** Takes a place towards the password hashes for a call, before anything else of it costs something. */
import { AppError, isAppError } from '#shared/errors.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { addressKey } from '#worker/services/shield/index.ts';
import type { AuthParts } from '../deps.ts';
import type { HashCaller } from './hash-usage.ts';

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
 * Asks for a human check where one is due before the password is looked at: after many failures of the address, and while more
 * people sign in than can be served. Without a token nothing is looked up.
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
    // Who asks too often waits; a person who asks beside too many others shows that they are one.
    if (is === 'noisy' || (is === 'busy' && !shield.asksForChecks))
      throw new AppError('too_many_requests', { reason: 'sign_in_busy', retryInSeconds });
    throw new AppError('captcha_required', { reason: isSuspect ? 'too_many_attempts' : 'sign_in_busy' });
  }
  await shield.spendCaptcha({ token, action, deviceId: call.deviceId, human: true }, call);
  return true;
}

/** Whether no hash was computed for want of a turn: then nothing was tried. */
export function isBusy(error: unknown): boolean {
  return isAppError(error) && error.errorName === 'too_many_requests';
}
