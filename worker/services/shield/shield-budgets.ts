/** Budgets and spent tokens in ShieldObject. */
import { AppError, type Result } from '#shared/errors.ts';
import { MINUTE_MS } from '#shared/units.ts';
import type { ObjectCore } from '#worker/platform/stored-object.ts';
import { spendBudget } from './rules.ts';
import { loadBudget, recordSpent, saveBudget } from './store.ts';

export interface BudgetUse {
  readonly subject: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly nowMs: number;
  /** Default: too_many_requests. */
  readonly refusal?: 'verification_rate_limited';
}

/** Counts one use. Fails with the seconds to wait when the window holds `limit` uses. */
export function useBudget(core: ObjectCore, use: BudgetUse): Result<null> {
  return core.command((clockMs) => {
    const spent = spendBudget(loadBudget(core.sql, use.subject), use);
    if (!spent.ok)
      throw new AppError(use.refusal ?? 'too_many_requests', {
        reason: use.refusal ? 'caller_budget' : 'captcha_budget',
        retryInSeconds: spent.retryInSeconds,
      });
    saveBudget(core.sql, use.subject, spent.row, spent.row.startedMs + use.windowMs);
    core.wakeAt(clockMs + MINUTE_MS);
    return null;
  });
}

/** Records a token as spent. Fails with captcha_invalid when it was spent before. */
export function spendToken(core: ObjectCore, token: { jti: string; untilMs: number }): Result<null> {
  return core.command((clockMs) => {
    if (!recordSpent(core.sql, token.jti, token.untilMs))
      throw new AppError('captcha_invalid', { reason: 'captcha_spent' });
    core.wakeAt(clockMs + MINUTE_MS);
    return null;
  });
}
