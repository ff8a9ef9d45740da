/** I4, I5 and I13 of fetches by link: each belongs to a task in the same state, and none waits without an alarm. */
import { type Audited, eachOf, type Finding, ofClass } from './finding.ts';
import { hasTable, type ObjectCopy, rowsOf } from './state-copy.ts';

/** When a fetch of a drive is due; null for none. Waiting ones are due only while a slot is free. */
export function dueFetchMs({ db, className }: ObjectCopy): number | null {
  if (className !== 'DriveObject' || !hasTable(db, 'fetches')) return null;
  const due = `SELECT min(due_ms) AS at FROM fetches WHERE state = 'running'
      OR (state = 'waiting' AND NOT EXISTS (SELECT 1 FROM fetches WHERE state = 'running'))`;
  return rowsOf<{ at: number | null }>(db, due)[0]?.at ?? null;
}

const ENDED = "('PHASE_TYPE_COMPLETE', 'PHASE_TYPE_ERROR')";

function checkDrive(drive: ObjectCopy): Finding[] {
  if (!hasTable(drive.db, 'fetches')) return [];
  const files = hasTable(drive.db, 'fetch_files')
    ? eachOf(
        drive,
        {
          invariant: 'I4',
          kind: 'fetch-file',
          says: 'is a file of a torrent that is not fetched, or not stored as it says',
        },
        `SELECT task_id AS id FROM fetch_files WHERE task_id NOT IN (SELECT task_id FROM fetches) OR (stored = 1 AND file_id = '')`,
      )
    : [];
  return [
    ...files,
    ...eachOf(
      drive,
      { invariant: 'I4', kind: 'fetch-without-task', says: 'belongs to no task that fetches' },
      `SELECT task_id AS id FROM fetches WHERE task_id NOT IN (SELECT id FROM tasks WHERE type = 'offline')`,
    ),
    ...eachOf(
      drive,
      { invariant: 'I4', kind: 'task-without-fetch', says: 'fetches, and no row says what' },
      `SELECT id FROM tasks WHERE type = 'offline' AND phase NOT IN ${ENDED} AND id NOT IN (SELECT task_id FROM fetches)`,
    ),
    ...eachOf(
      drive,
      {
        invariant: 'I5',
        kind: 'reservation-of-ended-task',
        says: 'space is promised to an upload whose task has ended',
      },
      `SELECT uploads.id AS id FROM uploads JOIN tasks ON tasks.id = uploads.task_id
       JOIN reservations ON reservations.owner = uploads.id WHERE tasks.phase IN ${ENDED}`,
    ),
    ...eachOf(
      drive,
      { invariant: 'I4', kind: 'fetch-phase', says: 'its task has ended and it has not, or the other way round' },
      `SELECT task_id AS id FROM fetches JOIN tasks ON tasks.id = fetches.task_id
       WHERE (fetches.state = 'ended') <> (tasks.phase IN ${ENDED})`,
    ),
    ...eachOf(
      drive,
      { invariant: 'I4', kind: 'fetch-without-upload', says: 'waits for an upload that has ended' },
      `SELECT task_id AS id FROM fetches WHERE state = 'sealed'
       AND upload_id NOT IN (SELECT id FROM uploads WHERE state = 'hashing')`,
    ),
    ...eachOf(
      drive,
      { invariant: 'I5', kind: 'fetch-bytes', says: 'counts other bytes than its stored parts have' },
      `SELECT task_id AS id FROM fetches WHERE state IN ('waiting', 'running') AND upload_id <> ''
       AND done_bytes <> (SELECT coalesce(sum(size_bytes), 0) FROM upload_parts WHERE upload_id = fetches.upload_id)`,
    ),
  ];
}

export function checkFetches(audited: Audited): Finding[] {
  return ofClass(audited, 'DriveObject').flatMap(checkDrive);
}
