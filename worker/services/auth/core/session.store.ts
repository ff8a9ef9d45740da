/**
 * Migrations of AccountObject and DirectoryObject, and the SQL of the account's row, sessions, attempts and used tokens.
 */

import { UNDO_MIGRATION } from '../address/store.ts';
import { GIVEN_LINKS_MIGRATION } from '../directory/given-links.store.ts';
import { FACTOR_MIGRATION } from '../factor/store.ts';
import { FAVORITES_MIGRATION } from '../favorites/store.ts';
import { GRANT_MIGRATION } from '../oauth/store.ts';
import { BLOCK_MIGRATION } from '../operators/block.store.ts';
import { PREFERENCES_MIGRATION } from '../person/preferences.store.ts';
import { ROLE_MIGRATION } from '../person/role.store.ts';
import { PROVIDER_LINK_MIGRATION } from '../provider/links.store.ts';
import type { AttemptRow, SessionRow } from '../session/rules.ts';
import { DEVICE_LANGUAGE_MIGRATION, SETTINGS_MIGRATION } from './account.store.ts';
import { PARENT_MIGRATION } from './parent.store.ts';

/** Append-only: a shipped entry is never edited. */
export const ACCOUNT_MIGRATIONS: readonly string[] = [
  `
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
  `
  CREATE TABLE used_tokens (
    jti TEXT PRIMARY KEY,            -- verification token that was acted on
    until_ms INTEGER NOT NULL        -- its expiry; after it the signature alone refuses
  ) WITHOUT ROWID;
  `,
  FACTOR_MIGRATION,
  GRANT_MIGRATION,
  SETTINGS_MIGRATION,
  ROLE_MIGRATION,
  UNDO_MIGRATION,
  // `voided`: generations between the newest and the one it was issued for. `shown`: a token of the newest has come back. Older
  // access tokens have no generation, so older rows count as shown.
  `
  ALTER TABLE families ADD COLUMN voided INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE families ADD COLUMN shown INTEGER NOT NULL DEFAULT 1;
  `,
  // Generations between the two became void, the last time any did; stored past the next rotation, as their tokens stay valid.
  `
  ALTER TABLE families ADD COLUMN void_after INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE families ADD COLUMN void_before INTEGER NOT NULL DEFAULT 0;
  UPDATE families SET void_after = generation - 1 - voided, void_before = generation WHERE voided > 0;
  `,
  PREFERENCES_MIGRATION,
  PARENT_MIGRATION,
  DEVICE_LANGUAGE_MIGRATION,
  FAVORITES_MIGRATION,
  BLOCK_MIGRATION,
  // Of its newest tokens: a higher lowest valid epoch refuses them all. 0: unknown, of a session that had ended before.
  `
  ALTER TABLE families ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
  UPDATE families SET epoch = COALESCE((SELECT epoch FROM account), 0) WHERE revoked_ms IS NULL;
  `,
  PROVIDER_LINK_MIGRATION,
];

export const DIRECTORY_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE identifiers (
    digest TEXT PRIMARY KEY,         -- keyed digest of the normalised identifier
    user_id TEXT NOT NULL,
    claimed_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
  `,
  // Of the holder's latest claim.
  'ALTER TABLE identifiers ADD COLUMN version INTEGER NOT NULL DEFAULT 0',
  GIVEN_LINKS_MIGRATION,
];

export interface AccountRow {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly avatar: string;
  readonly password: string;
  readonly status: string;
  /** BLOCKED: the status that returns with the end of the block; '' for any other. */
  readonly held: string;
  /** Epoch ms at which a CLOSING account is erased; 0 for any other. */
  readonly endsMs: number;
  readonly premium: boolean;
  readonly epoch: number;
  readonly createdMs: number;
  readonly passwordMs: number;
}

export type NewAccount = Omit<AccountRow, 'status' | 'held' | 'endsMs' | 'epoch' | 'passwordMs'>;

