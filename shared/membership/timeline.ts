/**
 * The timeline of a ledger: when which grant counts. A pure function of the entries, in whatever order they were written;
 * the clock is asked only when the timeline is read (fold.ts). Stacking rules: docs/decisions/0260.
 */
import { addDuration } from './calendar.ts';
import type { GrantItem, LedgerEntry, Region, TrafficKind } from './ledger.ts';

/** startMs <= now < endMs. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

export interface PremiumSpan extends Span {
  readonly entryId: string;
  readonly region: Region;
}

export interface StorageSpan extends Span {
  readonly entryId: string;
  readonly bytes: number;
}

export interface TrafficSpan extends Span {
  readonly entryId: string;
  readonly traffic: TrafficKind;
  readonly bytes: number;
}

/** Each list in the order of its spans' starts. */
export interface Timeline {
  /** They never overlap. */
  readonly premium: readonly PremiumSpan[];
  readonly storage: readonly StorageSpan[];
  readonly traffic: readonly TrafficSpan[];
}

export const EMPTY_TIMELINE: Timeline = { premium: [], storage: [], traffic: [] };

/** A grant that counts. */
interface Grant<I extends GrantItem = GrantItem> {
  readonly entry: LedgerEntry;
  readonly item: I;
}

const nameOf = ({ source, key }: Pick<LedgerEntry, 'source' | 'key'>): string => `${source}\n${key}`;

/** The order of grants does not depend on when their entries were written. */
function compareGrants({ entry: one }: Grant, { entry: other }: Grant): number {
  if (one.startsMs !== other.startsMs) return one.startsMs - other.startsMs;
  const [a, b] = [nameOf(one), nameOf(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Grants that were not reversed, each once. */
function openGrants(entries: readonly LedgerEntry[]): Grant[] {
  const reversed = new Set(entries.filter(({ kind }) => kind === 'reverse').map(nameOf));
  const grants = new Map<string, Grant>();
  for (const entry of entries) {
    const name = nameOf(entry);
    if (entry.item && !reversed.has(name) && !grants.has(name)) grants.set(name, { entry, item: entry.item });
  }
  return [...grants.values()].toSorted(compareGrants);
}

function isOf<T extends GrantItem['type']>(type: T) {
  return (grant: Grant): grant is Grant<Extract<GrantItem, { type: T }>> => grant.item.type === type;
}

/**
 * Premium months stand end to end. All of one run count from its first day, so that twelve months are the same as a year, and
 * months after the 31st do not drift to the 28th.
 */
function premiumSpans(grants: readonly Grant<Extract<GrantItem, { type: 'premium' }>>[]): PremiumSpan[] {
  const spans: PremiumSpan[] = [];
  let anchorMs = 0;
  let endMs = Number.NEGATIVE_INFINITY;
  let total = { months: 0, days: 0, ms: 0 };
  for (const { entry, item } of grants) {
    if (entry.startsMs > endMs) {
      anchorMs = entry.startsMs;
      endMs = anchorMs;
      total = { months: 0, days: 0, ms: 0 };
    }
    total = {
      months: total.months + item.months,
      days: total.days + item.days,
      ms: total.ms + (item.ms ?? 0),
    };
    const nextMs = addDuration(anchorMs, total);
    spans.push({ entryId: entry.id, region: item.region, startMs: endMs, endMs: nextMs });
    endMs = nextMs;
  }
  return spans;
}

export function timelineOf(entries: readonly LedgerEntry[]): Timeline {
  const grants = openGrants(entries);
  const spanOf = ({ entry, item }: Grant) => ({
    entryId: entry.id,
    startMs: entry.startsMs,
    endMs: addDuration(entry.startsMs, item),
  });
  return {
    premium: premiumSpans(grants.filter(isOf('premium'))),
    storage: grants.filter(isOf('storage')).map((grant) => ({ ...spanOf(grant), bytes: grant.item.bytes })),
    traffic: grants
      .filter(isOf('traffic'))
      .map((grant) => ({ ...spanOf(grant), traffic: grant.item.traffic, bytes: grant.item.bytes })),
  };
}

export function isActive({ startMs, endMs }: Span, nowMs: number): boolean {
  return startMs <= nowMs && nowMs < endMs;
}

/** Moments after `nowMs` at which something begins or ends, earliest first. */
export function changesAfter(timeline: Timeline, nowMs: number): number[] {
  const spans: readonly Span[] = [...timeline.premium, ...timeline.storage, ...timeline.traffic];
  const times = spans.flatMap(({ startMs, endMs }) => [startMs, endMs]).filter((ms) => ms > nowMs);
  return [...new Set(times)].toSorted((one, other) => one - other);
}
