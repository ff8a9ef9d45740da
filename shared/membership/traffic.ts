/**
 * Traffic of a person: the month of the plan first, then packs, the one that ends first before the others. Pure; days and months
 * are those of UTC.
 */
import { DAY_MS } from '#shared/units.ts';
import { dayOf, monthStart } from './calendar.ts';
import { TRAFFIC_KINDS, type TrafficKind } from './ledger.ts';
import type { PlanName, Plans } from './plans.ts';
import { isActive, type Span, type Timeline, type TrafficSpan } from './timeline.ts';

/** Bytes of one kind on one day. */
export interface TrafficUse {
  /** `2026-11-25`, UTC. */
  readonly day: string;
  readonly traffic: TrafficKind;
  readonly bytes: number;
}

export interface TrafficLeft {
  /** Of this month's plan and the packs of now; null: no limit. */
  readonly totalBytes: number | null;
  readonly leftBytes: number | null;
  /** Used this month. */
  readonly usedBytes: number;
}

export type TrafficBalance = Readonly<Record<TrafficKind, TrafficLeft>>;

const touches = (span: Span, startMs: number): boolean => span.startMs < startMs + DAY_MS && startMs < span.endMs;

/** A day that was premium at any moment counts as a day of premium. */
function planOn(timeline: Timeline, dayMs: number): PlanName {
  return timeline.premium.some((span) => touches(span, dayMs)) ? 'premium' : 'free';
}

const byEnd = (one: TrafficSpan, other: TrafficSpan): number =>
  one.endMs - other.endMs || one.startMs - other.startMs || (one.entryId < other.entryId ? -1 : 1);

/** First moment whose use matters for the balance of now, epoch ms at the start of a day. */
export function trafficSinceMs(timeline: Timeline, nowMs: number): number {
  const active = timeline.traffic.filter((span) => isActive(span, nowMs));
  return monthStart(Math.min(nowMs, ...active.map(({ startMs }) => startMs)));
}

function balanceOf(
  kind: TrafficKind,
  timeline: Timeline,
  plans: Plans,
  use: readonly TrafficUse[],
  nowMs: number,
): TrafficLeft {
  const packs = timeline.traffic.filter(({ traffic }) => traffic === kind).toSorted(byEnd);
  const left = new Map(packs.map((pack) => [pack.entryId, pack.bytes]));
  let month = Number.NaN;
  let monthBytes = 0;
  let planBytes = 0;
  const days = use.filter(({ traffic }) => traffic === kind).toSorted((one, other) => (one.day < other.day ? -1 : 1));
  for (const { day, bytes } of days) {
    const dayMs = Date.parse(day);
    if (monthStart(dayMs) !== month) [month, monthBytes, planBytes] = [monthStart(dayMs), 0, 0];
    monthBytes += bytes;
    const allowance = plans[planOn(timeline, dayMs)].trafficBytes[kind];
    const fromPlan = allowance === null ? bytes : Math.max(0, Math.min(bytes, allowance - planBytes));
    planBytes += fromPlan;
    let rest = bytes - fromPlan;
    for (const pack of packs) {
      if (!touches(pack, dayMs)) continue;
      const has = left.get(pack.entryId) ?? 0;
      left.set(pack.entryId, has - Math.min(has, rest));
      rest -= Math.min(has, rest);
    }
  }
  const isThisMonth = month === monthStart(nowMs);
  const allowance = plans[planOn(timeline, Date.parse(dayOf(nowMs)))].trafficBytes[kind];
  const usedBytes = isThisMonth ? monthBytes : 0;
  if (allowance === null) return { totalBytes: null, leftBytes: null, usedBytes };
  const active = packs.filter((pack) => isActive(pack, nowMs));
  const sum = (bytesOf: (pack: TrafficSpan) => number) => active.reduce((all, pack) => all + bytesOf(pack), 0);
  return {
    totalBytes: allowance + sum(({ bytes }) => bytes),
    leftBytes: Math.max(0, allowance - (isThisMonth ? planBytes : 0)) + sum(({ entryId }) => left.get(entryId) ?? 0),
    usedBytes,
  };
}

/** @param use  each day and kind once, from `trafficSinceMs` on; older days change nothing that is left */
export function trafficBalance(
  timeline: Timeline,
  plans: Plans,
  use: readonly TrafficUse[],
  nowMs: number,
): TrafficBalance {
  const known = use.filter(({ day }) => day <= dayOf(nowMs));
  return Object.fromEntries(
    TRAFFIC_KINDS.map((kind) => [kind, balanceOf(kind, timeline, plans, known, nowMs)]),
  ) as TrafficBalance;
}
