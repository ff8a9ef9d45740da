/** Second factors of AccountObject: asking for one, checking it in the write that acts on it, switching it on and off. */

import { AppError, type Result, succeed } from '#shared/errors.ts';
import { DAY_MS, SECOND_MS } from '#shared/units.ts';
import type { MailEvent } from '#worker/services/mail/index.ts';
import * as accounts from '../core/account.store.ts';
import {
  type AccountCore,
  askAs,
  changeAs,
  commandWithRefusal,
  openSession,
  type Session,
  type SessionCaller,
  type SessionRequest,
  type TicketRef,
} from '../core/account-core.ts';
import { FACTOR_TRIES, FACTOR_WINDOW_MS } from './keys.ts';
import * as factors from './store.ts';
import { matchStep } from './totp.ts';

/** Returned in place of a session: the first step was right and a second is needed. It grants no right. */
export interface SecondStep {
  readonly asks: 'second-factor';
  readonly epoch: number;
  readonly methods: readonly FactorMethod[];
}

export type FactorMethod = 'code' | 'recovery_code' | 'passkey';

/** A typed second factor. */
export interface FactorProof {
  /** The sealed secret that the account returned; it must be unchanged. */
  readonly sealedSecret: string;
  /** Opened. */
  readonly secret: string;
  /** '' when a recovery code is given. */
  readonly code: string;
  /** Keyed digest; '' when a code is given. */
  readonly recoveryDigest: string;
}

/** `over`: the ticket or secret of the proof has ended; the person must begin again. */
export type FactorRefusal =
  | { readonly decision: 'wrong' | 'over' }
  | { readonly decision: 'too-many'; readonly retryInSeconds: number };

export type FactorOutcome<T> = FactorRefusal | { readonly decision: 'right'; readonly value: T };

export interface TwoFactorState {
  /** Epoch ms; null when it is off. */
  readonly enabledMs: number | null;
  readonly recoveryCodesLeft: number;
  /** '' when it is off. */
  readonly sealedSecret: string;
  readonly email: string;
  readonly phone: string;
  readonly name: string;
}

/** Opens a session, or asks for the second factor first. Every first step that can be guessed or stolen ends here. */
export function openOrAsk(
  core: AccountCore,
  ask: SessionRequest,
  epoch: number,
  clockMs: number,
): Session | SecondStep {
  if (!factors.loadTwoFactor(core.sql)) return openSession(core, ask, epoch, clockMs);
  const methods: FactorMethod[] = ['code'];
  if (factors.countRecoveryCodes(core.sql) > 0) methods.push('recovery_code');
  if (factors.loadPasskeys(core.sql).length > 0) methods.push('passkey');
  return { asks: 'second-factor', epoch, methods };
}

/** The sealed secret that checks a sign-in; null when there is none. */
export function loadSecondFactor(core: AccountCore): Result<string | null> {
  return succeed(core.exists() ? (factors.loadTwoFactor(core.sql)?.secret ?? null) : null);
}

/** Ends the second step of a sign-in: checks, counts and opens the session in one write. Fails as openSession; the factor is used. */
export function finishSignIn(
  core: AccountCore,
  ask: SessionRequest & { ticket: TicketRef; epoch: number; proof: FactorProof },
): Result<FactorOutcome<Session>> {
  if (!core.exists()) return succeed({ decision: 'over' });
  return commandWithRefusal(core, (clockMs): FactorOutcome<Session> => {
    const account = accounts.loadAccount(core.sql);
    if (!account || account.epoch !== ask.epoch || accounts.isUsedToken(core.sql, ask.ticket.id))
      return { decision: 'over' };
    const refused = checkProof(core, ask.proof, ask.nowMs);
    if (refused) return refused;
    accounts.recordUsedToken(core.sql, ask.ticket.id, ask.ticket.untilMs);
    core.wakeAt(clockMs + DAY_MS);
    return { decision: 'right', value: openSession(core, { ...ask, isAssured: true }, account.epoch, clockMs) };
  });
}

