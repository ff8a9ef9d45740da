/** I4 of what marks a drive: a star is there or not, and the revision is counted once. */
import { type Audited, eachOf, type Finding, ofClass, whereOf } from './finding.ts';
import { type ObjectCopy, rowsOf } from './state-copy.ts';

function checkDrive(drive: ObjectCopy): Finding[] {
  const i4 = (kind: string, says: string) => ({ invariant: 'I4', kind, says }) as const;
  const stars = 'SELECT id FROM nodes WHERE starred NOT IN (0, 1)';
  const found = eachOf(drive, i4('star', 'neither with a star nor without'), stars);
  const [space] = rowsOf<{ least: number }>(drive.db, 'SELECT coalesce(min(revision), -1) AS least FROM space');
  if (space === undefined || space.least < 0)
    found.push({
      ...i4('revision', 'no revision, or one that nothing counted'),
      where: whereOf(drive),
      ids: [drive.name],
    });
  return found;
}

/** A drive that was not opened since the row of `space` counts revisions does not hold them there. */
function hasMarks(drive: ObjectCopy): boolean {
  return rowsOf(drive.db, "SELECT 1 FROM pragma_table_info('space') WHERE name = 'revision'").length > 0;
}

export function checkMarks(audited: Audited): Finding[] {
  return ofClass(audited, 'DriveObject').filter(hasMarks).flatMap(checkDrive);
}
