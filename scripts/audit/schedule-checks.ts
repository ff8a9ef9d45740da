/** I13: all work that is left has an alarm in time, and the runtime has scheduled it. */
import { dueFetchMs } from './fetch-checks.ts';
import { type Audited, type Finding, waitingEvents, whereOf } from './finding.ts';
import { hasTable, type ObjectCopy, rowsOf } from './state-copy.ts';

/** When an object has something to do, besides its outbox; null as `at`: nothing. By class. */
const DUE: Readonly<Record<string, string>> = {
  DriveObject: `SELECT min(at) AS at FROM (
      SELECT min(coalesce(json_extract(job, '$.untilMs'), created_ms)) AS at FROM tasks WHERE job IS NOT NULL
      UNION ALL SELECT min(deadline_ms) FROM uploads WHERE state <> 'hashing'
      UNION ALL SELECT min(coalesce((SELECT max(lease_until_ms) FROM upload_windows WHERE upload_id = uploads.id AND sha256 IS NULL), created_ms + 5000)) FROM uploads WHERE state = 'hashing'
      UNION ALL SELECT min(at_ms) FROM discards
      UNION ALL SELECT min(trash_until_ms) FROM nodes WHERE trash_until_ms IS NOT NULL
      UNION ALL SELECT min(replaced_ms) + 400 * 86400000 FROM versions)`,
  BlobIndexObject: `SELECT min(at) AS at FROM (
      SELECT min(dead_ms) + 400 * 86400000 AS at FROM blobs WHERE dead_ms IS NOT NULL
      UNION ALL SELECT 0 FROM removals)`,
  LetterLogObject: "SELECT min(at_ms) AS at FROM letters WHERE state = 'held'",
  ShareBookObject: "SELECT min(changed_ms) + 60000 AS at FROM links WHERE state = 'pending'",
};
/** Retries come this much later than what they retry: discards a minute, the rest less. */
const SLACK_MS = 61_000;
/** The runtime sets no alarm in the past: one set at the start of a call is as late as the call was long. Later ones an object takes for lost. */
const LOST_ALARM_MS = 10_000;
/** An event that was not delivered for so long is stuck. */
const LATE_MS = 600_000;

function dueOf(object: ObjectCopy): number | null {
  const sql = DUE[object.className];
  const own = sql === undefined ? null : (rowsOf<{ at: number | null }>(object.db, sql)[0]?.at ?? null);
  const events = waitingEvents(object).map(({ dueMs }) => dueMs);
  const leases = hasTable(object.db, 'put_leases')
    ? rowsOf<{ at: number }>(object.db, 'SELECT until_ms AS at FROM put_leases').map(({ at }) => at)
    : [];
  const ranks = hasTable(object.db, 'ranked_folders')
    ? rowsOf<{ at: number }>(object.db, 'SELECT 0 AS at FROM ranked_folders WHERE done = 0').map(({ at }) => at)
    : [];
  const others = [own, dueFetchMs(object), ...ranks].filter((at) => at !== null);
  const all = [...events, ...leases, ...others];
  return all.length > 0 ? Math.min(...all) : null;
}

function checkObject(audited: Audited, object: ObjectCopy): Finding[] {
  const found: Finding[] = [];
  const where = whereOf(object);
  const i13 = (kind: string, says: string, ids: string[] = [object.name]): Finding => ({
    invariant: 'I13',
    kind,
    where,
    ids,
    says,
  });
  const { alarmMs, scheduledMs } = object;
  const dueMs = dueOf(object);
  const latestMs = dueMs === null ? null : Math.max(dueMs, audited.nowMs) + SLACK_MS;
  if (latestMs !== null && (alarmMs === null || alarmMs > latestMs))
    found.push(i13('unscheduled', `has work since or from ${dueMs}, its alarm is ${alarmMs ?? 'not set'}`));
  if (alarmMs !== null && (scheduledMs === null || scheduledMs > alarmMs))
    found.push(
      i13(
        'alarm-unknown',
        `wants to wake at ${alarmMs}, the runtime wakes it ${scheduledMs === null ? 'never' : `at ${scheduledMs}`}`,
      ),
    );
  const noted = rowsOf<{ at: number }>(object.db, 'SELECT at_ms AS at FROM _alarm');
  if (noted.length > 1 || (noted[0] !== undefined && (alarmMs === null || alarmMs > noted[0].at + LOST_ALARM_MS)))
    found.push(i13('alarm-note', `believes its alarm is ${noted[0]?.at}, it is ${alarmMs ?? 'not set'}`));
  if (audited.running)
    for (const event of waitingEvents(object))
      if (event.dueMs < audited.nowMs - LATE_MS)
        found.push(i13('news-stuck', `${event.event} is not delivered`, [event.id]));
  return found;
}

export function checkSchedule(audited: Audited): Finding[] {
  return [
    ...audited.objects.flatMap((object) => checkObject(audited, object)),
    ...audited.nameless.map(
      (file): Finding => ({
        invariant: 'I13',
        kind: 'nameless',
        where: file,
        ids: [],
        says: 'an object without a name',
      }),
    ),
  ];
}
