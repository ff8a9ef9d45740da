/** Risk of ShieldObject: what it knows of one subject (an address, a device, a name that is guessed at). Decides nothing. */
import { AppError, type Result } from '#shared/errors.ts';
import { MINUTE_MS } from '#shared/units.ts';
import { DeviceCodeShield } from '../device-code/rows.ts';
import { spendBudget } from '../rules.ts';
import { loadBudget, saveBudget } from '../store.ts';
import { addFailures, dropMark, hasMark, loadFailures, meet, setMark } from './store.ts';

export interface WeighAsk {
  readonly subject: string;
  readonly action: string;
  readonly nowMs: number;
  /** The budget this call is paid from; none is counted without it. */
  readonly budget?: { readonly limit: number; readonly windowMs: number };
  /** Remember the subject as a device. */
  readonly meeting?: { readonly onceMs: number; readonly againMs: number; readonly gapMs: number };
  /** Whether marks for the action stand with this subject. */
  readonly marks: boolean;
}

export interface Weight {
  /** Uses of the budget in its window, this one included. */
  readonly used: number;
  /** Epoch ms; null when the subject is no device. */
  readonly firstSeenMs: number | null;
  readonly failures: number;
  readonly demanded: boolean;
  /** A passed check waited here and is taken now. */
  readonly passed: boolean;
}

export abstract class RiskShield extends DeviceCodeShield {
  /** All that is known of one subject, in one call. Fails with too_many_requests past the budget, changing nothing else. */
  weigh(ask: WeighAsk): Result<Weight> {
    return this.command((clockMs) => {
      const { subject, action, nowMs, budget, meeting } = ask;
      let used = 0;
      if (budget) {
        const verdict = spendBudget(loadBudget(this.sql, subject), { ...budget, nowMs });
        if (!verdict.ok)
          throw new AppError('too_many_requests', {
            reason: 'captcha_budget',
            retryInSeconds: verdict.retryInSeconds,
          });
        saveBudget(this.sql, subject, verdict.row, verdict.row.startedMs + budget.windowMs);
        used = verdict.row.used;
      }
      const passed = ask.marks && hasMark(this.sql, subject, 'pass', action, nowMs);
      if (passed) {
        dropMark(this.sql, subject, 'pass', action);
        dropMark(this.sql, subject, 'demand', action);
      }
      if (budget || meeting) this.wakeAt(clockMs + MINUTE_MS);
      return {
        used,
        firstSeenMs: meeting ? meet(this.sql, subject, nowMs, meeting) : null,
        failures: loadFailures(this.sql, subject, nowMs),
        demanded: !passed && ask.marks && hasMark(this.sql, subject, 'demand', action, nowMs),
        passed,
      };
    });
  }

  addFailures(ask: { subject: string; count: number; nowMs: number; windowMs: number }): Result<{ added: true }> {
    return this.command((clockMs) => {
      addFailures(this.sql, ask.subject, ask.count, ask.nowMs, ask.windowMs);
      this.wakeAt(clockMs + MINUTE_MS);
      return { added: true as const };
    });
  }

  /** `demand`: the next token for the action needs a check. `pass`: one was passed; the next `weigh` takes it. */
  mark(ask: { subject: string; kind: 'demand' | 'pass'; action: string; untilMs: number }): Result<{ marked: true }> {
    return this.command((clockMs) => {
      setMark(this.sql, ask.subject, ask.kind, ask.action, ask.untilMs);
      this.wakeAt(clockMs + MINUTE_MS);
      return { marked: true as const };
    });
  }
}
