/**
 * Sessions that an object no longer serves: the lowest valid epoch, the sessions that were ended, an operator's block and the end of
 * the account, in its tables `guard`, `revoked_families` and `closing`. Objects of a person check every call against them
 * (architecture section 4).
 */
import { AppError } from '#shared/errors.ts';
import type { Caller } from './request.ts';

/** A caller as data between objects. */
export interface CallerData {
  readonly userId: string;
  readonly sessionId: string;
  readonly epoch: number;
}

export interface EndedSessions {
  /** Null: every token below `minEpoch`. */
  readonly sessionId: string | null;
  readonly minEpoch: number;
  /** Epoch ms after which no token of the session can be valid anyway. */
  readonly untilMs: number;
}

export function callerData({ userId, sessionId, epoch }: Caller): CallerData {
  return { userId, sessionId, epoch };
}

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

/** @throws AppError unauthenticated when the session has ended, its epoch is too old, or the account was blocked or closed */
export function requireSession(sql: SqlStorage, caller: CallerData): void {
  const { min_epoch, is_ended } = sql
    .exec<{ min_epoch: number; is_ended: number }>(
      `SELECT min_epoch, blocked OR EXISTS (SELECT 1 FROM closing) OR EXISTS (SELECT 1 FROM revoked_families WHERE family_id = ?) AS is_ended
       FROM guard`,
      caller.sessionId,
    )
    .one();
  if (is_ended === 1 || caller.epoch < min_epoch) throw new AppError('unauthenticated', { reason: 'session_ended' });
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
