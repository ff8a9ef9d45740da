/**
 * Tables of DriveObject. Append-only: a line that has shipped is never edited.
 * A node is live when `state = 0` and every folder above it is; trash marks only the root that was trashed.
 */
import { BLOCK_COLUMNS } from '#worker/platform/session-guard.ts';
import type { Migrations } from '#worker/platform/storage/migrations.ts';
import { ENDED_JOB_COLUMN } from './archive/retry.store.ts';
import { BELL_TABLES } from './bell/bell.store.ts';
import { COLLECT_LETTER_COLUMNS } from './collect/arrivals.store.ts';
import { COLLECT_LANDED_COLUMN, COLLECT_TABLES } from './collect/links.store.ts';
import { fillSortKeys } from './core/fill-sort-keys.store.ts';
import { FORMER_PROCESS_TABLES } from './core/former-process.store.ts';
import { DOWNLOAD_TABLES } from './downloader/store.ts';
import { ENTITLEMENT_TABLES } from './entitlement/limits.store.ts';
import { TRAFFIC_TABLES } from './entitlement/traffic.store.ts';
import { FETCH_PROGRESS_COLUMNS, FETCH_TABLES } from './fetch/store.ts';
import { GRANT_LANDED_COLUMN, GRANT_LETTER_COLUMNS, GRANT_TABLES, HANDOVER_TABLES } from './grants/tables.ts';
import { JOB_FAULT_TABLE } from './jobs/faults.store.ts';
import { LINK_NOTICE_TABLE } from './sharing/evidence.store.ts';
import { CREATED_INDEX } from './tree/folder-ranks.store.ts';
import { PUT_SERIES } from './upload/put/put-leases.store.ts';
import { REOPEN_COLUMNS } from './upload/s3/reopen.ts';
import { UPLOAD_LANDED_COLUMN } from './upload/store.ts';

