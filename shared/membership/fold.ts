/** Folds a ledger to the membership and limits of one moment, and previews a purchase. Pure. */
import { DAY_MS } from '#shared/units.ts';
import type { GrantItem, LedgerEntry, Region } from './ledger.ts';
import { REGIONS } from './ledger.ts';
import { limitsAt, type PersonLimits, type Plans, planAt } from './plans.ts';
import { type Span, spansOf, type Timeline, timelineOf } from './timeline.ts';
import { type TrafficBalance, type TrafficUse, trafficBalance } from './traffic.ts';

/** The membership of one region, as clients show it. */
export interface VipItem {
  readonly type: Region;
  readonly status: 'ok' | 'invalid';
  readonly expiresMs: number;
  /** Ceiling of the days to the end, at least 0. */
  readonly surplusDays: number;
}

export interface Membership {
  readonly status: 'ok' | 'invalid';
  readonly type: 'platinum' | 'novip';
  /** End of premium, or when it ended; 0: there never was any. */
  readonly expiresMs: number;
  /** Regions that something was granted in. */
  readonly vipItems: readonly VipItem[];
}

export interface Entitlement extends Membership {
  readonly limits: PersonLimits;
  readonly traffic: TrafficBalance;
}

export function surplusDays(expiresMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((expiresMs - nowMs) / DAY_MS));
}

/** End of the run of premium that holds `nowMs`; without one, of the last that began before. */
function expiryOf({ premium }: Timeline, nowMs: number): number {
  let expiresMs = 0;
  for (const { startMs, endMs } of premium) {
    if (startMs > nowMs && startMs !== expiresMs) break;
    expiresMs = endMs;
  }
  return expiresMs;
}

export function membershipAt(timeline: Timeline, nowMs: number): Membership {
  const isPremium = planAt(timeline, nowMs) === 'premium';
  const vipItems = REGIONS.flatMap((type): VipItem[] => {
    const last = timeline.premium.findLast(({ region }) => region === type);
    if (!last) return [];
    const status = nowMs < last.endMs ? 'ok' : 'invalid';
    return [{ type, status, expiresMs: last.endMs, surplusDays: surplusDays(last.endMs, nowMs) }];
  });
  return {
    status: isPremium ? 'ok' : 'invalid',
    type: isPremium ? 'platinum' : 'novip',
    expiresMs: expiryOf(timeline, nowMs),
    vipItems,
  };
}

/** @param use  traffic by day, from `trafficSinceMs` on */
export function entitlementAt(
  timeline: Timeline,
  plans: Plans,
  nowMs: number,
  use: readonly TrafficUse[] = [],
): Entitlement {
  return {
    ...membershipAt(timeline, nowMs),
    limits: limitsAt(timeline, plans, nowMs),
    traffic: trafficBalance(timeline, plans, use, nowMs),
  };
}

export function foldLedger(
  entries: readonly LedgerEntry[],
  plans: Plans,
  nowMs: number,
  use: readonly TrafficUse[] = [],
): Entitlement {
  return entitlementAt(timelineOf(entries), plans, nowMs, use);
}

/** The effect of a product: shown before a purchase. */
export interface Preview {
  /** When the product would count. */
  readonly span: Span;
  readonly now: Entitlement;
  /** At the moment at which the product begins to count. */
  readonly after: Entitlement;
}

export function previewGrant(
  entries: readonly LedgerEntry[],
  item: GrantItem,
  plans: Plans,
  nowMs: number,
  use: readonly TrafficUse[] = [],
): Preview {
  const entry: LedgerEntry = {
    id: 'preview',
    source: 'order',
    key: '\u{10ffff}',
    kind: 'grant',
    product: '',
    item,
    startsMs: nowMs,
    atMs: nowMs,
    reason: '',
    actor: { id: '', name: '' },
  };
  const timeline = timelineOf([...entries, entry]);
  const { startMs, endMs } = spansOf(timeline).find(({ entryId }) => entryId === entry.id) ?? {
    startMs: nowMs,
    endMs: nowMs,
  };
  return {
    span: { startMs, endMs },
    now: foldLedger(entries, plans, nowMs, use),
    after: entitlementAt(timeline, plans, Math.max(nowMs, startMs), use),
  };
}
