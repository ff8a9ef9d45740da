/**
 * ShieldObject: one of 256 shards of budgets, spent captcha tokens and solutions, risks and verifications. Holds no rule:
 * verdicts are in rules.ts and verification.rules.ts, SQL in the stores.
 */
import { AppError, fail, type Result, succeed } from '#shared/errors.ts';
import { MINUTE_MS } from '#shared/units.ts';
import { RiskShield } from './risk/rows.ts';
import { dropOldRisks } from './risk/store.ts';
import { spendBudget } from './rules.ts';
import type { LeavingNews } from './service.ts';
import { dropOver, loadBudget, recordSpent, SHIELD_MIGRATIONS, saveBudget } from './store.ts';
import { judgeCode, judgeMail } from './verification/rules.ts';
import {
  countTry,
  deleteVerification,
  dropOldVerifications,
  insertVerification,
  loadMailings,
  loadVerification,
  recordMailing,
} from './verification/store.ts';

export interface BudgetAsk {
  readonly subject: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly nowMs: number;
  /** Default: too_many_requests. */
  readonly refusal?: 'verification_rate_limited';
}

export interface VerificationAsk {
  readonly id: string;
  readonly subject: string;
  readonly purpose: string;
  readonly codeHash: string;
  readonly nowMs: number;
  readonly ttlMs: number;
  readonly gapMs: number;
  readonly windowMs: number;
  /** What the mails are counted under: see mailBudget. */
  readonly budget: string;
  /** Mails of that budget in the window. */
  readonly limit: number;
  readonly news: LeavingNews;
}

export class ShieldObject extends RiskShield {
  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env, 'ShieldObject', SHIELD_MIGRATIONS);
  }

  /** Counts one use. Answers the refusal with the seconds to wait when `limit` uses stand in the window. */
  useBudget(input: BudgetAsk): Result<{ used: number }> {
    return this.command((clockMs) => {
      const verdict = spendBudget(loadBudget(this.sql, input.subject), input);
      if (!verdict.ok)
        throw new AppError(input.refusal ?? 'too_many_requests', {
          reason: input.refusal ? 'caller_budget' : 'captcha_budget',
          retryInSeconds: verdict.retryInSeconds,
        });
      saveBudget(this.sql, input.subject, verdict.row, verdict.row.startedMs + input.windowMs);
      this.wakeAt(clockMs + MINUTE_MS);
      return { used: verdict.row.used };
    });
  }

  /** Records a token as spent; captcha_invalid when it already was. */
  spend(input: { jti: string; untilMs: number }): Result<{ spent: true }> {
    return this.command((clockMs) => {
      if (!recordSpent(this.sql, input.jti, input.untilMs))
        throw new AppError('captcha_invalid', { reason: 'captcha_spent' });
      this.wakeAt(clockMs + MINUTE_MS);
      return { spent: true as const };
    });
  }

  /** Row, mail and budget of the address in one write: a crash leaves all three or none. */
  openVerification(ask: VerificationAsk): Result<{ opened: true }> {
    return this.command((clockMs) => {
      const verdict = judgeMail(loadMailings(this.sql, ask.budget, ask.nowMs), ask);
      if (!verdict.ok)
        throw new AppError('verification_rate_limited', {
          reason: 'address_budget',
          retryInSeconds: verdict.retryInSeconds,
        });
      recordMailing(this.sql, ask.budget, ask.nowMs, ask.nowMs + ask.windowMs);
      insertVerification(this.sql, ask.id, { ...ask, untilMs: ask.nowMs + ask.ttlMs });
      this.publishEvent(ask.news.event, ask.news.payload, clockMs);
      return { opened: true as const };
    });
  }

  /**
   * Compares a code and, when it is right, takes it. A wrong one counts in the same write, so that parallel guesses
   * cannot outrun the count.
   */
  checkCode(ask: {
    id: string;
    codeHash: string;
    nowMs: number;
    maxTries: number;
  }): Result<{ subject: string; purpose: string }> {
    if (!this.exists()) return fail('expired_verification_code');
    const done = this.command(() => {
      const row = loadVerification(this.sql, ask.id);
      const verdict = judgeCode(row, ask);
      if (verdict === 'right') deleteVerification(this.sql, ask.id);
      if (verdict === 'wrong') countTry(this.sql, ask.id);
      return { verdict, subject: row?.subject ?? '', purpose: row?.purpose ?? '' };
    });
    if (!done.ok) return done;
    const { verdict, subject, purpose } = done.value;
    if (verdict === 'right') return succeed({ subject, purpose });
    return fail(verdict === 'wrong' ? 'invalid_verification_code' : 'expired_verification_code');
  }

  protected override async onAlarm(nowMs: number): Promise<number | null> {
    const drops = [dropOver, dropOldVerifications, dropOldRisks];
    const ends = [...drops.map((drop) => drop(this.sql, nowMs)), this.dropDeviceCodes(nowMs)].filter(
      (end) => end !== null,
    );
    return ends.length === 0 ? null : Math.max(Math.min(...ends), nowMs + MINUTE_MS);
  }
}
