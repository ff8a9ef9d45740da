/** Tables of ShareBookObject. Append-only: a line that has shipped is never edited. */
import { BLOCK_COLUMNS } from '#worker/platform/session-guard.ts';
import { FETCHED_FOLDERS, FOLLOW_TABLE } from './follows.store.ts';
import { MAILED_TABLE } from './mailed.store.ts';

export const SHARE_BOOK_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE links (
    share_id TEXT PRIMARY KEY,
    state TEXT NOT NULL,                -- pending | done | cancelled
    root_ids TEXT NOT NULL,             -- JSON array
    share_to TEXT NOT NULL,
    pass_seal TEXT NOT NULL,            -- sealed passcode; '' when there is none
    expiration_days INTEGER NOT NULL,   -- -1: never
    restore_limit INTEGER NOT NULL,     -- -1: any number
    created_ms INTEGER NOT NULL,
    changed_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX links_by_time ON links (state, created_ms, share_id);
  CREATE INDEX links_unfinished ON links (state, changed_ms) WHERE state <> 'done';

  -- Which tokens still count here; pushed by auth.
  CREATE TABLE guard (min_epoch INTEGER NOT NULL);
  INSERT INTO guard VALUES (0);
  CREATE TABLE revoked_families (family_id TEXT PRIMARY KEY, until_ms INTEGER NOT NULL) WITHOUT ROWID;
  `,
  `
  -- One row once the account is closed: nobody gets in any more.
  CREATE TABLE closing (at_ms INTEGER NOT NULL);
  `,
  `
  -- Changes of a link since it was made; numbers them for its own object.
  ALTER TABLE links ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;
  -- One row once the person has chosen the name that links show.
  CREATE TABLE sender (nickname TEXT NOT NULL);
  `,
  `
  -- Terms of a link, and facts of its own object as they were read at read_ms; 0: never. Status and figures may be old.
  ALTER TABLE links ADD COLUMN title TEXT NOT NULL DEFAULT '';
  ALTER TABLE links ADD COLUMN name TEXT NOT NULL DEFAULT '';         -- of the first file or folder
  ALTER TABLE links ADD COLUMN search_text TEXT NOT NULL DEFAULT '';  -- folded title and name
  ALTER TABLE links ADD COLUMN file_num INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE links ADD COLUMN file_kind TEXT NOT NULL DEFAULT '';
  ALTER TABLE links ADD COLUMN size_bytes INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE links ADD COLUMN expires_ms INTEGER;                    -- null: never
  ALTER TABLE links ADD COLUMN note TEXT NOT NULL DEFAULT '';
  ALTER TABLE links ADD COLUMN view_only INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE links ADD COLUMN paused INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE links ADD COLUMN share_status TEXT NOT NULL DEFAULT 'OK';
  ALTER TABLE links ADD COLUMN restore_count INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE links ADD COLUMN view_count INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE links ADD COLUMN blocked_until_ms INTEGER NOT NULL DEFAULT 0; -- by wrong passcodes
  ALTER TABLE links ADD COLUMN locale TEXT NOT NULL DEFAULT 'en-US';  -- language in which its owner made it
  ALTER TABLE links ADD COLUMN read_ms INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE links ADD COLUMN end_noticed INTEGER NOT NULL DEFAULT 0; -- 1: its owner was told that it ends soon
  CREATE INDEX links_unread ON links (share_id) WHERE state = 'done' AND read_ms = 0;
  CREATE INDEX links_ending ON links (expires_ms) WHERE state = 'done' AND end_noticed = 0 AND expires_ms IS NOT NULL;
  UPDATE links SET expires_ms = created_ms + expiration_days * 86400000 WHERE expiration_days > 0;
  `,
  FOLLOW_TABLE,
  `
  -- The direct link of a file.
  CREATE INDEX links_direct ON links (root_ids) WHERE share_to = '~direct';
  `,
  FETCHED_FOLDERS,
  BLOCK_COLUMNS,
  `
  -- One row while search_text of links is not of findKey() yet: the last link that has it.
  CREATE TABLE find_fill (after TEXT NOT NULL);
  INSERT INTO find_fill SELECT '' WHERE EXISTS (SELECT 1 FROM links);
  `,
  `
  -- Keys for finding of names that operators took away from the person: none is chosen again. From here on the row of \`sender\` has ''
  -- for a person who stays masked.
  CREATE TABLE removed_names (name_key TEXT PRIMARY KEY) WITHOUT ROWID;
  `,
  `
  -- 1: visitors see icons in place of images.
  ALTER TABLE links ADD COLUMN previews_hidden INTEGER NOT NULL DEFAULT 0;
  `,
  MAILED_TABLE,
];
