/** Tables of ConfigObject. Append-only: a line that has shipped is never edited. */
import { CHAIN_TABLE } from './act-chain.ts';

export const CONFIG_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE documents (
    name TEXT PRIMARY KEY,
    live_version INTEGER NOT NULL,      -- 0: nothing was published yet
    settled_version INTEGER NOT NULL,   -- what KV is known to hold
    draft_text TEXT,                    -- NULL: no draft
    draft_base INTEGER NOT NULL,        -- version the draft was begun from
    draft_revision INTEGER NOT NULL,    -- rises with every change of the draft, also when it goes
    draft_by TEXT NOT NULL,             -- JSON of the actor
    draft_ms INTEGER NOT NULL
  ) WITHOUT ROWID;

  CREATE TABLE versions (
    name TEXT NOT NULL,
    version INTEGER NOT NULL,
    text TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    by TEXT NOT NULL,                   -- JSON of the actor
    note TEXT NOT NULL,
    rolled_back_to INTEGER,             -- version whose text this one took; NULL: a text of its own
    PRIMARY KEY (name, version)
  ) WITHOUT ROWID;

  CREATE TABLE acts (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at_ms INTEGER NOT NULL,
    by TEXT NOT NULL,                   -- JSON of the actor
    act TEXT NOT NULL,                  -- draft | discard | refused | publish | rollback
    name TEXT NOT NULL,
    before_version INTEGER NOT NULL,
    after_version INTEGER NOT NULL,
    note TEXT NOT NULL
  );
  CREATE INDEX acts_by_name ON acts (name, seq);

  CREATE TRIGGER versions_stay BEFORE UPDATE ON versions BEGIN SELECT RAISE(ABORT, 'versions are never changed'); END;
  CREATE TRIGGER versions_keep BEFORE DELETE ON versions BEGIN SELECT RAISE(ABORT, 'versions are never deleted'); END;
  CREATE TRIGGER acts_stay BEFORE UPDATE ON acts BEGIN SELECT RAISE(ABORT, 'acts are never changed'); END;
  CREATE TRIGGER acts_keep BEFORE DELETE ON acts BEGIN SELECT RAISE(ABORT, 'acts are never deleted'); END;
  `,
  CHAIN_TABLE,
  `
  CREATE TABLE logos (
    id TEXT PRIMARY KEY,                -- hash of the picture as it was sent; versions of \`service\` name it
    mark BLOB NOT NULL,                 -- WebP
    icon_192 BLOB NOT NULL,             -- PNG, square
    icon_512 BLOB NOT NULL,
    at_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
  `,
];
