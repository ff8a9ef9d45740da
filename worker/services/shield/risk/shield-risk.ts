/** Risk in ShieldObject: failures, first sights and marks of one subject (an address, a device or a guessed name). */
import { AppError, type Result } from '#shared/errors.ts';
import { MINUTE_MS } from '#shared/units.ts';
import type { ObjectCore } from '#worker/platform/stored-object.ts';
import { spendBudget } from '../rules.ts';
import { loadBudget, saveBudget } from '../store.ts';
import * as store from './store.ts';

export interface RiskQuery {
  readonly subject: string;
  readonly action: string;
  readonly nowMs: number;
  /** The budget that pays for this call; absent counts nothing. */
  readonly budget?: { readonly limit: number; readonly windowMs: number };
  /** Lifetimes of a first and of a repeated sight; given when the subject is a device. */
  readonly sight?: store.SightLifetimes;
  /** Whether this subject holds the marks for the action. */
  readonly marks: boolean;
}

export interface SubjectRisk {
  /** Uses of the budget in its window, this one included. */
  readonly used: number;
  /** Epoch ms; null when the subject is no device. */
  readonly firstSeenMs: number | null;
  readonly failures: number;
  readonly demanded: boolean;
  /** A passed check waited here; this call takes it. */
  readonly passed: boolean;
}

/** Reads the risk of one subject in one call. Fails with too_many_requests past the budget and then changes nothing. */
export function readRisk(core: ObjectCore, query: RiskQuery): Result<SubjectRisk> {
  return core.command((clockMs) => {
    const { subject, action, nowMs, budget, sight } = query;
    let used = 0;
    if (budget) {
      const spent = spendBudget(loadBudget(core.sql, subject), { ...budget, nowMs });
      if (!spent.ok)
        throw new AppError('too_many_requests', { reason: 'captcha_budget', retryInSeconds: spent.retryInSeconds });
      saveBudget(core.sql, subject, spent.row, spent.row.startedMs + budget.windowMs);
      used = spent.row.used;
    }
    const passed = query.marks && store.hasMark(core.sql, subject, 'pass', action, nowMs);
    if (passed) {
      store.dropMark(core.sql, subject, 'pass', action);
      store.dropMark(core.sql, subject, 'demand', action);
    }
    if (budget || sight) core.wakeAt(clockMs + MINUTE_MS);
    return {
      used,
      firstSeenMs: sight ? store.recordSight(core.sql, subject, nowMs, sight) : null,
      failures: store.loadFailures(core.sql, subject, nowMs),
      demanded: !passed && query.marks && store.hasMark(core.sql, subject, 'demand', action, nowMs),
      passed,
    };
  });
}

export function addFailures(
  core: ObjectCore,
  failures: { subject: string; count: number; nowMs: number; windowMs: number },
): Result<null> {
  return core.command((clockMs) => {
    store.addFailures(core.sql, failures.subject, failures.count, failures.nowMs, failures.windowMs);
    core.wakeAt(clockMs + MINUTE_MS);
    return null;
  });
}

/** `demand`: the next token for the action needs a check. `pass`: a check was passed; the next `readRisk` takes it. */
export function setMark(
  core: ObjectCore,
  mark: { subject: string; kind: store.MarkKind; action: string; untilMs: number },
): Result<null> {
  return core.command((clockMs) => {
    store.setMark(core.sql, mark.subject, mark.kind, mark.action, mark.untilMs);
    core.wakeAt(clockMs + MINUTE_MS);
    return null;
  });
}
