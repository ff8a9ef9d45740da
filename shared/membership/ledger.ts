/**
 * The ledger of a membership: what was granted and what was taken back, each once. Entries are never changed;
 * everything that a person has is folded from them (fold.ts). Types and schemas only.
 */
import * as v from 'valibot';
import { DAY_MS } from '#shared/units.ts';

export const REGIONS = ['global', 'regional'] as const;
export type Region = (typeof REGIONS)[number];

export const TRAFFIC_KINDS = ['offline', 'upload', 'download'] as const;
export type TrafficKind = (typeof TRAFFIC_KINDS)[number];

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

/** Content of one grant: amounts as they were sold, so that a later catalogue changes nothing that was granted before. */
export const grantItem = v.variant('type', [
  v.strictObject({ type: v.literal('premium'), region: v.picklist(REGIONS), months, days, ms }),
  v.strictObject({ type: v.literal('storage'), bytes, months, days, ms }),
  v.strictObject({ type: v.literal('traffic'), traffic: v.picklist(TRAFFIC_KINDS), bytes, months, days, ms }),
]);
export type GrantItem = v.InferOutput<typeof grantItem>;

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
  readonly item: GrantItem | null;
  /** The grant counts from here at the earliest, epoch ms. */
  readonly startsMs: number;
  /** When the entry was written, epoch ms. */
  readonly atMs: number;
  /** '' for none. */
  readonly reason: string;
  readonly actor: LedgerActor;
}
