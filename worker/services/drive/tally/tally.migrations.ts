/** Tables of TallyObject. Append-only. */
export const TALLY_MIGRATIONS: readonly string[] = [
  `
  -- What isolates sent, a row each time. Kept for some minutes: a repeat is counted once, and so is one visitor.
  CREATE TABLE flushes (
    key TEXT PRIMARY KEY,
    seq INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    entries TEXT NOT NULL               -- JSON of stored entries
  ) WITHOUT ROWID;
  -- All that was ever counted of a subject and folded. It never falls, so a fold that is repeated changes nothing.
  CREATE TABLE totals (
    subject TEXT PRIMARY KEY,
    total INTEGER NOT NULL,
    until_ms INTEGER                    -- null: for ever
  ) WITHOUT ROWID;
  -- One row: flushes up to this one are in the totals.
  CREATE TABLE folded (seq INTEGER NOT NULL, fold_ms INTEGER NOT NULL);
  `,
  // The hour that is summed up, of the epoch, and its folded part; null: none.
  `
  ALTER TABLE folded ADD COLUMN hour INTEGER;
  ALTER TABLE folded ADD COLUMN hour_total INTEGER NOT NULL DEFAULT 0;
  `,
  // Named parts of a total, as JSON, and the estimate of its people; '' for neither.
  `
  ALTER TABLE totals ADD COLUMN parts TEXT NOT NULL DEFAULT '';
  ALTER TABLE totals ADD COLUMN people TEXT NOT NULL DEFAULT '';
  `,
];
