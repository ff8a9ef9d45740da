/** Tables of words inside files. The index itself is made with its first file: a drive without one writes nothing for it. */
import type { NumberedMigrations } from '#worker/platform/storage/migrations.ts';

export const WORD_TABLES: NumberedMigrations = {
  64: `
  CREATE TABLE word_files (
    n INTEGER PRIMARY KEY,             -- row of the index
    node_id TEXT NOT NULL UNIQUE,
    content_key TEXT NOT NULL,         -- the content that was read
    bytes INTEGER NOT NULL             -- of its words; 0: it has no text
  );
  -- At most one row.
  CREATE TABLE word_state (
    version INTEGER NOT NULL,          -- of the rules by which words were taken out
    place TEXT,                        -- where the sweep under way goes on; null: none is
    begun INTEGER NOT NULL,            -- revision of the drive when the last sweep began
    ended_ms INTEGER NOT NULL,
    lease_ms INTEGER NOT NULL,         -- until then a run works
    bytes INTEGER NOT NULL             -- of all words
  );
  `,
  68: `
  -- A row: the person switched the search inside files off.
  CREATE TABLE words_off (
    since_ms INTEGER NOT NULL
  );
  `,
};

/** Words of files. ASCII: what is no letter of it belongs to a word, since our own words have spaces between. */
export const WORD_INDEX = `CREATE VIRTUAL TABLE IF NOT EXISTS words
  USING fts5(text, content = '', contentless_delete = 1, tokenize = 'ascii');
  CREATE VIRTUAL TABLE IF NOT EXISTS word_tokens USING fts5vocab(words, row)`;
