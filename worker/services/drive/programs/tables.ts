/** Tables of what programs leave at files and folders: their locks and their properties. Both go with the node. */
import type { NumberedMigrations } from '#worker/platform/storage/migrations.ts';

export const PROGRAM_TABLES: NumberedMigrations = {
  61: `
  -- Write locks (RFC 4918 section 6). node_id '' is the root of the drive. One past its time is none, and is deleted by the next change of locks.
  CREATE TABLE program_locks (
    token TEXT PRIMARY KEY,
    node_id TEXT NOT NULL,
    deep INTEGER NOT NULL,             -- 1: of all that is below, too
    shared INTEGER NOT NULL,
    owner TEXT NOT NULL,               -- XML, as the program gave it
    credential TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    until_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX program_locks_by_node ON program_locks (node_id);
  -- Properties that programs set (RFC 4918 section 4).
  CREATE TABLE program_props (
    node_id TEXT NOT NULL,
    name TEXT NOT NULL,                -- {namespace}local
    xml TEXT NOT NULL,
    PRIMARY KEY (node_id, name)
  ) WITHOUT ROWID;
  CREATE TRIGGER program_marks_removed AFTER DELETE ON nodes BEGIN
    DELETE FROM program_locks WHERE node_id = OLD.id;
    DELETE FROM program_props WHERE node_id = OLD.id;
  END;
  `,
  62: `
  -- Folders of parts that sync clients send a file in, each over an upload session; they go with it.
  CREATE TABLE program_uploads (
    credential TEXT NOT NULL,
    name TEXT NOT NULL,                -- as the client names it
    upload_id TEXT NOT NULL UNIQUE,
    sized INTEGER NOT NULL,            -- 1: the client has said the size of the file
    PRIMARY KEY (credential, name)
  ) WITHOUT ROWID;
  CREATE TABLE program_chunks (
    upload_id TEXT NOT NULL,
    name TEXT NOT NULL,                -- the order of the parts
    part INTEGER NOT NULL,
    size_bytes INTEGER NOT NULL,
    PRIMARY KEY (upload_id, name)
  ) WITHOUT ROWID;
  CREATE TRIGGER program_upload_gone AFTER DELETE ON uploads BEGIN
    DELETE FROM program_chunks WHERE upload_id = OLD.id;
    DELETE FROM program_uploads WHERE upload_id = OLD.id;
  END;
  -- SHA-1 of the bytes, hex, where a program has said it and it was compared; '': not known.
  ALTER TABLE contents ADD COLUMN sha1 TEXT NOT NULL DEFAULT '';
  `,
};
