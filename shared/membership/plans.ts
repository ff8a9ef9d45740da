/** Limits of the two plans, and of one person: plan and packs at one moment. Pure. */
import type { TrafficKind } from './ledger.ts';
import { isActive, type Timeline } from './timeline.ts';

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

export type Plans = Readonly<Record<PlanName, PlanLimits>>;

export interface PersonLimits extends PlanLimits {
  readonly plan: PlanName;
}

export function planAt({ premium }: Timeline, nowMs: number): PlanName {
  return premium.some((span) => isActive(span, nowMs)) ? 'premium' : 'free';
}

/** Limits of a person at one moment: those of the plan, and storage packs on top. */
export function limitsAt(timeline: Timeline, plans: Plans, nowMs: number): PersonLimits {
  const plan = planAt(timeline, nowMs);
  const packBytes = timeline.storage.filter((span) => isActive(span, nowMs)).reduce((sum, { bytes }) => sum + bytes, 0);
  const storageBytes = Math.min(plans[plan].storageBytes + packBytes, Number.MAX_SAFE_INTEGER);
  return { ...plans[plan], plan, storageBytes };
}
