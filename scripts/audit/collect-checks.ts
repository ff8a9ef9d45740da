/**
 * I4, I8 and I13 of links that collect files: a link counts the files it has accepted, a file that is coming in has its upload, and its
 * owner is told.
 */
import { type Audited, eachOf, type Finding, ofClass } from './finding.ts';
import { hasColumn, hasTable, type ObjectCopy } from './state-copy.ts';

function checkDrive(drive: ObjectCopy): Finding[] {
  if (!hasTable(drive.db, 'collect_links')) return [];
  return [
    ...eachOf(
      drive,
      { invariant: 'I8', kind: 'collect-count', says: 'counts other files than came in by it' },
      `SELECT id FROM collect_links AS link WHERE total <> (SELECT count(*) FROM collect_files WHERE link_id = link.id)
       OR taken <> (SELECT count(*) FROM collect_files WHERE link_id = link.id AND state <> 'withdrawn')
       OR accepted <> (SELECT count(*) FROM collect_files WHERE link_id = link.id AND state = 'accepted')`,
    ),
    ...eachOf(
      drive,
      { invariant: 'I4', kind: 'collect-without-upload', says: 'is coming in, and no upload brings it' },
      `SELECT upload_id AS id FROM collect_files WHERE state = 'coming'
       AND upload_id NOT IN (SELECT id FROM uploads WHERE state IN ('open', 'hashing'))`,
    ),
    ...eachOf(
      drive,
      { invariant: 'I4', kind: 'collect-without-link', says: 'came in by a link that does not exist' },
      'SELECT link_id AS id FROM collect_files WHERE link_id NOT IN (SELECT id FROM collect_links)',
    ),
    ...eachOf(
      drive,
      { invariant: 'I4', kind: 'collect-without-folder', says: 'collects into a folder that does not exist' },
      'SELECT id FROM collect_links WHERE folder_id NOT IN (SELECT id FROM nodes WHERE is_file = 0)',
    ),
    ...(hasColumn(drive.db, 'collect_links', 'letter_ms')
      ? eachOf(
          drive,
          { invariant: 'I13', kind: 'collect-untold', says: 'has files of which its owner is never told' },
          `SELECT id FROM collect_links AS link WHERE letter_ms IS NULL
           AND EXISTS (SELECT 1 FROM collect_files WHERE link_id = link.id AND state = 'accepted' AND told = 0)`,
        )
      : []),
  ];
}

export function checkCollects(audited: Audited): Finding[] {
  return ofClass(audited, 'DriveObject').flatMap(checkDrive);
}
