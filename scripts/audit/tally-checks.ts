/** I8 and I13 of counters: no link and no drive has more of a counter than its shard counted, and all that is left has an alarm. */
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

/** @param shards  by name, as in `views.3` */
function checkViews(audited: Audited, shards: ReadonlyMap<string, ObjectCopy>): Finding[] {
  const totals = new Map<string, number>();
  for (const [name, shard] of shards)
    if (name.startsWith('views.')) for (const [subject, total] of totalsOf(shard)) totals.set(subject, total);
  return ofClass(audited, 'ShareObject').flatMap((object): Finding[] => {
    const [row] = rowsOf<{ id: string; views: number }>(
      object.db,
      'SELECT share_id AS id, tallied_views AS views FROM share',
    );
    const counted = totals.get(object.name) ?? 0;
    if (!row || row.views <= counted) return [];
    const says = `shows ${row.views} views, ${counted} were counted`;
    return [{ invariant: 'I8', kind: 'views-overcounted', where: whereOf(object), ids: [row.id], says }];
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
