/** I1, I2 and I4 of former contents: each belongs to a complete file, its content is known, and the list is in order. */
import { type Audited, eachOf, type Finding, ofClass } from './finding.ts';
import type { ObjectCopy } from './state-copy.ts';

/** A drive that was not opened since versions exist has no table of them: its copy gets an empty one. */
export function addVersionTables(audited: Audited): void {
  for (const { db } of ofClass(audited, 'DriveObject'))
    db.exec(
      `CREATE TABLE IF NOT EXISTS own_images (content_key TEXT, image_key TEXT);
       CREATE TABLE IF NOT EXISTS versions (id TEXT, node_id TEXT, n INTEGER, content_key TEXT, size_bytes INTEGER, gcid TEXT,
         modified_ms INTEGER, user_modified_ms INTEGER, replaced_ms INTEGER)`,
    );
}

function checkDrive(drive: ObjectCopy): Finding[] {
  return [
    ...eachOf(
      drive,
      { invariant: 'I4', kind: 'version-without-file', says: 'kept for something that is no complete file' },
      `SELECT id FROM versions WHERE node_id NOT IN (SELECT id FROM nodes WHERE is_file = 1 AND phase = 'PHASE_TYPE_COMPLETE')`,
    ),
    ...eachOf(
      drive,
      { invariant: 'I2', kind: 'version-content', says: 'its content is not known, or has another size' },
      `SELECT id FROM versions LEFT JOIN contents ON contents.content_key = versions.content_key
       WHERE contents.content_key IS NULL OR contents.size_bytes <> versions.size_bytes`,
    ),
    ...eachOf(
      drive,
      {
        invariant: 'I4',
        kind: 'version-order',
        says: 'stands before one that was replaced earlier, or at a number yet to come',
      },
      `SELECT id FROM versions AS late WHERE n > (SELECT ref_seq FROM space)
         OR EXISTS (SELECT 1 FROM versions AS early WHERE early.node_id = late.node_id AND early.n < late.n AND early.replaced_ms > late.replaced_ms)`,
    ),
  ];
}

export function checkVersions(audited: Audited): Finding[] {
  return ofClass(audited, 'DriveObject').flatMap(checkDrive);
}
