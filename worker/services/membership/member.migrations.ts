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
  `
  -- How the person came: at most one row, never replaced.
  CREATE TABLE arrival (
    at_ms INTEGER NOT NULL,
    inviter_id TEXT NOT NULL,        -- '' for nobody
    ancestors TEXT NOT NULL,         -- JSON: the inviter, the inviter's inviter and so on
    state TEXT NOT NULL,             -- '' | accepted | held | refused
    reason TEXT NOT NULL,
    newcomer_days INTEGER NOT NULL,
    invited_days INTEGER NOT NULL
  );
  -- The code that this person invites with: at most one row.
  CREATE TABLE own_code (code TEXT NOT NULL);
  -- People who came by it. A granted row has its entry in the ledger, of the same transaction.
  CREATE TABLE invited (
    user_id TEXT PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    state TEXT NOT NULL,             -- pending | granted | held | refused | capped
    reason TEXT NOT NULL,
    due_ms INTEGER NOT NULL,
    terms TEXT NOT NULL,             -- JSON of what was promised then
    device TEXT NOT NULL,            -- keyed digests; '' for unknown
    network TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX invited_due ON invited (due_ms) WHERE state = 'pending';
  `,
  `
  -- Credits of activities that the person took. Each has its entry in the ledger, of the same transaction.
  CREATE TABLE claims (
    key TEXT PRIMARY KEY,            -- activity.<name> | compensation.<type>
    at_ms INTEGER NOT NULL,
    item TEXT NOT NULL               -- JSON of the amounts
  ) WITHOUT ROWID;
  `,
];
