/**
 * Sessions that an object no longer serves: the lowest valid epoch, the sessions that were ended, an operator's block and the end of
 * the account, in its tables `guard`, `revoked_families` and `closing`. Objects of a person check every call against them
 * (architecture section 4).
 */
import { AppError } from '#shared/errors.ts';
import { equalTexts } from './crypto.ts';
import type { Caller, ProgramSign } from './request.ts';

/** Added to the epoch of an account that went back: more than the epochs that it can have used up in the 30 days that it can go back. */
export const RECOVERED_EPOCHS = 1_000_000;

/** A caller as data between objects. */
export interface CallerData {
  readonly userId: string;
  /** With `program` the id of its app password. */
  readonly sessionId: string;
  readonly epoch: number;
  /** Of a program that shows an app password. */
  readonly program?: ProgramSign;
}

export interface EndedSessions {
  /** Null: every token below `minEpoch`. */
  readonly sessionId: string | null;
  readonly minEpoch: number;
  /** Epoch ms after which no token of the session can be valid anyway. */
  readonly untilMs: number;
}

export function callerData({ userId, sessionId, epoch, program }: Caller): CallerData {
  return { userId, sessionId, epoch, ...(program ? { program } : {}) };
}

/** The rights of an app password. */
export interface ProgramScope {
  readonly isReadOnly: boolean;
  /** The folder that is the root of what the program sees; '' for the whole drive. */
  readonly folderId: string;
}

/** An app password as its account pushes it. */
export interface AppPasswordData {
  readonly id: string;
  /** SHA-256 of its secret, hex. */
  readonly hash: string;
  readonly scope: 'read' | 'write';
  readonly folderId: string;
  readonly epoch: number;
  /** Epoch ms; 0 for none. */
  readonly endsMs: number;
}

/** All app passwords of a person. */
export interface AppPasswords {
  /** Rises with every change. */
  readonly seq: number;
  readonly passwords: readonly AppPasswordData[];
}

/** Of an object that serves programs. */
export const PROGRAM_TABLES = `
  -- The app passwords of its person, as the account pushed them; programs_seq numbers the last push.
  CREATE TABLE app_passwords (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL,                -- SHA-256 of the secret, hex
    scope TEXT NOT NULL,               -- read | write
    folder_id TEXT NOT NULL,           -- '' for the whole drive
    epoch INTEGER NOT NULL,
    ends_ms INTEGER NOT NULL           -- 0 for none
  ) WITHOUT ROWID;
  ALTER TABLE guard ADD COLUMN programs_seq INTEGER NOT NULL DEFAULT 0;
`;

/** Columns of `guard` about a block. */
export const BLOCK_COLUMNS = `
  -- 1: by an operator; block_seq numbers the last change of that, and an earlier one changes nothing.
  ALTER TABLE guard ADD COLUMN blocked INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE guard ADD COLUMN block_seq INTEGER NOT NULL DEFAULT 0;
`;

/** A block of a person by an operator, or its end. */
export interface PersonBlock {
  readonly isBlocked: boolean;
  /** Rises with every change. */
  readonly seq: number;
}

/**
 * Only an object with PROGRAM_TABLES serves programs, by `requireCaller`.
 * @throws AppError unauthenticated when the session has ended, its epoch is too old, or the account was blocked or closed;
 * permission_denied for a program
 */
export function requireSession(sql: SqlStorage, caller: CallerData): void {
  if (caller.program) throw new AppError('permission_denied', { reason: 'no_program' });
  const { min_epoch, is_ended } = sql
    .exec<{ min_epoch: number; is_ended: number }>(
      `SELECT min_epoch, blocked OR EXISTS (SELECT 1 FROM closing) OR EXISTS (SELECT 1 FROM revoked_families WHERE family_id = ?) AS is_ended
       FROM guard`,
      caller.sessionId,
    )
    .one();
  if (is_ended === 1 || caller.epoch < min_epoch) throw new AppError('unauthenticated', { reason: 'session_ended' });
}

