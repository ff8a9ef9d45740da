/** Wire row of the statistics of one's own link. Part of shareContract. */
import * as v from 'valibot';
import { endpoint, requiredText } from '#shared/contract.ts';

/** Days of the periods that are offered; the last one is today (UTC). */
export const PERIODS = ['7', '30', '90'] as const;
export type Period = (typeof PERIODS)[number];
export const DEFAULT_PERIOD: Period = '30';

const counts = {
  /** A visitor counts once in ten minutes; crawlers do not. */
  view_count: v.string(),
  save_count: v.string(),
  /** A visitor begins a file; repeats within ten minutes and later ranges do not count. */
  download_count: v.string(),
  /** Bytes that left for visitors. */
  bytes: v.string(),
  /** Answers of a direct link with bytes, ranges and repeats too. */
  request_count: v.string(),
  /** Views by programs that say they are crawlers. */
  crawler_count: v.string(),
} as const;

export const linkStatistics = v.object({
  share_id: v.string(),
  /** Whether it is a direct link: it has requests instead of views, and no people and saves. */
  direct: v.boolean(),
  /** Each day of the period, oldest first. */
  days: v.array(
    v.object({
      /** As `2026-11-26`, UTC. */
      day: v.string(),
      /** Different visitors, estimated beyond 48. */
      people_count: v.string(),
      ...counts,
    }),
  ),
  /** Of the period. Who came on several days is one of its people. */
  period: v.object({ people_count: v.string(), ...counts }),
  /** Since the link was made. */
  total: v.object(counts),
  /** Hosts that led visitors to the link in the period, by views or requests: ten at most, then the rest. */
  referrers: v.array(
    v.object({
      kind: v.picklist(['host', 'direct', 'other']),
      /** '' unless the kind is `host`. */
      host: v.string(),
      view_count: v.string(),
    }),
  ),
});
export type LinkStatistics = v.InferOutput<typeof linkStatistics>;
export type StatisticsDay = LinkStatistics['days'][number];

export const statisticsContract = {
  statistics: endpoint({
    id: 'share.statistics',
    method: 'GET',
    path: '/drive/v1/share/statistics',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    query: v.object({
      share_id: requiredText,
      /** Length of the period. */
      days: v.optional(v.picklist(PERIODS), DEFAULT_PERIOD),
    }),
    output: linkStatistics,
    errors: ['unauthenticated', 'invalid_argument', 'not_found'],
    summary: "Views, people, saves, downloads and bytes of one of the caller's own links by day; up to a minute old",
  }),
} as const;