export function loadAccount(sql: SqlStorage): AccountRow | null {
  const row = sql.exec('SELECT * FROM account').toArray()[0];
  if (!row) return null;
  return {
    name: String(row['name']),
    email: String(row['email']),
    phone: String(row['phone']),
    avatar: String(row['avatar']),
    password: String(row['password']),
    status: String(row['status']),
    held: String(row['held']),
    endsMs: Number(row['ends_ms']),
    premium: row['premium'] === 1,
    epoch: Number(row['epoch']),
    createdMs: Number(row['created_ms']),
    passwordMs: Number(row['password_ms']),
  };
}

/** Does nothing when the account exists. */
export function insertAccount(sql: SqlStorage, account: NewAccount): void {
  sql.exec(
    `INSERT OR IGNORE INTO account (one, name, email, phone, avatar, password, status, premium, epoch, created_ms, password_ms)
     VALUES (1, ?, ?, ?, ?, ?, 'ACTIVE', ?, 1, ?, ?)`,
    account.name,
    account.email,
    account.phone,
    account.avatar,
    account.password,
    account.premium ? 1 : 0,
    account.createdMs,
    account.createdMs,
  );
}

/** The row of an id that never had an account and never gets one. */
export function insertEndedAccount(sql: SqlStorage, createdMs: number): void {
  const nothing = { name: '', email: '', phone: '', avatar: '', password: '', premium: false };
  insertAccount(sql, { ...nothing, createdMs });
  sql.exec("UPDATE account SET status = 'CLOSED'");
}

/** The same password with another hash: no session ends and its date stays. */
export function replaceHash(sql: SqlStorage, phc: string): void {
  sql.exec('UPDATE account SET password = ?', phc);
}

/** Sets a password; ends the tokens below the new epoch. @returns the new epoch */
export function changePassword(sql: SqlStorage, phc: string, nowMs: number): number {
  sql.exec('UPDATE account SET password = ?, password_ms = ?, epoch = epoch + 1', phc, nowMs);
  sql.exec('UPDATE families SET revoked_ms = ? WHERE revoked_ms IS NULL', nowMs);
  return sql.exec<{ epoch: number }>('SELECT epoch FROM account').one().epoch;
}

export function isUsedToken(sql: SqlStorage, jti: string): boolean {
  return sql.exec('SELECT 1 FROM used_tokens WHERE jti = ?', jti).toArray().length > 0;
}

export function recordUsedToken(sql: SqlStorage, jti: string, untilMs: number): void {
  sql.exec('INSERT OR IGNORE INTO used_tokens (jti, until_ms) VALUES (?, ?)', jti, untilMs);
}

export function dropUsedTokens(sql: SqlStorage, nowMs: number): void {
  sql.exec('DELETE FROM used_tokens WHERE until_ms <= ?', nowMs);
}

export function loadAttempts(sql: SqlStorage, subject: string): AttemptRow | null {
  const row = sql
    .exec<{ started_ms: number; count: number }>('SELECT started_ms, count FROM attempts WHERE subject = ?', subject)
    .toArray()[0];
  return row ? { startedMs: row.started_ms, count: row.count } : null;
}

export function saveAttempts(sql: SqlStorage, subject: string, row: AttemptRow): void {
  sql.exec(
    'INSERT OR REPLACE INTO attempts (subject, started_ms, count) VALUES (?, ?, ?)',
    subject,
    row.startedMs,
    row.count,
  );
}

export function dropAttempts(sql: SqlStorage, startedBeforeMs: number): void {
  sql.exec('DELETE FROM attempts WHERE started_ms <= ?', startedBeforeMs);
}

export function loadSession(sql: SqlStorage, sessionId: string): SessionRow | null {
  const row = sql
    .exec(
      `SELECT client_id, generation, voided, void_after, void_before, shown, rotated_ms, revoked_ms FROM families
       WHERE family_id = ?`,
      sessionId,
    )
    .toArray()[0];
  if (!row) return null;
  const generation = Number(row['generation']);
  return {
    clientId: String(row['client_id']),
    generation,
    givenFor: generation - 1 - Number(row['voided']),
    voidAfter: Number(row['void_after']),
    voidBefore: Number(row['void_before']),
    isShown: row['shown'] === 1,
    rotatedMs: Number(row['rotated_ms']),
    revokedMs: row['revoked_ms'] === null ? null : Number(row['revoked_ms']),
  };
}

