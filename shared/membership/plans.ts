/** Limits of the two plans, and of one person: plan and packs at one moment. Pure. */
import type { TrafficKind } from './ledger.ts';
import { groupAt, isActive, quotaAt, type Timeline } from './timeline.ts';

/** Limits of a plan. Null: no limit. */
export interface PlanLimits {
  readonly storageBytes: number;
  /** Largest file. */
  readonly fileBytes: number;
  /** Fetches by link on one day (UTC). */
  readonly tasksPerDay: number;
  /** Fetches that wait or run. */
  readonly tasksOpen: number;
  /** Of these, fetches that run at a time. */
  readonly tasksAtOnce: number;
  /** Links that are open at a time. */
  readonly links: number | null;
  /** Files that a client sends or takes at a time. */
  readonly transfersAtOnce: number;
  /** Bytes of a calendar month (UTC) by kind, before packs. */
  readonly trafficBytes: Readonly<Record<TrafficKind, number | null>>;
  /** Speed of a person's own downloads when the traffic is used up; null: they stop. */
  readonly slowBytesPerSecond: number | null;
}

export const PLAN_NAMES = ['free', 'premium'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

export interface Plans extends Readonly<Record<PlanName, PlanLimits>> {
  /** Storage of groups by their ids, bytes; missing without any. */
  readonly groups?: Readonly<Record<string, number>>;
}

export interface PersonLimits extends PlanLimits {
  readonly plan: PlanName;
}

export function planAt({ premium }: Timeline, nowMs: number): PlanName {
  return premium.some((span) => isActive(span, nowMs)) ? 'premium' : 'free';
}

/**
 * Storage of a person at one moment. An amount that an operator set is the whole of what began before it; else the group has its own
 * amount, and premium never gives less than without the group. Storage packs come on top.
 */
export function storageAt(timeline: Timeline, plans: Pick<Plans, 'groups'>, planBytes: number, nowMs: number): number {
  const set = quotaAt(timeline, nowMs);
  const packBytes = timeline.storage
    .filter((span) => isActive(span, nowMs) && (set === null || span.startMs > set.startMs))
    .reduce((sum, { bytes }) => sum + bytes, 0);
  const base = set ? set.bytes : groupOrPlan(timeline, plans, planBytes, nowMs);
  return Math.min(base + packBytes, Number.MAX_SAFE_INTEGER);
}

function groupOrPlan(timeline: Timeline, { groups }: Pick<Plans, 'groups'>, planBytes: number, nowMs: number): number {
  const group = groupAt(timeline, nowMs);
  const bytes = groups && Object.hasOwn(groups, group) ? groups[group] : undefined;
  if (bytes === undefined) return planBytes;
  return planAt(timeline, nowMs) === 'premium' ? Math.max(bytes, planBytes) : bytes;
}

/** Limits of a person at one moment: those of the plan, with the storage that `storageAt` has. */
export function limitsAt(timeline: Timeline, plans: Plans, nowMs: number): PersonLimits {
  const plan = planAt(timeline, nowMs);
  return { ...plans[plan], plan, storageBytes: storageAt(timeline, plans, plans[plan].storageBytes, nowMs) };
}
