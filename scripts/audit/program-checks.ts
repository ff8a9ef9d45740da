/** I4 of what programs leave at files and folders: each lock and each property belongs to one that is there, and there are no more than may be. */
import { type Audited, eachOf, type Finding, ofClass } from './finding.ts';
import { hasTable, type ObjectCopy } from './state-copy.ts';

/** Of one credential, and of one file or folder (worker/services/drive/programs). */
const MOST = 100;

function checkDrive(drive: ObjectCopy): Finding[] {
  if (!hasTable(drive.db, 'program_locks')) return [];
  const isGone = "node_id <> '' AND node_id NOT IN (SELECT id FROM nodes)";
  return [
    ...eachOf(
      drive,
      { invariant: 'I4', kind: 'lock-without-node', says: 'locks something that does not exist' },
      `SELECT token AS id FROM program_locks WHERE ${isGone}`,
    ),
    ...eachOf(
      drive,
      { invariant: 'I4', kind: 'locks-together', says: 'is exclusive and not alone' },
      `SELECT token AS id FROM program_locks AS lock WHERE shared = 0 AND EXISTS (SELECT 1 FROM program_locks AS other
       WHERE other.node_id = lock.node_id AND other.token <> lock.token AND other.until_ms > lock.created_ms AND lock.until_ms > other.created_ms)`,
    ),
    ...eachOf(
      drive,
      { invariant: 'I4', kind: 'too-many-locks', says: 'has more locks than a credential may' },
      `SELECT credential AS id FROM program_locks GROUP BY credential HAVING count(*) > ${MOST}`,
    ),
    ...eachOf(
      drive,
      { invariant: 'I4', kind: 'property-without-node', says: 'has properties and does not exist' },
      `SELECT DISTINCT node_id AS id FROM program_props WHERE ${isGone}`,
    ),
    ...eachOf(
      drive,
      { invariant: 'I4', kind: 'too-many-properties', says: 'has more properties than a file may' },
      `SELECT node_id AS id FROM program_props GROUP BY node_id HAVING count(*) > ${MOST}`,
    ),
  ];
}

export function checkPrograms(audited: Audited): Finding[] {
  return ofClass(audited, 'DriveObject').flatMap(checkDrive);
}