export function insertSession(
  sql: SqlStorage,
  session: {
    sessionId: string;
    deviceId: string;
    clientId: string;
    parentId: string;
    isAssured: boolean;
    /** Of the account. */
    epoch: number;
    nowMs: number;
  },
): void {
  sql.exec(
    `INSERT INTO families
       (family_id, device_id, client_id, generation, created_ms, rotated_ms, used_ms, revoked_ms, parent, assured, epoch)
     VALUES (?, ?, ?, 1, ?, ?, ?, NULL, ?, ?, ?)`,
    session.sessionId,
    session.deviceId,
    session.clientId,
    session.nowMs,
    session.nowMs,
    session.nowMs,
    session.parentId,
    session.isAssured ? 1 : 0,
    session.epoch,
  );
}

/** @param givenFor  generation of the token that the next one is issued for, if not the newest: those above it become void */
export function advanceSession(
  sql: SqlStorage,
  sessionId: string,
  nowMs: number,
  givenFor: number | null = null,
): void {
  sql.exec(
    `UPDATE families SET generation = generation + 1, voided = generation - COALESCE(?1, generation), shown = 0,
     void_after = CASE WHEN ?1 < generation THEN ?1 ELSE void_after END,
     void_before = CASE WHEN ?1 < generation THEN generation + 1 ELSE void_before END,
     rotated_ms = ?2, used_ms = ?2 WHERE family_id = ?3`,
    givenFor,
    nowMs,
    sessionId,
  );
}

export function markShown(sql: SqlStorage, sessionId: string): void {
  sql.exec('UPDATE families SET shown = 1 WHERE family_id = ?', sessionId);
}

/** @returns false for an ended or unknown session */
export function revokeSession(sql: SqlStorage, sessionId: string, nowMs: number): boolean {
  return (
    sql.exec('UPDATE families SET revoked_ms = ? WHERE family_id = ? AND revoked_ms IS NULL', nowMs, sessionId)
      .rowsWritten > 0
  );
}

/** Deletes sessions whose last refresh token has expired. @returns those that nothing had ended before */
export function dropSessions(sql: SqlStorage, rotatedBeforeMs: number): string[] {
  return sql
    .exec<{ family_id: string; revoked_ms: number | null }>(
      'DELETE FROM families WHERE rotated_ms < ? RETURNING family_id, revoked_ms',
      rotatedBeforeMs,
    )
    .toArray()
    .flatMap(({ family_id, revoked_ms }) => (revoked_ms === null ? [family_id] : []));
}

/** Whether a session was ever opened: the last ones are dropped long after their end. */
export function hasSessions(sql: SqlStorage): boolean {
  return sql.exec('SELECT 1 FROM families LIMIT 1').toArray().length > 0;
}

/** Whether rows are left for the daily cleanup. */
export function hasAging(sql: SqlStorage): boolean {
  return sql.exec('SELECT 1 FROM families UNION ALL SELECT 1 FROM used_tokens LIMIT 1').toArray().length > 0;
}

export function findUser(sql: SqlStorage, digest: string): string | null {
  return (
    sql.exec<{ user_id: string }>('SELECT user_id FROM identifiers WHERE digest = ?', digest).toArray()[0]?.user_id ??
    null
  );
}

export function insertIdentifier(sql: SqlStorage, digest: string, userId: string, nowMs: number): void {
  sql.exec('INSERT INTO identifiers (digest, user_id, claimed_ms) VALUES (?, ?, ?)', digest, userId, nowMs);
}

/** The latest claim of an identifier; never lowers it. */
export function raiseIdentifier(sql: SqlStorage, digest: string, version: number): void {
  sql.exec('UPDATE identifiers SET version = ? WHERE digest = ? AND version < ?', version, digest, version);
}

export function deleteIdentifier(
  sql: SqlStorage,
  { digest, userId, version }: { digest: string; userId: string; version: number },
): void {
  sql.exec('DELETE FROM identifiers WHERE digest = ? AND user_id = ? AND version <= ?', digest, userId, version);
}
