/**
 * Statistics of one link by day (UTC): functions over its table of days, each inside a transaction. Counts arrive as all that was
 * ever counted of a day, so an event that comes twice or late changes nothing. The views of the link are the sum of its days.
 */
import { dayOf } from '#shared/membership/calendar.ts';
import { DAY_MS } from '#shared/units.ts';
import { countPeople, joinPeople } from '#worker/services/drive/service.ts';
import * as store from './days.store.ts';
import { addTalliedViews } from './store.ts';

/** Days with a row of their own; older ones are one sum. */
const RETAINED_DAYS = 400;
/** Days whose people can be joined: the longest period that is shown, and some more. */
const ESTIMATED_DAYS = 95;
/** Hosts of the sum of older days. */
const MAX_HOSTS = 60;

/** In place of a host: none, or our own. */
export const NO_HOST = '-';

/** Names of the parts of a count (drive/tally). */
export const PART = Object.freeze({ crawlers: 'c', downloads: 'd', bytes: 'b', requests: 'r', host: 'h/' });

/** All that was ever counted of one day. */
export interface CountedDay {
  readonly day: string;
  readonly views: number;
  readonly parts: Readonly<Record<string, number>>;
  readonly people: string;
}

export interface LinkDays {
  /** Days of the period on which something was counted, oldest first. */
  readonly days: readonly store.DayRow[];
  /** Since the link was made. */
  readonly totals: store.Totals;
}

const emptyDay = (day: string): store.DayRow => ({
  day,
  views: 0,
  people: 0,
  people_estimate: '',
  crawlers: 0,
  downloads: 0,
  bytes: 0,
  saves: 0,
  requests: 0,
  hosts: '{}',
});

export function hostsOf(row: store.DayRow): Map<string, number> {
  return new Map(Object.entries(JSON.parse(row.hosts) as Record<string, number>));
}

function hostsText(hosts: ReadonlyMap<string, number>): string {
  // A host may have any name: parsed JSON holds each as an own property.
  return `{${[...hosts].map(([host, views]) => `${JSON.stringify(host)}:${views}`).join(',')}}`;
}

function withCounts(before: store.DayRow, { views, parts, people }: CountedDay): store.DayRow {
  const hosts = hostsOf(before);
  for (const [part, count] of Object.entries(parts)) {
    if (!part.startsWith(PART.host)) continue;
    const host = part.slice(PART.host.length);
    hosts.set(host, Math.max(hosts.get(host) ?? 0, count));
  }
  const estimate = joinPeople(before.people_estimate, people);
  const larger = (known: number, part: string): number => Math.max(known, parts[part] ?? 0);
  return {
    ...before,
    views: Math.max(before.views, views),
    people: Math.max(before.people, countPeople(estimate)),
    people_estimate: estimate,
    crawlers: larger(before.crawlers, PART.crawlers),
    downloads: larger(before.downloads, PART.downloads),
    bytes: larger(before.bytes, PART.bytes),
    requests: larger(before.requests, PART.requests),
    hosts: hostsText(hosts),
  };
}

/** Leaves out counts of days that have no row any more. @returns the views that were added */
export function setDays(sql: SqlStorage, counted: readonly CountedDay[], nowMs: number): number {
  const first = dayOf(nowMs - RETAINED_DAYS * DAY_MS);
  let more = 0;
  for (const one of counted) {
    if (one.day < first) continue;
    const before = store.dayRow(sql, one.day) ?? emptyDay(one.day);
    const after = withCounts(before, one);
    more += after.views - before.views;
    store.setDay(sql, after);
  }
  if (more > 0) addTalliedViews(sql, more);
  foldOldDays(sql, first);
  store.forgetEstimates(sql, dayOf(nowMs - ESTIMATED_DAYS * DAY_MS));
  return more;
}

/** Adds days before `first` to the sum of earlier ones. */
function foldOldDays(sql: SqlStorage, first: string): void {
  const old = store.daysBefore(sql, first);
  if (old.length === 0) return;
  let sum = store.dayRow(sql, store.EARLIER) ?? emptyDay(store.EARLIER);
  for (const row of old) {
    sum = {
      ...sum,
      views: sum.views + row.views,
      crawlers: sum.crawlers + row.crawlers,
      downloads: sum.downloads + row.downloads,
      bytes: sum.bytes + row.bytes,
      saves: sum.saves + row.saves,
      requests: sum.requests + row.requests,
      hosts: hostsText(addHosts(hostsOf(sum), hostsOf(row))),
    };
    store.deleteDay(sql, row.day);
  }
  store.setDay(sql, sum);
}

/** Views by host of two times together; beyond a bound, hosts have no name of their own. */
export function addHosts(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): Map<string, number> {
  const sums = new Map(one);
  for (const [host, views] of other) {
    const own = sums.has(host) || sums.size < MAX_HOSTS ? host : '';
    sums.set(own, (sums.get(own) ?? 0) + views);
  }
  return sums;
}
