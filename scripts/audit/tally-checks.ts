/**
 * I8 and I13 of counters: no link and no drive has more of a counter than its shard counted, figures of links are those of their days,
 * and all that is left has an alarm.
 */
import { type Audited, byName, type Finding, ofClass, whereOf } from './finding.ts';
import { type ObjectCopy, rowsOf } from './state-copy.ts';

/** Subject -> all that a shard has counted of it. */
type Totals = ReadonlyMap<string, number>;

function totalsOf(shard: ObjectCopy): Totals {
  const rows = rowsOf<{ subject: string; total: number }>(shard.db, 'SELECT subject, total FROM totals');
  return new Map(rows.map(({ subject, total }) => [subject, total]));
}

function checkShard(shard: ObjectCopy): Finding[] {
  const where = whereOf(shard);
  // A shard that no newer program has opened yet sums up no hours.
  const isNewer = rowsOf(shard.db, "SELECT 1 FROM pragma_table_info('folded') WHERE name = 'hour'").length > 0;
  const hours = isNewer ? rowsOf(shard.db, 'SELECT 1 FROM folded WHERE hour IS NOT NULL').length : 0;
  const [state] = rowsOf<{ folded: number; last: number; left: number }>(
    shard.db,
    `SELECT coalesce((SELECT seq FROM folded), 0) AS folded, coalesce(max(seq), 0) AS last, count(*) AS left FROM flushes`,
  );
  if (!state || state.left + hours === 0) return [];
  if (shard.alarmMs !== null) return [];
  return [{ invariant: 'I13', kind: 'tally-without-alarm', where, ids: [], says: 'has counts that are never folded' }];
}

/** Counts of a link on one day, as the link has them. */
interface LinkDay {
  day: string;
  views: number;
  saves: number;
  hosts: string;
}

/** A link whose object no newer program has opened yet has no days. */
function daysOf(link: ObjectCopy): LinkDay[] | null {
  if (rowsOf(link.db, "SELECT 1 FROM pragma_table_info('days')").length === 0) return null;
  return rowsOf<LinkDay>(link.db, 'SELECT day, views, saves, hosts FROM days');
}

function sum<T>(rows: readonly T[], of: (row: T) => number): number {
  return rows.reduce((all, row) => all + of(row), 0);
}

/** Requests of direct links came from hosts too; a link that no newer program has opened yet has none. */
function requestsOf(link: ObjectCopy): ReadonlyMap<string, number> {
  if (rowsOf(link.db, "SELECT 1 FROM pragma_table_info('days') WHERE name = 'requests'").length === 0) return new Map();
  const rows = rowsOf<{ day: string; requests: number }>(link.db, 'SELECT day, requests FROM days');
  return new Map(rows.map(({ day, requests }) => [day, requests]));
}

function viewsByHost({ hosts }: LinkDay): number {
  return sum(Object.values(JSON.parse(hosts) as Record<string, number>), (views) => views);
}

/** The figures of a link are the sums of its days, and each view of a day came from one host, or from none. */
function checkDays(link: ObjectCopy): Finding[] {
  const days = daysOf(link);
  const [row] = rowsOf<{ views: number; saves: number }>(
    link.db,
    'SELECT tallied_views AS views, restore_count AS saves FROM share',
  );
  if (!days || !row) return [];
  const found = (kind: string, ids: string[], says: string): Finding => ({
    invariant: 'I8',
    kind,
    where: whereOf(link),
    ids,
    says,
  });
  const requests = requestsOf(link);
  const [views, saves] = [sum(days, (day) => day.views), sum(days, (day) => day.saves)];
  return [
    ...(views === row.views ? [] : [found('views-not-days', [link.name], `${row.views} views, ${views} on its days`)]),
    ...(saves === row.saves ? [] : [found('saves-not-days', [link.name], `${row.saves} saves, ${saves} on its days`)]),
    ...days
      .filter((day) => day.day !== '' && viewsByHost(day) !== day.views + (requests.get(day.day) ?? 0))
      .map((day) => found('hosts-not-views', [link.name, day.day], `${day.views} views, ${viewsByHost(day)} of hosts`)),
  ];
}

/** Shards keep the sums of a day so long, and longer. */
const RETAINED_MS = 2 * 86_400_000;

/** @param shards  by name, as in `views.3` */
function checkViews(audited: Audited, shards: ReadonlyMap<string, ObjectCopy>): Finding[] {
  const totals = new Map<string, number>();
  for (const [name, shard] of shards)
    if (name.startsWith('views.')) for (const [subject, total] of totalsOf(shard)) totals.set(subject, total);
  const oldest = new Date(audited.nowMs - RETAINED_MS).toISOString().slice(0, 10);
  return ofClass(audited, 'ShareObject').flatMap((object): Finding[] => {
    const overcounted = (views: number, counted: number, ids: string[]): Finding[] =>
      views <= counted
        ? []
        : [
            {
              invariant: 'I8',
              kind: 'views-overcounted',
              where: whereOf(object),
              ids,
              says: `shows ${views} views, ${counted} were counted`,
            },
          ];
    const days = daysOf(object);
    const [row] = rowsOf<{ views: number }>(
      object.db,
      `SELECT ${days ? 'early_views' : 'tallied_views'} AS views FROM share`,
    );
    return [
      ...overcounted(row?.views ?? 0, totals.get(object.name) ?? 0, [object.name]),
      ...(days ?? [])
        .filter(({ day }) => day >= oldest)
        .flatMap(({ day, views }) => overcounted(views, totals.get(`${object.name}.${day}`) ?? 0, [object.name, day])),
      ...checkDays(object),
    ];
  });
}

function checkTraffic(audited: Audited, shards: ReadonlyMap<string, ObjectCopy>): Finding[] {
  return ofClass(audited, 'DriveObject').flatMap((drive) => {
    const rows = rowsOf<{ day: string; shard: number; bytes: number }>(drive.db, 'SELECT * FROM link_traffic');
    return rows.flatMap(({ day, shard, bytes }): Finding[] => {
      const totals = shards.get(`traffic.${shard}`);
      // Sums of earlier days are forgotten by the shard.
      const counted = totals && totalsOf(totals).get(`${drive.name}.${day}`);
      if (counted === undefined || bytes <= counted) return [];
      const says = `has ${bytes} bytes of its links, ${counted} were counted`;
      return [{ invariant: 'I8', kind: 'traffic-overcounted', where: whereOf(drive), ids: [day], says }];
    });
  });
}

export function checkTallies(audited: Audited): Finding[] {
  const shards = byName(audited, 'TallyObject');
  const found = [...shards.values()].flatMap(checkShard);
  // Objects of a running server are copied one after another: a link may have a newer sum than the copy of its shard.
  return audited.running ? found : [...found, ...checkViews(audited, shards), ...checkTraffic(audited, shards)];
}