interface ProgramRow extends Record<string, SqlStorageValue> {
  readonly hash: string;
  readonly scope: string;
  readonly folder_id: string;
  readonly ends_ms: number;
  readonly is_ended: number;
}

/**
 * A session, or the app password of a program.
 * @returns the rights of the password; null for a session
 * @throws AppError unauthenticated as requireSession, or for a password that was ended, has expired or was never made
 */
export function requireCaller(sql: SqlStorage, caller: CallerData, nowMs: number): ProgramScope | null {
  if (!caller.program) {
    requireSession(sql, caller);
    return null;
  }
  const [row] = sql
    .exec<ProgramRow>(
      `SELECT hash, scope, folder_id, ends_ms,
         (SELECT blocked OR min_epoch > epoch FROM guard) OR EXISTS (SELECT 1 FROM closing) AS is_ended
       FROM app_passwords WHERE id = ?`,
      caller.sessionId,
    )
    .toArray();
  const isOwn = row !== undefined && equalTexts(row.hash, caller.program.hash);
  if (!isOwn || row.is_ended === 1 || (row.ends_ms !== 0 && row.ends_ms <= nowMs))
    throw new AppError('unauthenticated', { reason: 'app_password_ended' });
  return { isReadOnly: row.scope !== 'write', folderId: row.folder_id };
}

/** Replaces the app passwords of the person. Rows that have not changed are not written. A push that is not newer changes nothing. */
export function setAppPasswords(sql: SqlStorage, { seq, passwords }: AppPasswords): void {
  if (sql.exec('UPDATE guard SET programs_seq = ?1 WHERE programs_seq < ?1', seq).rowsWritten === 0) return;
  const ids = JSON.stringify(passwords.map(({ id }) => id));
  sql.exec('DELETE FROM app_passwords WHERE id NOT IN (SELECT value FROM json_each(?))', ids);
  // Nothing of a password changes after it was made.
  for (const { id, hash, scope, folderId, epoch, endsMs } of passwords)
    sql.exec(
      'INSERT OR IGNORE INTO app_passwords (id, hash, scope, folder_id, epoch, ends_ms) VALUES (?, ?, ?, ?, ?, ?)',
      id,
      hash,
      scope,
      folderId,
      epoch,
      endsMs,
    );
}

export function endSessions(sql: SqlStorage, { sessionId, minEpoch, untilMs }: EndedSessions): void {
  sql.exec('UPDATE guard SET min_epoch = max(min_epoch, ?)', minEpoch);
  if (sessionId)
    sql.exec('INSERT OR REPLACE INTO revoked_families (family_id, until_ms) VALUES (?, ?)', sessionId, untilMs);
}

/** Removes sessions whose tokens have all expired. */
export function forgetEndedSessions(sql: SqlStorage, nowMs: number): void {
  sql.exec('DELETE FROM revoked_families WHERE until_ms <= ?', nowMs);
}

/** The account was closed: no token is accepted any more, whatever its epoch. Repeating it changes nothing. */
export function closeAccount(sql: SqlStorage, nowMs: number): void {
  sql.exec('INSERT INTO closing (at_ms) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM closing)', nowMs);
}

/** @returns false for a change that is not newer than the last one: nothing changes */
export function setPersonBlock(sql: SqlStorage, { isBlocked, seq }: PersonBlock): boolean {
  return (
    sql.exec('UPDATE guard SET blocked = ?1, block_seq = ?2 WHERE block_seq < ?2', isBlocked ? 1 : 0, seq).rowsWritten >
    0
  );
}

/** Whether links and guests may use what the object has: its person is neither blocked nor has closed the account. */
export function isServed(sql: SqlStorage): boolean {
  return !isPersonBlocked(sql) && sql.exec('SELECT 1 FROM closing').toArray().length === 0;
}

/** Whether operators blocked the person. */
export function isPersonBlocked(sql: SqlStorage): boolean {
  return sql.exec<{ blocked: number }>('SELECT blocked FROM guard').one().blocked === 1;
}
