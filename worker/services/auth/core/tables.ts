/** Tables of the account's row, its sessions, devices and claims, and those that were shipped together with them. */
import type { NumberedMigrations } from '#worker/platform/storage/migrations.ts';
import { DEVICE_LANGUAGE_MIGRATION } from './device.store.ts';
import { PARENT_MIGRATION } from './parent.store.ts';

/** Append-only: a shipped entry is never edited. */
export const CORE_TABLES: NumberedMigrations = {
  1: `
  CREATE TABLE account (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    phone TEXT NOT NULL,
    avatar TEXT NOT NULL,
    password TEXT NOT NULL,          -- PHC string of the peppered password
    status TEXT NOT NULL,            -- ACTIVE, BLOCKED
    premium INTEGER NOT NULL,
    epoch INTEGER NOT NULL,          -- tokens below it are over
    created_ms INTEGER NOT NULL,
    password_ms INTEGER NOT NULL
  );
  CREATE TABLE families (
    family_id TEXT PRIMARY KEY,      -- one sign-in
    device_id TEXT NOT NULL,
    client_id TEXT NOT NULL,
    generation INTEGER NOT NULL,     -- of its living refresh token
    created_ms INTEGER NOT NULL,
    rotated_ms INTEGER NOT NULL,     -- when that generation was first given out
    used_ms INTEGER NOT NULL,
    revoked_ms INTEGER
  ) WITHOUT ROWID;
  CREATE TABLE attempts (
    subject TEXT PRIMARY KEY,        -- 'account', or the digest of an identifier nobody has
    started_ms INTEGER NOT NULL,
    count INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX attempts_by_start ON attempts (started_ms);
  `,
  2: `
  CREATE TABLE used_tokens (
    jti TEXT PRIMARY KEY,            -- verification token that was acted on
    until_ms INTEGER NOT NULL        -- its expiry; after it the signature alone refuses
  ) WITHOUT ROWID;
  `,
  5: `
  ALTER TABLE account ADD COLUMN ends_ms INTEGER NOT NULL DEFAULT 0;          -- CLOSING: when it is erased
  ALTER TABLE account ADD COLUMN address_version INTEGER NOT NULL DEFAULT 0;  -- counts claims of addresses
  CREATE TABLE address_claims (
    digest TEXT PRIMARY KEY,         -- claimed in the directory, not yet written here
    version INTEGER NOT NULL,
    at_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE closing_digests (
    digest TEXT PRIMARY KEY          -- what the directory is to forget when a closing account ends
  ) WITHOUT ROWID;
  CREATE TABLE devices (
    device_id TEXT PRIMARY KEY,      -- 32 hex, or 'unnamed-<client>' where a client sends none
    name TEXT NOT NULL,
    model TEXT NOT NULL,
    first_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE pictures (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    hash TEXT NOT NULL,              -- of the bytes, hex
    type TEXT NOT NULL,
    bytes BLOB NOT NULL
  );
  INSERT INTO devices (device_id, name, model, first_ms)
    SELECT CASE device_id WHEN '' THEN 'unnamed-' || client_id ELSE device_id END AS device, '', '', min(created_ms)
    FROM families GROUP BY device;
`,
  // `voided`: generations between the newest and the one it was issued for. `shown`: a token of the newest has come back. Older
  // access tokens have no generation, so older rows count as shown.
  8: `
  ALTER TABLE families ADD COLUMN voided INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE families ADD COLUMN shown INTEGER NOT NULL DEFAULT 1;
  `,
  // Generations between the two became void, the last time any did; stored past the next rotation, as their tokens stay valid.
  9: `
  ALTER TABLE families ADD COLUMN void_after INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE families ADD COLUMN void_before INTEGER NOT NULL DEFAULT 0;
  UPDATE families SET void_after = generation - 1 - voided, void_before = generation WHERE voided > 0;
  `,
  11: PARENT_MIGRATION,
  12: DEVICE_LANGUAGE_MIGRATION,
  // Of its newest tokens: a higher lowest valid epoch refuses them all. 0: unknown, of a session that had ended before.
  15: `
  ALTER TABLE families ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
  UPDATE families SET epoch = COALESCE((SELECT epoch FROM account), 0) WHERE revoked_ms IS NULL;
  `,
};