export const DRIVE_MIGRATIONS: Migrations = [
  `
  CREATE TABLE nodes (
    id TEXT PRIMARY KEY,
    parent_id TEXT NOT NULL,
    is_file INTEGER NOT NULL,          -- 0 folder, 1 file
    state INTEGER NOT NULL DEFAULT 0,  -- 0 in place, 1 root of something trashed, 2 being deleted
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,            -- nameKey(): uniqueness and order
    size_bytes INTEGER NOT NULL DEFAULT 0,
    phase TEXT NOT NULL DEFAULT 'PHASE_TYPE_COMPLETE',
    content_key TEXT,                  -- null for folders and for files whose bytes are not all there
    gcid TEXT NOT NULL DEFAULT '',
    mime TEXT NOT NULL DEFAULT '',
    category TEXT NOT NULL DEFAULT '',
    starred INTEGER NOT NULL DEFAULT 0,
    folder_type TEXT NOT NULL DEFAULT '',
    params TEXT NOT NULL DEFAULT '{}',
    revision INTEGER NOT NULL DEFAULT 1,
    created_ms INTEGER NOT NULL,
    modified_ms INTEGER NOT NULL,
    user_modified_ms INTEGER NOT NULL,
    trashed_ms INTEGER,
    trash_parent_id TEXT               -- where it was when it was thrown away
  ) WITHOUT ROWID;
  CREATE INDEX nodes_by_name ON nodes (parent_id, state, is_file, name_key, id);
  CREATE INDEX nodes_by_modified ON nodes (parent_id, state, is_file, modified_ms, id);
  CREATE INDEX nodes_by_size ON nodes (parent_id, state, is_file, size_bytes, id);
  CREATE INDEX nodes_in_trash ON nodes (state, trashed_ms, id) WHERE state > 0;
  CREATE INDEX nodes_by_content ON nodes (content_key) WHERE content_key IS NOT NULL;
  CREATE INDEX nodes_unfinished ON nodes (phase) WHERE phase <> 'PHASE_TYPE_COMPLETE';

  -- One row per distinct content of this drive; the blob index is told when it appears and when it goes.
  CREATE TABLE contents (
    content_key TEXT PRIMARY KEY,
    manifest TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    gcid TEXT NOT NULL,
    crc32 INTEGER NOT NULL,
    nodes INTEGER NOT NULL             -- rows of nodes that have this content
  ) WITHOUT ROWID;

  -- One row. usage = live and trashed files; reserved = open reservations; ref_seq orders what the blob index hears.
  CREATE TABLE space (usage_bytes INTEGER NOT NULL, reserved_bytes INTEGER NOT NULL, ref_seq INTEGER NOT NULL);
  INSERT INTO space VALUES (0, 0, 0);
  CREATE TABLE reservations (owner TEXT PRIMARY KEY, bytes INTEGER NOT NULL, at_ms INTEGER NOT NULL) WITHOUT ROWID;

  CREATE TABLE tasks (
    id TEXT PRIMARY KEY,
    type TEXT NOT NULL,
    phase TEXT NOT NULL,
    progress INTEGER NOT NULL,
    name TEXT NOT NULL,
    message TEXT NOT NULL,
    file_id TEXT NOT NULL,
    file_name TEXT NOT NULL,
    file_size INTEGER NOT NULL,
    params TEXT NOT NULL DEFAULT '{}',
    request_key TEXT,                  -- natural key of a restore: one running at a time
    job TEXT,                          -- JSON of what is left to do; null when nothing is
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX tasks_by_time ON tasks (created_ms, id);
  CREATE INDEX tasks_running ON tasks (phase) WHERE job IS NOT NULL;
  CREATE UNIQUE INDEX tasks_by_request ON tasks (request_key) WHERE request_key IS NOT NULL;

  CREATE TABLE uploads (
    id TEXT PRIMARY KEY,
    node_id TEXT NOT NULL UNIQUE,
    task_id TEXT NOT NULL,
    door TEXT NOT NULL,                -- own | s3
    state TEXT NOT NULL,               -- open | sealing | hashing | done | failed | aborted
    size_bytes INTEGER NOT NULL,
    part_bytes INTEGER NOT NULL,       -- what our own door asks for; the S3-style door brings its own sizes
    gcid_claim TEXT NOT NULL,
    manifest TEXT,                     -- once sealed
    storage_limit_bytes INTEGER NOT NULL,
    created_ms INTEGER NOT NULL,
    deadline_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX uploads_open ON uploads (state, deadline_ms);
  CREATE TABLE upload_parts (
    upload_id TEXT NOT NULL,
    part INTEGER NOT NULL,             -- from 1
    object_key TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    etag TEXT NOT NULL,
    stored INTEGER NOT NULL,           -- 0 row first, 1 bytes are there
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (upload_id, part)
  ) WITHOUT ROWID;
  CREATE TABLE upload_windows (
    upload_id TEXT NOT NULL,
    window INTEGER NOT NULL,           -- from 0
    lease_until_ms INTEGER NOT NULL,
    sha256 TEXT,                       -- hex, once digested
    crc32 INTEGER,
    gcid_blocks TEXT,                  -- hex of the SHA-1 digests of the gcid blocks in this window
    PRIMARY KEY (upload_id, window)
  ) WITHOUT ROWID;
  -- Objects of the store that nothing needs any more; deleted by the alarm, row last.
  CREATE TABLE discards (object_key TEXT PRIMARY KEY, at_ms INTEGER NOT NULL) WITHOUT ROWID;

  -- Shares that must hear of changes at or below these nodes.
  CREATE TABLE watches (node_id TEXT NOT NULL, share_id TEXT NOT NULL, PRIMARY KEY (node_id, share_id)) WITHOUT ROWID;

  -- Which tokens still count here; pushed by auth.
  CREATE TABLE guard (min_epoch INTEGER NOT NULL);
  INSERT INTO guard VALUES (0);
  CREATE TABLE revoked_families (family_id TEXT PRIMARY KEY, until_ms INTEGER NOT NULL) WITHOUT ROWID;

  CREATE TABLE traffic (day TEXT PRIMARY KEY, bytes INTEGER NOT NULL) WITHOUT ROWID;
  `,
  `
  -- What is left of a long task: roots to read, folders whose children are to read, roots to put in place, roots to delete.
  CREATE TABLE job_items (
    task_id TEXT NOT NULL,
    part TEXT NOT NULL,                -- root | folder | place | placed | delete
    node_id TEXT NOT NULL,
    note TEXT NOT NULL DEFAULT '',     -- cursor of a folder; source id of a copy
    PRIMARY KEY (task_id, part, node_id)
  ) WITHOUT ROWID;
  ALTER TABLE nodes ADD COLUMN trash_until_ms INTEGER;
  `,
  `
  CREATE INDEX nodes_trash_due ON nodes (trash_until_ms) WHERE trash_until_ms IS NOT NULL;
  `,
  `
  -- The request a restore was started by; unlike request_key it stays when the request may start another one.
  ALTER TABLE tasks ADD COLUMN asked_key TEXT;
  CREATE INDEX tasks_by_asked ON tasks (asked_key, created_ms) WHERE asked_key IS NOT NULL;
  `,
  `
  -- One row once the account is closed: everything here is on its way out.
  CREATE TABLE closing (at_ms INTEGER NOT NULL);
  `,
  `
  -- What happened to a file lately: one row a file and type, the newest time counts.
  CREATE TABLE events (
    id TEXT PRIMARY KEY,
    type TEXT NOT NULL,
    node_id TEXT NOT NULL,
    params TEXT NOT NULL DEFAULT '{}',
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    UNIQUE (node_id, type)
  ) WITHOUT ROWID;
  CREATE INDEX events_by_time ON events (updated_ms, id);
  -- Searching reads names alone, of the whole drive in one sweep.
  CREATE INDEX nodes_names ON nodes (state, name_key, id, is_file, category);
  `,
  `
  -- Counts what the owner can see change; windows that missed it compare.
  CREATE TABLE revision (n INTEGER NOT NULL);
  INSERT INTO revision VALUES (0);
  `,
  `
  -- From now on an event goes with its file.
  DELETE FROM events WHERE node_id NOT IN (SELECT id FROM nodes);
  `,
  `
  -- A listing of one kind reads the index alone until it knows what it shows.
  DROP INDEX nodes_by_name;
  DROP INDEX nodes_by_modified;
  DROP INDEX nodes_by_size;
  CREATE INDEX nodes_by_name ON nodes (parent_id, state, is_file, name_key, id, category);
  CREATE INDEX nodes_by_modified ON nodes (parent_id, state, is_file, modified_ms, id, category);
  CREATE INDEX nodes_by_size ON nodes (parent_id, state, is_file, size_bytes, id, category);
  `,
  `
  -- Number under which the index last heard that this drive lets go of a content.
  ALTER TABLE space ADD COLUMN lost_seq INTEGER NOT NULL DEFAULT 0;
  UPDATE space SET lost_seq = ref_seq;
  `,
  `
  -- What a file held before. Its bytes count as used, its content is counted by \`contents.nodes\` as a node would be.
  CREATE TABLE versions (
    id TEXT PRIMARY KEY,
    node_id TEXT NOT NULL,
    n INTEGER NOT NULL,                -- rises within the drive: the order of versions
    content_key TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    gcid TEXT NOT NULL,
    modified_ms INTEGER NOT NULL,      -- of the file while it held this
    user_modified_ms INTEGER NOT NULL,
    replaced_ms INTEGER NOT NULL       -- when it stopped being the file's content
  ) WITHOUT ROWID;
  CREATE UNIQUE INDEX versions_by_node ON versions (node_id, n);
  CREATE INDEX versions_by_time ON versions (replaced_ms);
  -- What an upload does where its name is taken when it ends, and the file whose content it became.
  ALTER TABLE uploads ADD COLUMN conflict TEXT NOT NULL DEFAULT 'keep_both';
  ALTER TABLE uploads ADD COLUMN target_id TEXT;
  `,
  `
  -- Contents that an operator closed, by their upper-case gcid.
  CREATE TABLE blocked_contents (gcid TEXT PRIMARY KEY) WITHOUT ROWID;
  `,
  `
  -- Objects that small files may be stored as before anything else is known of them; seq: number of the claim.
  CREATE TABLE put_leases (object_key TEXT PRIMARY KEY, seq INTEGER NOT NULL, until_ms INTEGER NOT NULL) WITHOUT ROWID;
  `,
  `
  -- sortKey(): the order of names; name_key says which are the same.
  ALTER TABLE nodes ADD COLUMN sort_key TEXT NOT NULL DEFAULT '';
  DROP INDEX nodes_by_name;
  -- Copies under way read their folders from the beginning: where they stood was said in the former order.
  UPDATE job_items SET note = '' WHERE part = 'folder';
  `,
  fillSortKeys,
  `
  CREATE INDEX nodes_by_name ON nodes (parent_id, state, is_file, sort_key, id, category);
  `,
  `
  -- A search is answered in the order of folders; it goes by name_key.
  DROP INDEX nodes_names;
  CREATE INDEX nodes_names ON nodes (state, sort_key, id, is_file, category, name_key);
  `,
  `
  -- How many files, folders and versions the drive holds, wherever they are. Counted by the database, so that no write forgets it.
  ALTER TABLE space ADD COLUMN nodes INTEGER NOT NULL DEFAULT 0;
  UPDATE space SET nodes = (SELECT count(*) FROM nodes) + (SELECT count(*) FROM versions);
  CREATE TRIGGER nodes_added AFTER INSERT ON nodes BEGIN UPDATE space SET nodes = nodes + 1; END;
  CREATE TRIGGER nodes_removed AFTER DELETE ON nodes BEGIN UPDATE space SET nodes = nodes - 1; END;
  CREATE TRIGGER versions_added AFTER INSERT ON versions BEGIN UPDATE space SET nodes = nodes + 1; END;
  CREATE TRIGGER versions_removed AFTER DELETE ON versions BEGIN UPDATE space SET nodes = nodes - 1; END;
  `,
  `
  -- Contents are looked up by what a client says of its bytes: their size and their gcid.
  CREATE INDEX contents_by_size ON contents (size_bytes, gcid);
  `,
  `
  -- Contents that this drive let go of, until the store may delete them; their bytes stand beside the usage.
  CREATE TABLE let_go (content_key TEXT PRIMARY KEY, bytes INTEGER NOT NULL, until_ms INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX let_go_by_time ON let_go (until_ms);
  ALTER TABLE space ADD COLUMN let_go_bytes INTEGER NOT NULL DEFAULT 0;
  -- Bytes that uploads brought on a day (UTC); the newest day only.
  CREATE TABLE uploaded (day TEXT PRIMARY KEY, bytes INTEGER NOT NULL) WITHOUT ROWID;
  `,
  `
  -- Long choices of files that links to zip files name: JSON of ids, under the digest of it.
  CREATE TABLE zip_selections (id TEXT PRIMARY KEY, ids TEXT NOT NULL, until_ms INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX zip_selections_by_time ON zip_selections (until_ms);
  `,
  `
  -- Small images of contents of this drive, as the blob index has them; object_key is null where none can be made.
  CREATE TABLE images (
    content_key TEXT PRIMARY KEY,
    version INTEGER NOT NULL,          -- of the codec that tried
    object_key TEXT,
    small_bytes INTEGER NOT NULL,
    large_bytes INTEGER NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    blur TEXT NOT NULL
  ) WITHOUT ROWID;
  `,
  FETCH_TABLES,
  `
  -- Images that this person's browser made of contents that the server cannot decode; image_key: the content of the image.
  CREATE TABLE own_images (
    content_key TEXT PRIMARY KEY,
    image_key TEXT NOT NULL,
    small_bytes INTEGER NOT NULL,
    large_bytes INTEGER NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    duration_ms INTEGER NOT NULL,
    blur TEXT NOT NULL
  ) WITHOUT ROWID;
  `,
  FETCH_PROGRESS_COLUMNS,
  DOWNLOAD_TABLES,
  `
  -- What nearly every write counts is in one row.
  ALTER TABLE space ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
  UPDATE space SET revision = (SELECT n FROM revision);
  DROP TABLE revision;
  -- Bytes that uploads brought on a day (UTC); the newest day only.
  ALTER TABLE space ADD COLUMN upload_day TEXT NOT NULL DEFAULT '';
  ALTER TABLE space ADD COLUMN upload_day_bytes INTEGER NOT NULL DEFAULT 0;
  UPDATE space SET upload_day = coalesce((SELECT max(day) FROM uploaded), '');
  UPDATE space SET upload_day_bytes = coalesce((SELECT bytes FROM uploaded WHERE day = upload_day), 0);
  DROP TABLE uploaded;
  -- 1: the statement that added the node has counted it.
  ALTER TABLE nodes ADD COLUMN counted INTEGER NOT NULL DEFAULT 0;
  DROP TRIGGER nodes_added;
  CREATE TRIGGER nodes_added AFTER INSERT ON nodes WHEN NEW.counted = 0 BEGIN UPDATE space SET nodes = nodes + 1; END;
  `,
  `
  -- At most some 1,000 rows are read and sorted as a whole: no index to write. task: JSON of the task of a file that came in one
  -- request; its id is that of the event.
  CREATE TABLE events_by_file (
    node_id TEXT NOT NULL,
    type TEXT NOT NULL,
    id TEXT NOT NULL,
    params TEXT NOT NULL DEFAULT '{}',
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    task TEXT,
    PRIMARY KEY (node_id, type)
  ) WITHOUT ROWID;
  INSERT INTO events_by_file SELECT node_id, type, id, params, created_ms, updated_ms, NULL FROM events;
  DROP TABLE events;
  ALTER TABLE events_by_file RENAME TO events;
  `,
  `
  -- Folders of more than 2,000 things, whose nodes are in the indexes of time and size (tree/folder-ranks.store.ts).
  CREATE TABLE ranked_folders (
    folder_id TEXT PRIMARY KEY,
    after TEXT NOT NULL DEFAULT '[-1,"",""]',  -- JSON: the last node that a step ranked
    done INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;
  INSERT INTO ranked_folders (folder_id, done) SELECT parent_id, 1 FROM nodes WHERE state = 0 GROUP BY parent_id HAVING count(*) > 2000;
  DROP INDEX nodes_by_name;
  DROP INDEX nodes_by_modified;
  DROP INDEX nodes_by_size;
  DROP INDEX nodes_names;
  DROP INDEX nodes_by_content;
  ALTER TABLE nodes ADD COLUMN ranked INTEGER NOT NULL DEFAULT 0;
  UPDATE nodes SET ranked = 1 WHERE parent_id IN (SELECT folder_id FROM ranked_folders);
  -- One index for order, names, search and sums: it holds all that these read.
  CREATE INDEX nodes_by_name ON nodes (parent_id, state, is_file, sort_key, id, category, name_key, size_bytes, modified_ms);
  CREATE INDEX nodes_by_modified ON nodes (parent_id, state, is_file, modified_ms, id, category) WHERE ranked = 1;
  CREATE INDEX nodes_by_size ON nodes (parent_id, state, is_file, size_bytes, id, category) WHERE ranked = 1;
  CREATE TRIGGER nodes_ranked AFTER INSERT ON nodes WHEN NEW.ranked = 0 AND EXISTS (SELECT 1 FROM ranked_folders WHERE folder_id = NEW.parent_id)
    BEGIN UPDATE nodes SET ranked = 1 WHERE id = NEW.id; END;
  CREATE TRIGGER nodes_ranked_again AFTER UPDATE OF parent_id, sort_key ON nodes
    WHEN NEW.ranked = 0 AND EXISTS (SELECT 1 FROM ranked_folders WHERE folder_id = NEW.parent_id)
    BEGIN UPDATE nodes SET ranked = 1 WHERE id = NEW.id; END;
  CREATE TRIGGER ranks_removed AFTER DELETE ON nodes WHEN OLD.is_file = 0 BEGIN DELETE FROM ranked_folders WHERE folder_id = OLD.id; END;
  `,
  PUT_SERIES,
  ENDED_JOB_COLUMN,
  `
  -- JSON of PartDigests: windows that were digested as the part came in.
  ALTER TABLE upload_parts ADD COLUMN digests TEXT;
  `,
  `
  -- A large folder by kind: kind after kind, each by name.
  UPDATE nodes SET category = 'OTHER' WHERE is_file = 1 AND category NOT IN ('VIDEO', 'IMAGE', 'DOCUMENT', 'AUDIO', 'ARCHIVE', 'OTHER');
  CREATE INDEX nodes_by_kind ON nodes (parent_id, state, is_file, category, sort_key, id) WHERE ranked = 1;
  -- Copies under way read their sources from the beginning: what was copied already is met and kept.
  INSERT OR REPLACE INTO job_items (task_id, part, node_id, note)
    SELECT task_id, 'roots', '', json_group_array(CASE part WHEN 'root' THEN node_id ELSE note END) FROM job_items
    WHERE part IN ('root', 'place', 'placed') AND task_id IN (SELECT id FROM tasks WHERE json_extract(job, '$.kind') = 'copy') GROUP BY task_id;
  DELETE FROM job_items WHERE part IN ('root', 'folder', 'place', 'placed')
    AND task_id IN (SELECT id FROM tasks WHERE json_extract(job, '$.kind') = 'copy');
  `,
  ENTITLEMENT_TABLES,
  `
  -- Bytes that links sent, counted outside: all that one shard of the counter has of a day.
  CREATE TABLE link_traffic (day TEXT NOT NULL, shard INTEGER NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (day, shard)) WITHOUT ROWID;
  `,
  TRAFFIC_TABLES,
  LINK_NOTICE_TABLE,
  COLLECT_TABLES,
  GRANT_TABLES,
  COLLECT_LETTER_COLUMNS,
  HANDOVER_TABLES,
  GRANT_LETTER_COLUMNS,
  BLOCK_COLUMNS,
  BELL_TABLES,
  JOB_FAULT_TABLE,
  `
  -- findKey(): what searches compare; null where it is name_key. find_after: the last node that has one; null: all have.
  ALTER TABLE nodes ADD COLUMN find_key TEXT;
  ALTER TABLE space ADD COLUMN find_after TEXT;
  UPDATE space SET find_after = '' WHERE EXISTS (SELECT 1 FROM nodes);
  DROP INDEX nodes_by_name;
  CREATE INDEX nodes_by_name ON nodes (parent_id, state, is_file, sort_key, id, category, name_key, size_bytes, modified_ms, find_key);
  `,
  FORMER_PROCESS_TABLES,
  REOPEN_COLUMNS,
  CREATED_INDEX,
  UPLOAD_LANDED_COLUMN,
  COLLECT_LANDED_COLUMN,
  GRANT_LANDED_COLUMN,
];
