/** Violations of invariants, each with the statements that put it into a sound state folder, and the name that the audit gives it. */

/** Finds the drive that holds most of what is spoiled. */
export const ALICE = "SELECT 1 FROM nodes WHERE name = 'one.bin' AND params = '{}'";
const ONE = "(SELECT id FROM nodes WHERE name = 'one.bin')";
const FOLDER = "(SELECT id FROM nodes WHERE name = 'folder')";
const KEY = "(SELECT content_key FROM nodes WHERE name = 'one.bin')";

/** Statements in that drive. */
export const DRIVE_CASES: readonly (readonly [kind: string, statements: string])[] = [
  ['bell-unknown', "INSERT INTO bell (id, fact, kind, data, at_ms) VALUES ('x', 'x', 'noise', '{}', 0)"],
  [
    'job-not-listed',
    "INSERT INTO job_faults SELECT id, 'internal', 3, strftime('%s', 'now') * 1000, 1 FROM tasks LIMIT 1",
  ],
  ['usage', 'UPDATE space SET usage_bytes = usage_bytes + 1'],
  ['node-count', 'UPDATE space SET nodes = nodes + 1'],
  ['reserved', 'UPDATE space SET reserved_bytes = reserved_bytes - 1'],
  ['space-row', 'DELETE FROM space'],
  ['content-count', `UPDATE contents SET nodes = nodes + 1 WHERE content_key = ${KEY}`],
  ['file-content', `DELETE FROM contents WHERE content_key = ${KEY}`],
  ['manifest-unreadable', `UPDATE contents SET manifest = '{}' WHERE content_key = ${KEY}`],
  [
    'manifest-differs',
    `UPDATE contents SET manifest = replace(manifest, '"v":1', '"v": 1') WHERE content_key = ${KEY}`,
  ],
  ['unfinished-with-bytes', `UPDATE nodes SET phase = 'PHASE_TYPE_PENDING' WHERE id = ${ONE}`],
  ['finished-without-bytes', `UPDATE nodes SET content_key = NULL WHERE id = ${ONE}`],
  ['folder-with-bytes', `UPDATE nodes SET size_bytes = 1 WHERE id = ${FOLDER}`],
  ['unfinished-without-upload', "DELETE FROM uploads WHERE state = 'open'"],
  ['part-without-upload', "DELETE FROM uploads WHERE state = 'open'"],
  ['upload-without-file', "DELETE FROM nodes WHERE phase = 'PHASE_TYPE_PENDING'"],
  ['sealed-without-manifest', "UPDATE uploads SET state = 'hashing' WHERE state = 'open'"],
  ['done-without-file-bytes', "UPDATE uploads SET state = 'done' WHERE state = 'open'"],
  ['task-never-ends', "UPDATE tasks SET phase = 'PHASE_TYPE_RUNNING' WHERE type = 'trash'"],
  ['task-ended-with-work', "UPDATE tasks SET job = '{}' WHERE type = 'trash'"],
  ['ended-job-without-failure', "UPDATE tasks SET ended_job = '{}' WHERE type = 'trash'"],
  ['work-without-task', "INSERT INTO job_items (task_id, part, node_id) VALUES ('nothing', 'root', 'x')"],
  ['batch-without-ids', `UPDATE tasks SET phase = 'PHASE_TYPE_RUNNING', job = '{"kind":"batch"}' WHERE type = 'trash'`],
  ['copy-left-hidden', `UPDATE nodes SET state = 3, parent_id = '~made' WHERE id = ${ONE}`],
  ['deletion-left', `UPDATE nodes SET state = 2, parent_id = '~gone' WHERE id = ${ONE}`],
  ['reservation-without-owner', "INSERT INTO reservations VALUES ('nothing', 5, 0)"],
  ['task-without-fetch', "UPDATE tasks SET type = 'offline', phase = 'PHASE_TYPE_RUNNING' WHERE type = 'trash'"],
  [
    'reservation-of-ended-task',
    "UPDATE tasks SET phase = 'PHASE_TYPE_ERROR' WHERE id IN (SELECT task_id FROM uploads WHERE state = 'open')",
  ],
  ['upload-without-reservation', 'UPDATE reservations SET bytes = bytes - 1'],
  // A promise part by part is as large as the parts.
  [
    'upload-without-reservation',
    "UPDATE uploads SET by_part = 1, size_bytes = size_bytes + 1 WHERE state = 'open'; DELETE FROM upload_parts",
  ],
  ['parent-missing', `UPDATE nodes SET parent_id = 'nowhere' WHERE id = ${ONE}`],
  ['root-misplaced', `UPDATE nodes SET parent_id = '' WHERE state = 1`],
  ['trash-without-end', 'UPDATE nodes SET trash_until_ms = NULL WHERE state = 1'],
  ['circle', `UPDATE nodes SET parent_id = id WHERE id = ${FOLDER}`],
  [
    'name-twice',
    "UPDATE nodes SET name = 'one.bin', name_key = (SELECT name_key FROM nodes WHERE name = 'one.bin') WHERE name = 'two.bin'",
  ],
  ['unranked', "INSERT INTO ranked_folders (folder_id, done) VALUES ('', 1)"],
  ['name-key', `UPDATE nodes SET name = 'other' WHERE id = ${ONE}`],
  ['name-key', `UPDATE nodes SET find_key = 'other' WHERE id = ${ONE}`],
  ['last-act', `UPDATE nodes SET parent_id = '' WHERE id = ${ONE}`],
  ['last-act', "UPDATE nodes SET trash_parent_id = 'elsewhere' WHERE state = 1"],
  ['act-without-node', `DELETE FROM nodes WHERE id = ${ONE}`],
  ['act-unknown', 'UPDATE acts SET kind = 63 WHERE kind = 1'],
  ['log-marks', "UPDATE act_marks SET n = n + 1000 WHERE name = 'folded'"],
  [
    'folder-tag',
    `INSERT INTO folder_tags SELECT ${FOLDER}, n, run FROM act_marks WHERE name = 'folded'; UPDATE act_marks SET n = (SELECT max(n) FROM acts)`,
  ],
  [
    'acts-kept',
    `INSERT INTO acts (run, form, at_ms, kind, shown, credential, ids) WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 25000)
       SELECT 1, 1, 1, 64, 0, '', 'x' FROM n`,
  ],
  ['version-without-file', "UPDATE versions SET node_id = 'nothing'"],
  ['version-content', "UPDATE versions SET content_key = '1-00'"],
  ['version-order', 'UPDATE versions SET replaced_ms = -n'],
  ['star', `UPDATE nodes SET starred = 2 WHERE id = ${ONE}`],
  ['revision', 'UPDATE space SET revision = -1'],
  ['share-unwatched', 'DELETE FROM watches'],
  ['share-of-unfinished', `UPDATE nodes SET phase = 'PHASE_TYPE_PENDING' WHERE id = ${FOLDER}`],
  ['watch-left', `INSERT INTO watches (node_id, share_id) VALUES (${FOLDER}, 'nothing')`],
  ['unscheduled', 'DELETE FROM _cf_METADATA; DELETE FROM _alarm'],
  ['alarm-note', 'UPDATE _alarm SET at_ms = at_ms - 20000'],
  ['alarm-unknown', 'UPDATE _cf_METADATA SET value = value - 5000000000 WHERE key = 1'],
  ['reference-ahead', 'UPDATE space SET ref_seq = 0'],
  ['ended-family-served', 'DELETE FROM revoked_families'],
  ['epoch-ahead', 'UPDATE guard SET min_epoch = 99'],
  [
    'owned-blob-going',
    `INSERT INTO discards SELECT json_extract(manifest, '$.parts[0].key'), ${Date.now() + 1e9} FROM contents WHERE content_key = ${KEY}`,
  ],
];

