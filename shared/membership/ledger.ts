/**
 * The ledger of a membership: grants and reversals, each once. Entries are never changed;
 * everything that a person has is folded from them (fold.ts). Types and schemas only.
 */
import * as v from 'valibot';
import { DAY_MS } from '#shared/units.ts';

export const REGIONS = ['global', 'regional'] as const;
export type Region = (typeof REGIONS)[number];

export const TRAFFIC_KINDS = ['offline', 'upload', 'download'] as const;
export type TrafficKind = (typeof TRAFFIC_KINDS)[number];

/** As operators read them. */
export const TRAFFIC_CHOICES = {
  offline: 'Fetches by link',
  upload: 'Uploads',
  download: 'Downloads',
} as const satisfies Readonly<Record<TrafficKind, string>>;

/** Where a grant comes from; with its key it names the grant. */
export const GRANT_SOURCES = ['order', 'code', 'operator', 'activity', 'demo'] as const;
export type GrantSource = (typeof GRANT_SOURCES)[number];

/** 100 years: longer than any plan, and a date that every client can read. */
const MAX_MONTHS = 1_200;
const MAX_DAYS = 36_600;

const months = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_MONTHS));
const days = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_DAYS));
/** Part of a day, beside the days: an operator's grant ends at a given moment. */
const ms = v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(DAY_MS - 1)));
const bytes = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const setBytes = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
export const GROUP_ID_CHARS = 40;

/** Content of one grant: amounts as they were sold, so that a later catalogue changes nothing that was granted before. */
export const grantItem = v.variant('type', [
  v.strictObject({ type: v.literal('premium'), region: v.picklist(REGIONS), months, days, ms }),
  v.strictObject({ type: v.literal('storage'), bytes, months, days, ms }),
  v.strictObject({ type: v.literal('traffic'), traffic: v.picklist(TRAFFIC_KINDS), bytes, months, days, ms }),
]);
export type GrantItem = v.InferOutput<typeof grantItem>;

/** Items that operators set on a person; one of no length has no end. */
const setItem = v.variant('type', [
  // The storage of a person as an operator sets it; null: that of the group or plan again. The newest one that runs counts.
  v.strictObject({ type: v.literal('quota'), bytes: v.nullable(setBytes), months, days, ms }),
  // The group of a person, an id of the document `groups`; '': none. The newest one counts.
  v.strictObject({
    type: v.literal('group'),
    group: v.pipe(v.string(), v.maxLength(GROUP_ID_CHARS)),
    months,
    days,
    ms,
  }),
]);

/** Content of an entry: a grant, or an item that operators set. */
export const ledgerItem = v.union([grantItem, setItem]);
export type LedgerItem = v.InferOutput<typeof ledgerItem>;

export const isSet = (item: LedgerItem): item is v.InferOutput<typeof setItem> =>
  item.type === 'quota' || item.type === 'group';

/** Who made an entry: an id and the name at that time. */
export interface LedgerActor {
  readonly id: string;
  readonly name: string;
}

export interface LedgerEntry {
  /** Random. */
  readonly id: string;
  readonly source: GrantSource;
  /** Id of the order, the code or the act; (source, key, kind) is unique. */
  readonly key: string;
  readonly kind: 'grant' | 'reverse';
  /** Id in the catalogue; '' for a grant without one, and for a reversal. */
  readonly product: string;
  /** Null for a reversal. */
  readonly item: LedgerItem | null;
  /** The grant counts from here at the earliest, epoch ms. */
  readonly startsMs: number;
  /** When the entry was written, epoch ms. */
  readonly atMs: number;
  /** '' for none. */
  readonly reason: string;
  readonly actor: LedgerActor;
}
