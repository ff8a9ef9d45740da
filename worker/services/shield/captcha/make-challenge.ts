/** Gives the work of a human check. Each call gives another piece of work, within the budget of the address. */
import { AppError, unwrap } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { ShieldParts } from '../deps.ts';
import {
  BUDGET_WINDOW_SECONDS,
  CHALLENGE_TTL_SECONDS,
  CHECK_PURPOSE,
  CHECKS_PER_MINUTE,
  shieldObjectName,
} from '../keys.ts';
import { callerSubjects, digestOf } from '../risk/subject.ts';
import { type CheckClaims, readCheckClaims } from '../rules.ts';
import { type CheckChallenge, makeWork } from './proof-of-work.ts';

/** @throws AppError captcha_invalid (`check_over`) for a ticket that has expired or is not ours */
export async function openTicket(parts: ShieldParts, ticket: string): Promise<CheckClaims> {
  const claims = readCheckClaims(await parts.keyring.verify(CHECK_PURPOSE, ticket), parts.clock.nowMs());
  if (!claims) throw new AppError('captcha_invalid', { reason: 'check_over' });
  return claims;
}

/** Spends the budget of the address: making work and checking solutions cost CPU. @throws AppError too_many_requests */
export async function payCheck(parts: ShieldParts, call: CallContext): Promise<void> {
  const subject = await digestOf(parts.keyring, `checks:${callerSubjects(call).payer}`);
  unwrap(
    await parts.shield.getByName(shieldObjectName(subject)).useBudget({
      subject,
      limit: CHECKS_PER_MINUTE,
      windowMs: BUDGET_WINDOW_SECONDS * SECOND_MS,
      nowMs: parts.clock.nowMs(),
    }),
  );
}

/** @throws AppError captcha_invalid, too_many_requests */
export async function makeChallenge(parts: ShieldParts, ticket: string, call: CallContext): Promise<CheckChallenge> {
  const claims = await openTicket(parts, ticket);
  await payCheck(parts, call);
  const expiresAtSeconds = Math.floor(parts.clock.nowMs() / SECOND_MS) + CHALLENGE_TTL_SECONDS;
  return makeWork(parts.keyring, {
    check: claims.jti,
    level: claims.level,
    tries: parts.limits.checkTries,
    expiresAtSeconds,
  });
}
