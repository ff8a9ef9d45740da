/** Tables of CodeBatchObject. Append-only: a line that has shipped is never edited. */
export const CODE_BATCH_MIGRATIONS: readonly string[] = [
  `
  -- One row in the object of a batch; all of them in the registry, without codes.
  CREATE TABLE batches (
    id TEXT PRIMARY KEY,
    product TEXT NOT NULL,
    item TEXT NOT NULL,           -- JSON of what a code grants
    codes INTEGER NOT NULL,       -- how many were made
    until_ms INTEGER NOT NULL,    -- codes count before this
    created_ms INTEGER NOT NULL,
    revoked_ms INTEGER,
    note TEXT NOT NULL,
    actor TEXT NOT NULL           -- JSON
  ) WITHOUT ROWID;

  CREATE TABLE codes (
    digest TEXT PRIMARY KEY,      -- keyed hash; the code itself is stored nowhere
    user_id TEXT,                 -- who redeemed it
    used_ms INTEGER
  ) WITHOUT ROWID;
  `,
];
