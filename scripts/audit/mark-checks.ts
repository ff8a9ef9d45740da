/** I4 of what marks a drive: notes of what happened stand for files that are there, and the revision is counted once. */
import { EVENT_TYPES } from '#shared/drive/model.ts';
import { type Audited, eachOf, type Finding, ofClass, whereOf } from './finding.ts';
import { type ObjectCopy, rowsOf } from './state-copy.ts';

/** Rows of `events` that one drive keeps (worker/services/drive/tree/history/history.store.ts): those that are too many go by chance, and soon. */
const MAX_EVENTS = 2_000;

function checkEvents(drive: ObjectCopy): Finding[] {
  const i4 = (kind: string, says: string) => ({ invariant: 'I4', kind, says }) as const;
  const found = [
    ...eachOf(
      drive,
      i4('event-without-file', 'something happened to a file that is not there'),
      'SELECT id FROM events WHERE node_id NOT IN (SELECT id FROM nodes)',
    ),
    ...eachOf(
      drive,
      i4('event-unknown', 'an event of an unknown type, or renewed before it was made'),
      'SELECT id FROM events WHERE type NOT IN (SELECT value FROM json_each(?)) OR updated_ms < created_ms',
      JSON.stringify(EVENT_TYPES),
    ),
    ...eachOf(drive, i4('star', 'neither with a star nor without'), 'SELECT id FROM nodes WHERE starred NOT IN (0, 1)'),
  ];
  const [counts] = rowsOf<{ events: number; least: number }>(
    drive.db,
    'SELECT (SELECT count(*) FROM events) AS events, coalesce(min(revision), -1) AS least FROM space',
  );
  const where = whereOf(drive);
  if (counts && counts.events > MAX_EVENTS)
    found.push({ ...i4('events-kept', `keeps ${counts.events} events`), where, ids: [drive.name] });
  if (counts === undefined || counts.least < 0)
    found.push({ ...i4('revision', 'no revision, or one that nothing counted'), where, ids: [drive.name] });
  return found;
}

/** A drive that was not opened since the row of `space` counts revisions does not hold them there. */
function hasMarks(drive: ObjectCopy): boolean {
  return rowsOf(drive.db, "SELECT 1 FROM pragma_table_info('space') WHERE name = 'revision'").length > 0;
}

export function checkMarks(audited: Audited): Finding[] {
  return ofClass(audited, 'DriveObject').filter(hasMarks).flatMap(checkEvents);
}
