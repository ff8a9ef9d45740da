/** Tables of ShareObject. Append-only: a line that has shipped is never edited. */
export const SHARE_MIGRATIONS: readonly string[] = [
  `
  -- One row.
  CREATE TABLE share (
    share_id TEXT PRIMARY KEY,
    owner_id TEXT NOT NULL,
    root_ids TEXT NOT NULL,             -- JSON array
    custom_title TEXT NOT NULL,         -- '' when the title follows the first root
    title TEXT NOT NULL,
    file_num INTEGER NOT NULL,
    file_kind TEXT NOT NULL,            -- drive#file | drive#folder, of the first root
    size_bytes INTEGER NOT NULL,
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER,                 -- null: never
    restore_limit INTEGER,              -- null: any number
    restore_count INTEGER NOT NULL DEFAULT 0,
    view_count INTEGER NOT NULL DEFAULT 0,
    status TEXT NOT NULL,
    cancelled INTEGER NOT NULL DEFAULT 0, -- 1: by its owner; the link leaves the owner's list
    salt TEXT NOT NULL,
    pass_hash TEXT NOT NULL,            -- hex of the keyed hash; '' when there is no passcode
    pass_version INTEGER NOT NULL,
    epoch INTEGER NOT NULL DEFAULT 1,   -- content links carry it
    version INTEGER NOT NULL DEFAULT 1, -- of the tree below the roots
    guesses INTEGER NOT NULL DEFAULT 0, -- wrong passcodes in the running window
    guesses_until_ms INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;
  -- What one person saves from the link at one place. holders: calls between claim and answer; used: the drive took one.
  CREATE TABLE claims (
    request_key TEXT PRIMARY KEY,
    holders INTEGER NOT NULL,
    used INTEGER NOT NULL,
    task_id TEXT NOT NULL,              -- of the restore that used it last
    parent_id TEXT NOT NULL,            -- where its copies went
    at_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE viewers (viewer TEXT PRIMARY KEY, until_ms INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX viewers_by_time ON viewers (until_ms);
  `,
  `
  -- Who saves, so that their drive can be asked what became of a call that never came back.
  ALTER TABLE claims ADD COLUMN recipient_id TEXT NOT NULL DEFAULT '';
  -- Saves of a used claim that were counted before the drive was asked.
  ALTER TABLE claims ADD COLUMN advance INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- Number of the last change that its owner's book told; an older one arrives late and changes nothing.
  ALTER TABLE share ADD COLUMN change_seq INTEGER NOT NULL DEFAULT 0;
  -- Things at the top that are left; null: as many as there are roots.
  ALTER TABLE share ADD COLUMN item_num INTEGER;
  `,
  `
  -- Wrong passcodes of one day that human checks were paid for, and checks that a device has passed towards its next guess.
  ALTER TABLE share ADD COLUMN paid_wrong INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE share ADD COLUMN paid_until_ms INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE guess_checks (payer TEXT PRIMARY KEY, passed INTEGER NOT NULL, until_ms INTEGER NOT NULL) WITHOUT ROWID;
  `,
  `
  -- Until when copies of answers may be served without asking; written once in some minutes, epoch ms.
  ALTER TABLE share ADD COLUMN leases_until_ms INTEGER NOT NULL DEFAULT 0;
  -- Views that were counted outside and added up; view_count has the ones before, of the table viewers, which is not used any more.
  ALTER TABLE share ADD COLUMN tallied_views INTEGER NOT NULL DEFAULT 0;
  DELETE FROM viewers;
  `,
  `
  -- Language of the owner when the link was made, for letters about it; '' unknown.
  ALTER TABLE share ADD COLUMN locale TEXT NOT NULL DEFAULT '';
  -- Number of the last decision of a case that was applied; an earlier one changes nothing.
  ALTER TABLE share ADD COLUMN decision INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- Message of the owner to visitors; '' for none.
  ALTER TABLE share ADD COLUMN note TEXT NOT NULL DEFAULT '';
  -- 1: visitors see names and small images; nothing is downloaded or saved.
  ALTER TABLE share ADD COLUMN view_only INTEGER NOT NULL DEFAULT 0;
  -- 1: stopped by its owner for now.
  ALTER TABLE share ADD COLUMN paused INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- 1: closed because operators closed the contents of all its roots.
  ALTER TABLE share ADD COLUMN blocked INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- What was counted on each day (UTC); '' for all days before, and for what was counted before days were.
  CREATE TABLE days (
    day TEXT PRIMARY KEY,
    views INTEGER NOT NULL DEFAULT 0,
    people INTEGER NOT NULL DEFAULT 0,          -- estimated
    people_estimate TEXT NOT NULL DEFAULT '',   -- to join it with other days
    crawlers INTEGER NOT NULL DEFAULT 0,
    downloads INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0,
    saves INTEGER NOT NULL DEFAULT 0,
    hosts TEXT NOT NULL DEFAULT '{}'            -- JSON of views by referring host
  ) WITHOUT ROWID;
  -- Views among the tallied ones that were counted without their day.
  ALTER TABLE share ADD COLUMN early_views INTEGER NOT NULL DEFAULT 0;
  UPDATE share SET early_views = tallied_views;
  INSERT INTO days (day, views, saves) SELECT '', tallied_views, restore_count FROM share;
  `,
  `
  -- 1: a direct link: it has one file and no page.
  ALTER TABLE share ADD COLUMN direct INTEGER NOT NULL DEFAULT 0;
  -- Answers with bytes of a direct link.
  ALTER TABLE days ADD COLUMN requests INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- 1: operators blocked the owner; owner_seq numbers the last change of that.
  ALTER TABLE share ADD COLUMN owner_blocked INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE share ADD COLUMN owner_seq INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- 1: the tree has changed since files and bytes were counted; links of before may show what they had when they were made.
  ALTER TABLE share ADD COLUMN uncounted INTEGER NOT NULL DEFAULT 1;
  -- When they were counted last, epoch ms; 0: when the link was made.
  ALTER TABLE share ADD COLUMN counted_ms INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- 1: visitors see icons in place of images.
  ALTER TABLE share ADD COLUMN previews_hidden INTEGER NOT NULL DEFAULT 0;
  `,
];
