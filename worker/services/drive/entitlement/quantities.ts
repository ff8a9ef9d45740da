/** Storage and traffic of the drive's person at one moment: plan, packs, and the bytes that were used. */
import { dayOf } from '#shared/membership/calendar.ts';
import { membershipAt } from '#shared/membership/fold.ts';
import { limitsAt, type Plans } from '#shared/membership/plans.ts';
import { EMPTY_TIMELINE, isActive, type StorageSpan, type TrafficSpan } from '#shared/membership/timeline.ts';
import { type TrafficBalance, type TrafficUse, trafficBalance, trafficSinceMs } from '#shared/membership/traffic.ts';
import { DAY_MS } from '#shared/units.ts';
import { selectMembership } from './limits.store.ts';

export interface Quantities {
  readonly isPremium: boolean;
  /** 0: there never was any premium. */
  readonly expiresMs: number;
  readonly storageBytes: number;
  /** Packs that count now. */
  readonly storagePacks: readonly StorageSpan[];
  readonly trafficPacks: readonly TrafficSpan[];
  readonly traffic: TrafficBalance;
  readonly sentTodayBytes: number;
  /** Of the last DAYS days, those with traffic, oldest first. */
  readonly days: readonly TrafficUse[];
}

/** Days that a person sees one by one. */
const DAYS = 30;

/** Days with their bytes. @param sinceMs  start of the first day */
function trafficUse(sql: SqlStorage, sinceMs: number): TrafficUse[] {
  return sql
    .exec<{ day: string; bytes: number }>('SELECT day, bytes FROM traffic WHERE day >= ? ORDER BY day', dayOf(sinceMs))
    .toArray()
    .map(({ day, bytes }) => ({ day, bytes, traffic: 'download' as const }));
}

export function quantitiesNow(sql: SqlStorage, plans: Plans, nowMs: number): Quantities {
  const timeline = selectMembership(sql)?.timeline ?? EMPTY_TIMELINE;
  const { plan, storageBytes } = limitsAt(timeline, plans, nowMs);
  const use = trafficUse(sql, trafficSinceMs(timeline, nowMs));
  return {
    isPremium: plan === 'premium',
    expiresMs: membershipAt(timeline, nowMs).expiresMs,
    storageBytes,
    storagePacks: timeline.storage.filter((span) => isActive(span, nowMs)),
    trafficPacks: timeline.traffic.filter((span) => isActive(span, nowMs)),
    traffic: trafficBalance(timeline, plans, use, nowMs),
    days: trafficUse(sql, nowMs - (DAYS - 1) * DAY_MS),
    sentTodayBytes: use.find(({ day }) => day === dayOf(nowMs))?.bytes ?? 0,
  };
}
