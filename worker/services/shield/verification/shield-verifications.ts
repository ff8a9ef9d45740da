/** Verifications in ShieldObject: the code of an address, the mails counted for it, and the check of a code. */
import { AppError, fail, type Result, succeed } from '#shared/errors.ts';
import type { ObjectCore } from '#worker/platform/stored-object.ts';
import { decideCode, decideMail } from './rules.ts';
import * as store from './store.ts';

/** An event that is published in the write of a verification. The shield does not know its meaning. */
export interface OutgoingEvent {
  readonly event: string;
  readonly payload: Record<string, unknown>;
}

export interface NewVerification {
  readonly id: string;
  readonly subject: string;
  readonly purpose: string;
  readonly codeHash: string;
  readonly nowMs: number;
  readonly ttlMs: number;
  readonly gapMs: number;
  readonly windowMs: number;
  /** Key that the mails are counted under: see mailBudget. */
  readonly budget: string;
  /** Mails of that budget in the window. */
  readonly limit: number;
  readonly event: OutgoingEvent;
}

/** Row, mail and budget of the address in one write: a crash leaves all three or none. */
export function openVerification(core: ObjectCore, verification: NewVerification): Result<null> {
  return core.command((clockMs) => {
    const { budget, nowMs, event } = verification;
    const mail = decideMail(store.loadMailings(core.sql, budget, nowMs), verification);
    if (!mail.ok)
      throw new AppError('verification_rate_limited', {
        reason: 'address_budget',
        retryInSeconds: mail.retryInSeconds,
      });
    store.recordMailing(core.sql, budget, nowMs, nowMs + verification.windowMs);
    store.insertVerification(core.sql, verification.id, { ...verification, untilMs: nowMs + verification.ttlMs });
    core.publishEvent(event.event, event.payload, clockMs);
    return null;
  });
}

/**
 * Compares a code and takes it when it is right. A wrong one counts in the same write, so parallel guesses cannot outrun
 * the count.
 */
export function checkCode(
  core: ObjectCore,
  guess: { id: string; codeHash: string; nowMs: number; maxTries: number },
): Result<{ subject: string; purpose: string }> {
  if (!core.exists()) return fail('expired_verification_code');
  const done = core.command(() => {
    const row = store.loadVerification(core.sql, guess.id);
    const decision = decideCode(row, guess);
    if (decision === 'right') store.deleteVerification(core.sql, guess.id);
    if (decision === 'wrong') store.countTry(core.sql, guess.id);
    return { decision, subject: row?.subject ?? '', purpose: row?.purpose ?? '' };
  });
  if (!done.ok) return done;
  const { decision, subject, purpose } = done.value;
  if (decision === 'right') return succeed({ subject, purpose });
  return fail(decision === 'wrong' ? 'invalid_verification_code' : 'expired_verification_code');
}
