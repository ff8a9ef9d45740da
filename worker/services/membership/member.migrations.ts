/** Tables of MemberObject. Append-only: a line that has shipped is never edited. */
export const MEMBER_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE entries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL,
    key TEXT NOT NULL,
    kind TEXT NOT NULL,           -- grant | reverse
    product TEXT NOT NULL,        -- '' for none
    item TEXT,                    -- JSON of the amounts; NULL for a reversal
    starts_ms INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    reason TEXT NOT NULL,
    actor TEXT NOT NULL,          -- JSON
    UNIQUE (source, key, kind)
  );

  -- What the entries fold to, as it was pushed: one row.
  CREATE TABLE balance (version INTEGER NOT NULL, timeline TEXT NOT NULL);
  INSERT INTO balance VALUES (0, '{"premium":[],"storage":[],"traffic":[]}');

  -- One row once the account is closed: nothing is granted any more.
  CREATE TABLE closing (at_ms INTEGER NOT NULL);

  CREATE TRIGGER entries_stay BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;
  CREATE TRIGGER entries_keep BEFORE DELETE ON entries WHEN NOT EXISTS (SELECT 1 FROM closing)
    BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
  `,
  `
  -- Notices about an end that were published; the key names end and stage.
  CREATE TABLE notices (key TEXT PRIMARY KEY, at_ms INTEGER NOT NULL) WITHOUT ROWID;
  `,
  `
  -- One row a calendar day of the person; the reward of a row is an entry of the same transaction.
  CREATE TABLE check_ins (
    day TEXT PRIMARY KEY,            -- date in the zone
    at_ms INTEGER NOT NULL,
    zone TEXT NOT NULL,
    zone_changed_ms INTEGER NOT NULL,
    streak INTEGER NOT NULL,
    item TEXT                        -- JSON of the amounts; NULL for a day without a reward
  ) WITHOUT ROWID;
  `,
];
