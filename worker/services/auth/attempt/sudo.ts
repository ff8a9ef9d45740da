/** Checks the password again before a sensitive change; the token is valid in this session only. */

import * as v from 'valibot';
import { AppError, unwrap } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { accountOf } from '../core/account-part.ts';
import type { corePart } from '../core/part.ts';
import type { AuthParts } from '../deps.ts';
import type { HashCaller } from '../hashing/hash-usage.ts';
import { SUDO_PURPOSE, SUDO_TTL_SECONDS } from '../keys.ts';
import { openTicket, sealTicket } from '../token/ticket.ts';
import { isBusy, takeTurn } from './hash-turn.ts';
import type { attemptPart } from './part.ts';

/** For a sensitive change: the password itself, or the token it gave in the last ten minutes. One of them is ''. */
export interface ByPassword {
  readonly password: string;
  readonly sudoToken: string;
  readonly captchaToken: string;
}

/** Sealed into tokens that outlive an upgrade: the names stay. */
const content = v.object({ userId: v.string(), familyId: v.string(), epoch: v.number() });

/**
 * Wrong passwords count as they do at sign-in, in the same window.
 * @throws AppError too_many_requests, unauthenticated, invalid_password (reason `wrong_password`), captcha_required, captcha_invalid
 */
export function checkOwnPassword(
  parts: AuthParts,
  input: { password: string; captchaToken: string },
  caller: Caller,
  call: CallContext,
): Promise<void> {
  return takeTurn(parts, caller.userId, call, (hasher) => tryOwnPassword(parts, { ...input, hasher }, caller, call));
}

async function tryOwnPassword(
  parts: AuthParts,
  input: { password: string; captchaToken: string; hasher: HashCaller },
  caller: Caller,
  call: CallContext,
): Promise<void> {
  const account = accountOf<typeof attemptPart & typeof corePart>(parts, caller.userId);
  // An ended session must not test passwords.
  unwrap(await account.ownPerson(caller));
  const { attempt, passwordHash, mustCheck } = unwrap(
    await account.beginAttempt({
      subject: 'account',
      nowMs: call.nowMs,
      limit: parts.limits.signInAttempts,
      windowMs: parts.limits.signInWindowSeconds * SECOND_MS,
      captchaOffered: input.captchaToken !== '',
    }),
  );
  let right = false;
  try {
    if (mustCheck) {
      const action = 'POST:/v1/auth/signin';
      const { captchaToken: token } = input;
      await parts.shield.spendCaptcha({ token, action, deviceId: call.deviceId, human: true }, call);
    }
    right = passwordHash !== '' && (await parts.passwords.verify(passwordHash, input.password, input.hasher));
  } catch (error) {
    if (isBusy(error)) unwrap(await account.returnAttempt({ subject: 'account', attempt }));
    else await account.confirmPassword(caller, { attempt, passwordHash: null, nowMs: call.nowMs });
    throw error;
  }
  const confirmed = await account.confirmPassword(caller, {
    attempt,
    passwordHash: right ? passwordHash : null,
    nowMs: call.nowMs,
  });
  if (!unwrap(confirmed))
    throw new AppError('invalid_password', {
      reason: 'wrong_password',
      field: 'password',
      messageKey: 'auth.account.password.wrong',
    });
}

/** @throws AppError as checkOwnPassword */
export async function sudo(
  parts: AuthParts,
  input: { password: string; captchaToken: string },
  caller: Caller,
  call: CallContext,
): Promise<{ sudoToken: string; expiresInSeconds: number }> {
  await checkOwnPassword(parts, input, caller, call);
  const { userId, sessionId, epoch } = caller;
  const life = { ttlSeconds: SUDO_TTL_SECONDS, nowMs: parts.clock.nowMs() };
  const sudoToken = await sealTicket(parts.keyring, SUDO_PURPOSE, { userId, familyId: sessionId, epoch }, life);
  return { sudoToken, expiresInSeconds: SUDO_TTL_SECONDS };
}

/** @throws AppError permission_denied (reason `sudo_required`) for anything but a valid token of this session */
export async function readSudo(
  parts: Pick<AuthParts, 'keyring' | 'clock'>,
  sudoToken: string,
  caller: Caller,
): Promise<void> {
  const ticket = await openTicket(parts.keyring, SUDO_PURPOSE, content, sudoToken, parts.clock.nowMs());
  const shown = ticket?.content;
  if (shown?.userId !== caller.userId || shown.familyId !== caller.sessionId || shown.epoch !== caller.epoch)
    throw new AppError('permission_denied', {
      reason: 'sudo_required',
      field: 'sudo_token',
      messageKey: 'auth.account.sudo.again',
    });
}

/** The password itself or the token it gave. @throws AppError as checkOwnPassword and readSudo */
export async function requirePassword(
  parts: AuthParts,
  input: ByPassword,
  caller: Caller,
  call: CallContext,
): Promise<void> {
  if (input.sudoToken !== '') await readSudo(parts, input.sudoToken, caller);
  else await checkOwnPassword(parts, input, caller, call);
}
