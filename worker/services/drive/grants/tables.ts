/** Tables of grants: those of this drive's owner to other people, and those that its owner received. */
export const GRANT_TABLES = `
  -- Rights of people to a folder or file of this drive.
  CREATE TABLE grants (
    id TEXT PRIMARY KEY,
    node_id TEXT NOT NULL,
    user_id TEXT NOT NULL,             -- '' for an address that belongs to nobody; the owner is never told
    label TEXT NOT NULL,               -- the address or name that the owner typed
    owner_name TEXT NOT NULL,          -- as the invited person reads it
    role TEXT NOT NULL,                -- viewer | editor
    state TEXT NOT NULL,               -- invited | accepted | declined | left | removed
    created_ms INTEGER NOT NULL,
    changed_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX grants_by_node ON grants (node_id);
  -- Files that guests send into this drive.
  CREATE TABLE grant_uploads (
    grant_id TEXT NOT NULL,
    file_key TEXT NOT NULL,            -- chosen by the sender: the same file sent again
    asked TEXT NOT NULL,               -- JSON of folder, name and size: another file under the same key is refused
    upload_id TEXT NOT NULL,
    node_id TEXT NOT NULL DEFAULT '',  -- once it is there
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (file_key, grant_id)
  ) WITHOUT ROWID;
  CREATE INDEX grant_uploads_by_grant ON grant_uploads (grant_id, node_id);
  CREATE INDEX grant_uploads_coming ON grant_uploads (upload_id) WHERE node_id = '';
  CREATE TRIGGER grant_upload_done AFTER UPDATE OF state ON uploads WHEN NEW.state = 'done' AND OLD.state <> 'done'
    BEGIN UPDATE grant_uploads SET node_id = coalesce(NEW.target_id, NEW.node_id) WHERE upload_id = NEW.id AND node_id = ''; END;
  CREATE TRIGGER grant_upload_failed AFTER UPDATE OF state ON uploads WHEN NEW.state IN ('failed', 'aborted')
    BEGIN DELETE FROM grant_uploads WHERE upload_id = NEW.id AND node_id = ''; END;
  CREATE TRIGGER grant_upload_gone AFTER DELETE ON uploads
    BEGIN DELETE FROM grant_uploads WHERE upload_id = OLD.id AND node_id = ''; END;
  -- A deleted node ends its grants; their people are notified with the next delivery.
  CREATE TRIGGER grants_node_gone AFTER DELETE ON nodes WHEN EXISTS (SELECT 1 FROM grants WHERE node_id = OLD.id)
    BEGIN
      INSERT OR IGNORE INTO _outbox (id, event, payload, at_ms, due_ms)
        SELECT 'grant-' || id, 'drive.grants-changed', json_object('grants', json_array(json_array(id, user_id))), 0, 0
        FROM grants WHERE node_id = OLD.id AND user_id <> '' AND state IN ('invited', 'accepted');
      DELETE FROM grants WHERE node_id = OLD.id;
    END;
  CREATE TRIGGER grant_gone AFTER DELETE ON grants
    BEGIN DELETE FROM grant_uploads WHERE grant_id = OLD.id; END;
  -- What others share with this drive's owner. Rights are checked in the drives of the others; this is for showing and finding them.
  CREATE TABLE received_grants (
    id TEXT PRIMARY KEY,
    owner_id TEXT NOT NULL,
    owner_name TEXT NOT NULL,
    node_name TEXT NOT NULL,
    is_file INTEGER NOT NULL,
    is_live INTEGER NOT NULL,          -- 0: in the trash of its owner
    role TEXT NOT NULL,
    state TEXT NOT NULL,               -- invited | accepted | ended
    seq INTEGER NOT NULL,              -- revision of the owner's drive when this was read
    invited_ms INTEGER NOT NULL,
    changed_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
  -- Owners whose invitations the person does not want to see.
  CREATE TABLE blocked_inviters (user_id TEXT PRIMARY KEY, name TEXT NOT NULL, at_ms INTEGER NOT NULL) WITHOUT ROWID;
`;

export const HANDOVER_TABLES = `
  ALTER TABLE grants ADD COLUMN offered INTEGER NOT NULL DEFAULT 0;          -- 1: the folder is offered to this person
  ALTER TABLE received_grants ADD COLUMN offered INTEGER NOT NULL DEFAULT 0;
  -- Folders that people take over. A row that is done stays until the copy is in place.
  CREATE TABLE handovers (
    task_id TEXT PRIMARY KEY,           -- in the drive of the person
    user_id TEXT NOT NULL,
    grant_id TEXT NOT NULL,
    state TEXT NOT NULL,                -- copying | changed | done
    outcome TEXT NOT NULL DEFAULT '{}', -- JSON of a HandoverOutcome, once it is done
    at_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX handovers_by_grant ON handovers (grant_id);
`;

export const GRANT_LANDED_COLUMN = `
  -- JSON of the row of the file as it was when it came in; null: it did not yet, or an earlier version took it.
  ALTER TABLE grant_uploads ADD COLUMN landed TEXT;
  DROP TRIGGER grant_upload_done;
  CREATE TRIGGER grant_upload_done AFTER UPDATE OF state ON uploads WHEN NEW.state = 'done' AND OLD.state <> 'done'
    BEGIN UPDATE grant_uploads SET node_id = coalesce(NEW.target_id, NEW.node_id),
      landed = (SELECT json_object('id', id, 'parent_id', parent_id, 'is_file', is_file, 'state', state, 'name', name, 'size_bytes', size_bytes,
        'phase', phase, 'content_key', content_key, 'gcid', gcid, 'mime', mime, 'category', category, 'starred', starred,
        'folder_type', folder_type, 'params', params, 'revision', revision, 'created_ms', created_ms, 'modified_ms', modified_ms,
        'user_modified_ms', user_modified_ms, 'trashed_ms', NULL, 'trash_until_ms', NULL, 'trash_parent_id', NULL)
        FROM nodes WHERE id = coalesce(NEW.target_id, NEW.node_id))
      WHERE upload_id = NEW.id AND node_id = ''; END;
`;

export const GRANT_LETTER_COLUMNS = `
  -- When a letter about the invitation was published, and one about the offer of the folder.
  ALTER TABLE received_grants ADD COLUMN letter_ms INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE received_grants ADD COLUMN offer_letter_ms INTEGER NOT NULL DEFAULT 0;
`;
