/** Tables of the first version, of all nouns, and of sessions and processes. */
import { BLOCK_COLUMNS, PROGRAM_TABLES } from '#worker/platform/session-guard.ts';
import type { NumberedMigrations } from '#worker/platform/storage/migrations.ts';
import { FORMER_PROCESS_TABLES } from './former-process.store.ts';

export const CORE_TABLES: NumberedMigrations = {
  1: `
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
  43: BLOCK_COLUMNS,
  47: FORMER_PROCESS_TABLES,
  60: PROGRAM_TABLES,
};
