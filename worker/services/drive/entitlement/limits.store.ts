/**
 * The membership of the drive's person, pushed by membership: a timeline of grants, and the limits of both plans as the drive
 * last saw them. Callers pass the limits of the free plan; these functions raise them. A drive without the row is a free one.
 */
import { membershipAt } from '#shared/membership/fold.ts';
import {
  limitsAt,
  type PersonLimits,
  type PlanLimits,
  type Plans,
  planAt,
  storageAt,
} from '#shared/membership/plans.ts';
import { EMPTY_TIMELINE, type Timeline } from '#shared/membership/timeline.ts';
import type { FetchLimits } from './fetch-limits.ts';

export const ENTITLEMENT_TABLES = `
  -- One row once the person was ever granted anything.
  CREATE TABLE entitlement (
    version INTEGER NOT NULL,     -- of the ledger's balance
    timeline TEXT NOT NULL,       -- JSON, as it was pushed
    plans TEXT NOT NULL           -- JSON: limits of both plans
  );
`;

export interface PushedMembership {
  readonly version: number;
  readonly timeline: Timeline;
  readonly plans: Plans;
}

interface EntitlementRow extends Record<string, SqlStorageValue> {
  version: number;
  timeline: string;
  plans: string;
}

function selectRow(sql: SqlStorage): EntitlementRow | null {
  return sql.exec<EntitlementRow>('SELECT version, timeline, plans FROM entitlement').toArray()[0] ?? null;
}

export function selectMembership(sql: SqlStorage): PushedMembership | null {
  const row = selectRow(sql);
  if (!row) return null;
  return {
    version: row.version,
    timeline: JSON.parse(row.timeline) as Timeline,
    plans: JSON.parse(row.plans) as Plans,
  };
}

/** @returns false for a version that is not newer; nothing changes */
export function saveMembership(sql: SqlStorage, { version, timeline, plans }: PushedMembership): boolean {
  const row = selectRow(sql);
  if (row && row.version >= version) return false;
  sql.exec('DELETE FROM entitlement');
  sql.exec(
    'INSERT INTO entitlement (version, timeline, plans) VALUES (?, ?, ?)',
    version,
    JSON.stringify(timeline),
    JSON.stringify(plans),
  );
  return true;
}

/** The membership as pages show it. A catalogue that was published since the push takes the place of the stored one. */
export function membershipNow(
  { sql, nowMs }: { sql: SqlStorage; nowMs: number },
  plans: Plans,
): { isPremium: boolean; expiresMs: number; limitBytes: number; transfersAtOnce: number } {
  const pushed = selectMembership(sql);
  if (pushed && JSON.stringify(pushed.plans) !== JSON.stringify(plans))
    sql.exec('UPDATE entitlement SET plans = ?', JSON.stringify(plans));
  const timeline = pushed?.timeline ?? EMPTY_TIMELINE;
  const { plan, storageBytes, transfersAtOnce } = limitsAt(timeline, plans, nowMs);
  const { expiresMs } = membershipAt(timeline, nowMs);
  return { isPremium: plan === 'premium', expiresMs, limitBytes: storageBytes, transfersAtOnce };
}

/** Bytes that the person may store now. @param freeBytes  of the free plan */
export function storageLimit({ sql, nowMs }: { sql: SqlStorage; nowMs: number }, freeBytes: number): number {
  const pushed = selectMembership(sql);
  if (!pushed) return freeBytes;
  const { timeline, plans } = pushed;
  const planBytes = planAt(timeline, nowMs) === 'premium' ? plans.premium.storageBytes : freeBytes;
  return storageAt(timeline, plans, planBytes, nowMs);
}

/** The largest file that the person may store now, bytes. @param freeBytes  of the free plan */
export function fileLimit({ sql, nowMs }: { sql: SqlStorage; nowMs: number }, freeBytes: number): number {
  const pushed = selectMembership(sql);
  return pushed && planAt(pushed.timeline, nowMs) === 'premium' ? pushed.plans.premium.fileBytes : freeBytes;
}

/**
 * Both plans: the free one as the caller has it, the other as the drive last saw it; null when the drive never saw any.
 * @param free  null: as the drive last saw it
 */
function plansNow(pushed: PushedMembership | null, free: PlanLimits | null): Plans | null {
  const stored = pushed?.plans;
  if (!free) return stored ?? null;
  return { ...stored, free, premium: stored?.premium ?? free };
}

export interface PersonPlans {
  readonly timeline: Timeline;
  readonly plans: Plans;
  readonly limits: PersonLimits;
}

/** The limits of the person now, and their sources; null in a drive that never received any. */
export function personPlans(at: { sql: SqlStorage; nowMs: number }, free: PlanLimits): PersonPlans;
export function personPlans(at: { sql: SqlStorage; nowMs: number }, free: PlanLimits | null): PersonPlans | null;
export function personPlans(
  { sql, nowMs }: { sql: SqlStorage; nowMs: number },
  free: PlanLimits | null,
): PersonPlans | null {
  const pushed = selectMembership(sql);
  const plans = plansNow(pushed, free);
  if (!plans) return null;
  const timeline = pushed?.timeline ?? EMPTY_TIMELINE;
  return { timeline, plans, limits: limitsAt(timeline, plans, nowMs) };
}

/** Stores the limits of both plans in a drive whose person was never granted anything: its jobs ask no caller. */
export function storePlans(sql: SqlStorage, plans: Plans): void {
  const text = JSON.stringify(plans);
  const row = selectRow(sql);
  if (!row)
    sql.exec(
      'INSERT INTO entitlement (version, timeline, plans) VALUES (0, ?, ?)',
      JSON.stringify(EMPTY_TIMELINE),
      text,
    );
  else if (row.plans !== text) sql.exec('UPDATE entitlement SET plans = ?', text);
}

/** The limits of premium while it is valid; else null. */
export function premiumLimits({ sql, nowMs }: { sql: SqlStorage; nowMs: number }): PersonLimits | null {
  const pushed = selectMembership(sql);
  if (!pushed || planAt(pushed.timeline, nowMs) !== 'premium') return null;
  return { ...pushed.plans.premium, plan: 'premium' };
}

/** @param free  of the free plan */
export function fetchLimitsOf(at: { sql: SqlStorage; nowMs: number }, free: FetchLimits): FetchLimits {
  const premium = premiumLimits(at);
  if (!premium) return free;
  return { tasksPerDay: premium.tasksPerDay, openTasks: premium.tasksOpen, runningTasks: premium.tasksAtOnce };
}
