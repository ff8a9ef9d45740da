/** Budgets of senders: uses of a window that began with the first. */
import { AppError } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { ObjectCore } from '#worker/platform/stored-object.ts';

/** A use of a window that must not hold more than `limit`. */
export interface MessageBudget {
  readonly subject: string;
  readonly limit: number;
  readonly windowSeconds: number;
  /** Owner of the budget: one caller, or all callers of a kind. */
  readonly of: 'caller' | 'crowd';
}

/** Uses of a subject in its running window; null when none runs. */
export function openBudget(sql: SqlStorage, subject: string, nowMs: number): { used: number; untilMs: number } | null {
  const row = sql
    .exec<{ used: number; until_ms: number }>('SELECT used, until_ms FROM budgets WHERE subject = ?', subject)
    .toArray()[0];
  return row && row.until_ms > nowMs ? { used: row.used, untilMs: row.until_ms } : null;
}

export function saveBudget(sql: SqlStorage, subject: string, used: number, untilMs: number): void {
  sql.exec('INSERT OR REPLACE INTO budgets (subject, used, until_ms) VALUES (?, ?, ?)', subject, used, untilMs);
}

/** Deletes windows that have ended. @returns when the next one ends, epoch ms, or null */
export function dropEndedBudgets(sql: SqlStorage, nowMs: number): number | null {
  sql.exec('DELETE FROM budgets WHERE until_ms <= ?', nowMs);
  return sql.exec<{ next: number | null }>('SELECT min(until_ms) AS next FROM budgets').one().next;
}

/** Call inside the transaction. @throws AppError too_many_requests with the seconds to wait */
export function spendBudget(core: Pick<ObjectCore, 'sql' | 'wakeAt'>, budget: MessageBudget, nowMs: number): void {
  const open = openBudget(core.sql, budget.subject, nowMs);
  const used = open?.used ?? 0;
  const untilMs = open?.untilMs ?? nowMs + budget.windowSeconds * SECOND_MS;
  if (used >= budget.limit)
    throw new AppError('too_many_requests', {
      reason: budget.of === 'caller' ? 'message_budget' : 'desk_full',
      messageKey: budget.of === 'caller' ? 'ops.contact.error.often' : 'ops.contact.error.full',
      retryInSeconds: Math.max(1, Math.ceil((untilMs - nowMs) / SECOND_MS)),
    });
  saveBudget(core.sql, budget.subject, used + 1, untilMs);
  core.wakeAt(untilMs);
}
