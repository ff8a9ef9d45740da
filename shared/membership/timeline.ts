/**
 * The timeline of a ledger: when which grant counts. A pure function of the entries, in whatever order they were written;
 * the clock is asked only when the timeline is read (fold.ts). Stacking rules: docs/decisions/0260.
 */
import { addDuration } from './calendar.ts';
import { isSet, type LedgerEntry, type LedgerItem, type Region, type TrafficKind } from './ledger.ts';

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

/** Storage that an operator set. */
export interface QuotaSpan extends Span {
  readonly entryId: string;
  /** Null: that of the group or plan. */
  readonly bytes: number | null;
}

/** An amount in force. */
export interface AmountSpan extends QuotaSpan {
  readonly bytes: number;
}

export interface GroupSpan extends Span {
  readonly entryId: string;
  /** '' for none. */
  readonly group: string;
}

/** Each list in the order of its spans' starts. */
export interface Timeline {
  /** They never overlap. */
  readonly premium: readonly PremiumSpan[];
  readonly storage: readonly StorageSpan[];
  readonly traffic: readonly TrafficSpan[];
  /** Missing without any, and in timelines that an older version stored. */
  readonly quotas?: readonly QuotaSpan[];
  readonly groups?: readonly GroupSpan[];
}

/** End of a span without one: the last moment of a date. */
export const FOR_EVER_MS = 8_640_000_000_000_000;

export const EMPTY_TIMELINE: Timeline = { premium: [], storage: [], traffic: [] };

/** A grant that counts. */
interface Grant<I extends LedgerItem = LedgerItem> {
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

function isOf<T extends LedgerItem['type']>(type: T) {
  return (grant: Grant): grant is Grant<Extract<LedgerItem, { type: T }>> => grant.item.type === type;
}

/**
 * Premium months stand end to end. All of one run count from its first day, so that twelve months are the same as a year, and
 * months after the 31st do not drift to the 28th.
 */
function premiumSpans(grants: readonly Grant<Extract<LedgerItem, { type: 'premium' }>>[]): PremiumSpan[] {
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
  const spanOf = ({ entry, item }: Grant) => {
    const hasEnd = item.months + item.days + (item.ms ?? 0) > 0 || !isSet(item);
    const endMs = hasEnd ? addDuration(entry.startsMs, item) : FOR_EVER_MS;
    return { entryId: entry.id, startMs: entry.startsMs, endMs };
  };
  const quotas = grants.filter(isOf('quota')).map((grant) => ({ ...spanOf(grant), bytes: grant.item.bytes }));
  const groups = grants.filter(isOf('group')).map((grant) => ({ ...spanOf(grant), group: grant.item.group }));
  return {
    premium: premiumSpans(grants.filter(isOf('premium'))),
    storage: grants.filter(isOf('storage')).map((grant) => ({ ...spanOf(grant), bytes: grant.item.bytes })),
    traffic: grants
      .filter(isOf('traffic'))
      .map((grant) => ({ ...spanOf(grant), traffic: grant.item.traffic, bytes: grant.item.bytes })),
    ...(quotas.length > 0 ? { quotas } : {}),
    ...(groups.length > 0 ? { groups } : {}),
  };
}

/** Every span, of whatever kind. */
export function spansOf(timeline: Timeline): (Span & { readonly entryId: string })[] {
  const { premium, storage, traffic, quotas = [], groups = [] } = timeline;
  return [...premium, ...storage, ...traffic, ...quotas, ...groups];
}

/** The newest amount that runs; null without one, and where the newest one gives the storage back to group and plan. */
export function quotaAt({ quotas = [] }: Timeline, nowMs: number): AmountSpan | null {
  const last = quotas.findLast((span) => isActive(span, nowMs));
  return last && last.bytes !== null ? { ...last, bytes: last.bytes } : null;
}

/** The id of the person's group; '' for none. */
export function groupAt({ groups = [] }: Timeline, nowMs: number): string {
  return groups.findLast((span) => isActive(span, nowMs))?.group ?? '';
}

export function isActive({ startMs, endMs }: Span, nowMs: number): boolean {
  return startMs <= nowMs && nowMs < endMs;
}

/** Moments after `nowMs` at which something begins or ends, earliest first. */
export function changesAfter(timeline: Timeline, nowMs: number): number[] {
  const times = spansOf(timeline)
    .flatMap(({ startMs, endMs }) => [startMs, endMs])
    .filter((ms) => ms > nowMs);
  return [...new Set(times)].toSorted((one, other) => one - other);
}