/** The link that bob saved from. */
const SAVED = 'SELECT 1 FROM share WHERE restore_count > 0';

/** Statements in the first object of a class for which `pick` finds a row. */
export const OTHER_CASES: readonly (readonly [kind: string, className: string, pick: string, statements: string])[] = [
  [
    'balance-differs',
    'MemberObject',
    'SELECT 1 FROM entries',
    "UPDATE balance SET timeline = json_remove(timeline, '$.premium[0]')",
  ],
  [
    'link-not-in-log',
    'DirectoryObject',
    'SELECT 1 FROM identifiers',
    "INSERT INTO given_links VALUES (1, 'x', '', '', 'x', '', '', '', 'page', '', 0, 0, 0)",
  ],
  ['balance-version', 'MemberObject', 'SELECT 1 FROM entries', 'UPDATE balance SET version = version + 1'],
  ['drive-behind', 'DriveObject', 'SELECT 1 FROM entitlement', 'DELETE FROM entitlement'],
  ['drive-ahead', 'DriveObject', 'SELECT 1 FROM entitlement', 'UPDATE entitlement SET version = version + 1'],
  ['drive-differs', 'DriveObject', 'SELECT 1 FROM entitlement', "UPDATE entitlement SET timeline = '{}'"],
  ['restores-uncounted', 'ShareObject', SAVED, 'UPDATE share SET restore_count = 0'],
  ['restores-overcounted', 'ShareObject', SAVED, 'UPDATE share SET restore_count = 2'],
  ['restores-over-limit', 'ShareObject', SAVED, 'UPDATE share SET restore_count = 3'],
  ['views-overcounted', 'ShareObject', SAVED, "UPDATE days SET views = 1 WHERE day <> ''"],
  ['views-not-days', 'ShareObject', SAVED, 'UPDATE share SET tallied_views = tallied_views + 1'],
  ['saves-not-days', 'ShareObject', SAVED, 'UPDATE days SET saves = 0'],
  ['direct-with-page', 'ShareObject', 'SELECT 1 FROM share WHERE direct = 1', 'UPDATE share SET direct = 0'],
  [
    'direct-twice',
    'ShareBookObject',
    'SELECT 1 FROM links',
    "UPDATE links SET share_to = '~direct', root_ids = (SELECT root_ids FROM links WHERE share_to = '~direct')",
  ],
  ['hosts-not-views', 'ShareObject', SAVED, "UPDATE days SET views = 7 WHERE day <> ''"],
  [
    'claim-left',
    'ShareObject',
    'SELECT 1 FROM claims',
    "UPDATE claims SET holders = 1, used = 0, task_id = ''; DELETE FROM _cf_METADATA; DELETE FROM _alarm",
  ],
  ['block-left', 'ShareObject', 'SELECT 1 FROM share WHERE cancelled = 0', 'UPDATE share SET owner_blocked = 1'],
  [
    'blocked-person-served',
    'AccountObject',
    "SELECT 1 FROM account WHERE name = 'Alice'",
    "UPDATE account SET status = 'BLOCKED', held = 'ACTIVE'",
  ],
  ['share-name', 'ShareObject', 'SELECT 1 FROM share', "UPDATE share SET share_id = 'other'"],
  ['share-not-in-book', 'ShareBookObject', 'SELECT 1 FROM links', 'DELETE FROM links'],
  ['link-terms-differ', 'ShareObject', 'SELECT 1 FROM share', 'UPDATE share SET view_only = 1'],
  ['link-change-lost', 'ShareBookObject', 'SELECT 1 FROM links', 'UPDATE links SET changes = changes + 1'],
  ['cancelled-share-open', 'ShareBookObject', 'SELECT 1 FROM links', "UPDATE links SET state = 'cancelled'"],
  ['link-without-share', 'ShareObject', 'SELECT 1 FROM share', 'DELETE FROM share'],
  ['reference-missing', 'BlobIndexObject', 'SELECT 1 FROM refs', 'UPDATE refs SET present = 0'],
  ['blob-unreferenced', 'BlobIndexObject', 'SELECT 1 FROM refs', 'UPDATE refs SET present = 0'],
  ['blob-dying', 'BlobIndexObject', 'SELECT 1 FROM refs', 'UPDATE blobs SET dead_ms = 5'],
  ['content-unindexed', 'BlobIndexObject', 'SELECT 1 FROM refs', 'DELETE FROM blobs'],
  ['images-without-blob', 'BlobIndexObject', 'SELECT 1 FROM images', 'DELETE FROM blobs'],
  ['images-missing', 'BlobIndexObject', 'SELECT 1 FROM images', 'UPDATE images SET small_bytes = small_bytes + 1'],
  ['images-of-nothing', 'DriveObject', 'SELECT 1 FROM images', "UPDATE images SET content_key = '1-0'"],
  ['images-differ', 'DriveObject', 'SELECT 1 FROM images', "UPDATE images SET object_key = 'other'"],
  ['orphan', 'BlobIndexObject', 'SELECT 1 FROM images', 'DELETE FROM images'],
  ['blob-in-wrong-index', 'BlobIndexObject', 'SELECT 1 FROM blobs', "UPDATE _self SET name = 'blob-index-zz'"],
  ['manifest-size', 'BlobIndexObject', 'SELECT 1 FROM blobs', 'UPDATE blobs SET size_bytes = size_bytes + 1'],
  [
    'blob-of-two',
    'BlobIndexObject',
    'SELECT 1 FROM blobs',
    "INSERT INTO blobs SELECT '1-0000', manifest, size_bytes, gcid, crc32, created_ms, dead_ms FROM blobs LIMIT 1",
  ],
  [
    'identifier-without-account',
    'DirectoryObject',
    'SELECT 1 FROM identifiers',
    "UPDATE identifiers SET user_id = 'nobody'",
  ],
  [
    'link-of-another',
    'AccountObject',
    'SELECT 1 FROM account',
    "INSERT INTO provider_links VALUES ('d', 'l', 'https://id.example/', '', 0, 0)",
  ],
  [
    'living-family-refused',
    'AccountObject',
    'SELECT 1 FROM families WHERE revoked_ms IS NOT NULL',
    'UPDATE families SET revoked_ms = NULL',
  ],
  [
    'session-of-another-epoch',
    'AccountObject',
    'SELECT 1 FROM families WHERE revoked_ms IS NULL',
    'UPDATE families SET epoch = 2 WHERE revoked_ms IS NULL',
  ],
  [
    'code-opened-another',
    'AccountObject',
    'SELECT 1 FROM codes WHERE replayed_ms IS NULL',
    "UPDATE codes SET family_id = '' WHERE replayed_ms IS NULL",
  ],
  [
    'opened-twice',
    'AccountObject',
    'SELECT 1 FROM codes WHERE replayed_ms IS NULL',
    `DROP INDEX families_by_opener;
     INSERT INTO families (family_id, device_id, client_id, generation, created_ms, rotated_ms, used_ms, revoked_ms, opened_by)
     SELECT 'x', device_id, client_id, 1, 0, 0, 0, 1, opened_by FROM families WHERE opened_by LIKE 'code:%' LIMIT 1`,
  ],
  [
    'replayed-code-lives',
    'AccountObject',
    'SELECT 1 FROM codes WHERE replayed_ms IS NOT NULL',
    'UPDATE families SET revoked_ms = NULL WHERE family_id IN (SELECT family_id FROM codes WHERE replayed_ms IS NOT NULL)',
  ],
  [
    'decision-not-applied',
    'ShareObject',
    "SELECT 1 FROM share WHERE status = 'PROHIBITED'",
    'UPDATE share SET decision = 0',
  ],
  ['ban-missing', 'BlobIndexObject', 'SELECT 1 FROM bans', 'DELETE FROM bans'],
  ['ban-not-applied', 'DriveObject', 'SELECT 1 FROM blocked_contents', 'DELETE FROM blocked_contents'],
  ['case-counts-low', 'DeskObject', 'SELECT 1 FROM case_counts', 'DELETE FROM case_counts'],
  ['report-left', 'DeskObject', 'SELECT 1 FROM reports', 'UPDATE reports SET taken = 0'],
  [
    'letter-text',
    'LetterLogObject',
    'SELECT 1 FROM letters',
    "UPDATE letters SET state = 'held', topic = 'news', sealed = ''",
  ],
  ['letter-shard', 'LetterLogObject', 'SELECT 1 FROM letters', "UPDATE letters SET subscriber = 'x'"],
  // One that waits for something has an alarm already, whatever it waits for.
  [
    'news-unscheduled',
    'BlobIndexObject',
    'SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM _alarm)',
    "INSERT INTO _outbox VALUES ('x', 'event', '{}', 0, 0, 0)",
  ],
];
