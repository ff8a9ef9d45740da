/** Tables of ShareBookObject. Append-only: a line that has shipped is never edited. */
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
];