export function loadTwoFactorState(core: AccountCore, caller: SessionCaller): Result<TwoFactorState> {
  return askAs(core, caller, ({ email, phone, name }) => {
    const row = factors.loadTwoFactor(core.sql);
    return {
      enabledMs: row?.enabledMs ?? null,
      recoveryCodesLeft: row ? factors.countRecoveryCodes(core.sql) : 0,
      sealedSecret: row?.secret ?? '',
      email,
      phone,
      name,
    };
  });
}

/** Fails with already_exists when it is on. */
export function enableTwoFactor(
  core: AccountCore,
  caller: SessionCaller,
  ask: {
    sealedSecret: string;
    step: number;
    recoveryDigests: readonly string[];
    nowMs: number;
    letter: MailEvent | null;
  },
): Result<{ enabled: true }> {
  return changeAs(core, caller, (_account, clockMs) => {
    if (factors.loadTwoFactor(core.sql))
      throw new AppError('already_exists', { reason: 'two_factor_on', messageKey: 'auth.factor.on.already' });
    factors.insertTwoFactor(core.sql, { secret: ask.sealedSecret, enabledMs: ask.nowMs, lastStep: ask.step });
    factors.replaceRecoveryCodes(core.sql, ask.recoveryDigests);
    if (ask.letter) core.publishEvent(ask.letter.event, ask.letter.payload, clockMs);
    return { enabled: true };
  });
}

export function disableTwoFactor(
  core: AccountCore,
  caller: SessionCaller,
  ask: { proof: FactorProof; nowMs: number; letter: MailEvent | null },
): Result<FactorOutcome<{ disabled: true }>> {
  return changeAs(core, caller, (_account, clockMs): FactorOutcome<{ disabled: true }> => {
    const refused = checkProof(core, ask.proof, ask.nowMs);
    if (refused) return refused;
    factors.deleteTwoFactor(core.sql);
    if (ask.letter) core.publishEvent(ask.letter.event, ask.letter.payload, clockMs);
    return { decision: 'right', value: { disabled: true } };
  });
}

/** Replaces the recovery codes. Fails with failed_precondition while it is off. */
export function renewRecoveryCodes(
  core: AccountCore,
  caller: SessionCaller,
  digests: readonly string[],
  letter: MailEvent | null,
): Result<{ renewed: true }> {
  return changeAs(core, caller, (_account, clockMs) => {
    if (!factors.loadTwoFactor(core.sql))
      throw new AppError('failed_precondition', { reason: 'two_factor_off', messageKey: 'auth.factor.off.already' });
    factors.replaceRecoveryCodes(core.sql, digests);
    if (letter) core.publishEvent(letter.event, letter.payload, clockMs);
    return { renewed: true };
  });
}

/**
 * Checks a proof and counts a wrong one; uses the code of a right one. Call inside the transaction.
 * @returns null when it is right
 */
function checkProof(core: AccountCore, proof: FactorProof, nowMs: number): FactorRefusal | null {
  const row = factors.loadTwoFactor(core.sql);
  if (!row || row.secret !== proof.sealedSecret) return { decision: 'over' };
  const failures = factors.loadFailures(core.sql, nowMs - FACTOR_WINDOW_MS);
  const [oldestMs] = failures;
  if (oldestMs !== undefined && failures.length >= FACTOR_TRIES)
    return {
      decision: 'too-many',
      retryInSeconds: Math.max(1, Math.ceil((oldestMs + FACTOR_WINDOW_MS - nowMs) / SECOND_MS)),
    };
  if (proof.recoveryDigest !== '') {
    if (factors.spendRecoveryCode(core.sql, proof.recoveryDigest, nowMs)) return null;
  } else {
    const step = matchStep(proof.secret, proof.code, nowMs, row.lastStep);
    if (step !== null) {
      factors.spendStep(core.sql, step);
      return null;
    }
  }
  factors.insertFailure(core.sql, nowMs);
  return { decision: 'wrong' };
}
