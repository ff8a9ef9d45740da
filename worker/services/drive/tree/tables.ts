/** Tables of files and folders, their contents, versions and history, in the versions of the drive's tables. */
import type { NumberedMigrations } from '#worker/platform/storage/migrations.ts';
import { fillSortKeys } from '../core/fill-sort-keys.store.ts';
import { CREATED_INDEX } from './folder-ranks.store.ts';
import { TAKEN_COLUMNS } from './taken.store.ts';

/** A node is live when `state = 0` and every folder above it is; trash marks only the root that was trashed. */
export const TREE_TABLES: NumberedMigrations = {
  3: `
  CREATE INDEX nodes_trash_due ON nodes (trash_until_ms) WHERE trash_until_ms IS NOT NULL;
  `,
  6: `
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
  8: `
  -- From now on an event goes with its file.
  DELETE FROM events WHERE node_id NOT IN (SELECT id FROM nodes);
  `,
  9: `
  -- A listing of one kind reads the index alone until it knows what it shows.
  DROP INDEX nodes_by_name;
  DROP INDEX nodes_by_modified;
  DROP INDEX nodes_by_size;
  CREATE INDEX nodes_by_name ON nodes (parent_id, state, is_file, name_key, id, category);
  CREATE INDEX nodes_by_modified ON nodes (parent_id, state, is_file, modified_ms, id, category);
  CREATE INDEX nodes_by_size ON nodes (parent_id, state, is_file, size_bytes, id, category);
  `,
  10: `
  -- Number under which the index last heard that this drive lets go of a content.
  ALTER TABLE space ADD COLUMN lost_seq INTEGER NOT NULL DEFAULT 0;
  UPDATE space SET lost_seq = ref_seq;
  `,
  11: `
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
  12: `
  -- Contents that an operator closed, by their upper-case gcid.
  CREATE TABLE blocked_contents (gcid TEXT PRIMARY KEY) WITHOUT ROWID;
  `,
  14: `
  -- sortKey(): the order of names; name_key says which are the same.
  ALTER TABLE nodes ADD COLUMN sort_key TEXT NOT NULL DEFAULT '';
  DROP INDEX nodes_by_name;
  -- Copies under way read their folders from the beginning: where they stood was said in the former order.
  UPDATE job_items SET note = '' WHERE part = 'folder';
  `,
  15: fillSortKeys,
  16: `
  CREATE INDEX nodes_by_name ON nodes (parent_id, state, is_file, sort_key, id, category);
  `,
  17: `
  -- A search is answered in the order of folders; it goes by name_key.
  DROP INDEX nodes_names;
  CREATE INDEX nodes_names ON nodes (state, sort_key, id, is_file, category, name_key);
  `,
  18: `
  -- How many files, folders and versions the drive holds, wherever they are. Counted by the database, so that no write forgets it.
  ALTER TABLE space ADD COLUMN nodes INTEGER NOT NULL DEFAULT 0;
  UPDATE space SET nodes = (SELECT count(*) FROM nodes) + (SELECT count(*) FROM versions);
  CREATE TRIGGER nodes_added AFTER INSERT ON nodes BEGIN UPDATE space SET nodes = nodes + 1; END;
  CREATE TRIGGER nodes_removed AFTER DELETE ON nodes BEGIN UPDATE space SET nodes = nodes - 1; END;
  CREATE TRIGGER versions_added AFTER INSERT ON versions BEGIN UPDATE space SET nodes = nodes + 1; END;
  CREATE TRIGGER versions_removed AFTER DELETE ON versions BEGIN UPDATE space SET nodes = nodes - 1; END;
  `,
  19: `
  -- Contents are looked up by what a client says of its bytes: their size and their gcid.
  CREATE INDEX contents_by_size ON contents (size_bytes, gcid);
  `,
  20: `
  -- Contents that this drive let go of, until the store may delete them; their bytes stand beside the usage.
  CREATE TABLE let_go (content_key TEXT PRIMARY KEY, bytes INTEGER NOT NULL, until_ms INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX let_go_by_time ON let_go (until_ms);
  ALTER TABLE space ADD COLUMN let_go_bytes INTEGER NOT NULL DEFAULT 0;
  -- Bytes that uploads brought on a day (UTC); the newest day only.
  CREATE TABLE uploaded (day TEXT PRIMARY KEY, bytes INTEGER NOT NULL) WITHOUT ROWID;
  `,
  27: `
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
  28: `
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
  29: `
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
  33: `
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
  46: `
  -- findKey(): what searches compare; null where it is name_key. find_after: the last node that has one; null: all have.
  ALTER TABLE nodes ADD COLUMN find_key TEXT;
  ALTER TABLE space ADD COLUMN find_after TEXT;
  UPDATE space SET find_after = '' WHERE EXISTS (SELECT 1 FROM nodes);
  DROP INDEX nodes_by_name;
  CREATE INDEX nodes_by_name ON nodes (parent_id, state, is_file, sort_key, id, category, name_key, size_bytes, modified_ms, find_key);
  `,
  49: CREATED_INDEX,
  65: TAKEN_COLUMNS,
};
