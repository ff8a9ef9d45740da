/** Statistics of one's own link over a period of days (UTC), as the link's object has them: up to a minute old. */
import { AppError, unwrap } from '#shared/errors.ts';
import { dayOf } from '#shared/membership/calendar.ts';
import type { LinkStatistics, Period } from '#shared/share/statistics.contract.ts';
import { DAY_MS } from '#shared/units.ts';
import type { Caller } from '#worker/platform/request.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { countPeople, joinPeople } from '#worker/services/drive/service.ts';
import { registryOf, type ShareParts, shareOf } from '../deps.ts';
import { DIRECT } from '../keys.ts';
import type { OwnLinkRow } from '../registry/own-links.store.ts';
import type { DayRow, Totals } from '../state/days.store.ts';
import { hostsOf, type LinkDays, NO_HOST } from '../state/days.ts';

/** Hosts that are named. */
const TOP_HOSTS = 10;

type Counts = LinkStatistics['total'];
type Referrer = LinkStatistics['referrers'][number];

function countsOf({ views, saves, downloads, bytes, crawlers, requests }: Totals): Counts {
  return {
    view_count: String(views),
    save_count: String(saves),
    download_count: String(downloads),
    bytes: String(bytes),
    crawler_count: String(crawlers),
    request_count: String(requests),
  };
}

function sumOf(days: readonly DayRow[]): Totals {
  const sum = (of: (day: DayRow) => number): number => days.reduce((all, day) => all + of(day), 0);
  return {
    views: sum(({ views }) => views),
    saves: sum(({ saves }) => saves),
    downloads: sum(({ downloads }) => downloads),
    bytes: sum(({ bytes }) => bytes),
    crawlers: sum(({ crawlers }) => crawlers),
    requests: sum(({ requests }) => requests),
  };
}

/** Hosts by views, the most first, and in the end those that have no name here. */
function referrersOf(days: readonly DayRow[]): Referrer[] {
  const views = new Map<string, number>();
  for (const day of days) for (const [host, count] of hostsOf(day)) views.set(host, (views.get(host) ?? 0) + count);
  const known = [...views].filter(([host]) => host !== NO_HOST && host !== '').toSorted(([, a], [, b]) => b - a);
  const [direct, others] = [views.get(NO_HOST) ?? 0, views.get('') ?? 0];
  const rest = known.slice(TOP_HOSTS).reduce((sum, [, count]) => sum + count, others);
  const rows = [
    ...known.slice(0, TOP_HOSTS).map(([host, count]) => ({ kind: 'host' as const, host, count })),
    { kind: 'direct' as const, host: '', count: direct },
    { kind: 'other' as const, host: '', count: rest },
  ];
  return rows
    .filter(({ count }) => count > 0)
    .map(({ kind, host, count }) => ({ kind, host, view_count: String(count) }));
}

/** @throws AppError unauthenticated, not_found */
export async function statistics(
  parts: ShareParts,
  caller: Caller,
  shareId: string,
  period: Period,
): Promise<LinkStatistics> {
  const own: OwnLinkRow[] = unwrap(await registryOf(parts, caller.userId).ownById(callerData(caller), [shareId]));
  const nowMs = parts.clock.nowMs();
  const wanted = Array.from({ length: Number(period) }, (_, ago) => dayOf(nowMs - ago * DAY_MS)).toReversed();
  const found: LinkDays | null =
    own.length === 0 ? null : await shareOf(parts, shareId).statistics(caller.userId, wanted[0] ?? '');
  if (!found) throw new AppError('not_found', { reason: 'share_not_found', field: 'share_id' });
  const byDay = new Map(found.days.map((row) => [row.day, row]));
  const people = found.days.reduce((all, { people_estimate }) => joinPeople(all, people_estimate), '');
  return {
    share_id: shareId,
    direct: own[0]?.share_to === DIRECT,
    days: wanted.map((day) => {
      const row = byDay.get(day);
      return { day, people_count: String(row?.people ?? 0), ...countsOf(sumOf(row ? [row] : [])) };
    }),
    period: { people_count: String(countPeople(people)), ...countsOf(sumOf(found.days)) },
    total: countsOf(found.totals),
    referrers: referrersOf(found.days),
  };
}
