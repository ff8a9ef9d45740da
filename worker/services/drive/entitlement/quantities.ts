/** Storage and traffic of the drive's person at one moment: plan, packs, and the bytes that were used. */
import { dayOf } from '#shared/membership/calendar.ts';
import { membershipAt } from '#shared/membership/fold.ts';
import { limitsAt, type Plans } from '#shared/membership/plans.ts';
import { EMPTY_TIMELINE, isActive, type StorageSpan, type TrafficSpan } from '#shared/membership/timeline.ts';
import { type TrafficBalance, type TrafficUse, trafficBalance, trafficSinceMs } from '#shared/membership/traffic.ts';
import { DAY_MS } from '#shared/units.ts';
import { selectMembership } from './limits.store.ts';
import { trafficUse } from './traffic.store.ts';

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
  /** The last `SHOWN_DAYS` days, oldest first; each day and kind once, without those of no bytes. */
  readonly days: readonly TrafficUse[];
}

/** Days whose traffic is shown. */
const SHOWN_DAYS = 30;

export function quantitiesNow(sql: SqlStorage, plans: Plans, nowMs: number): Quantities {
  const timeline = selectMembership(sql)?.timeline ?? EMPTY_TIMELINE;
  const { plan, storageBytes } = limitsAt(timeline, plans, nowMs);
  const firstShownMs = nowMs - (SHOWN_DAYS - 1) * DAY_MS;
  const use = trafficUse(sql, Math.min(trafficSinceMs(timeline, nowMs), firstShownMs));
  return {
    isPremium: plan === 'premium',
    expiresMs: membershipAt(timeline, nowMs).expiresMs,
    storageBytes,
    storagePacks: timeline.storage.filter((span) => isActive(span, nowMs)),
    trafficPacks: timeline.traffic.filter((span) => isActive(span, nowMs)),
    traffic: trafficBalance(timeline, plans, use, nowMs),
    sentTodayBytes: use.find(({ day, traffic }) => day === dayOf(nowMs) && traffic === 'download')?.bytes ?? 0,
    days: use.filter(({ day }) => day >= dayOf(firstShownMs)),
  };
}
