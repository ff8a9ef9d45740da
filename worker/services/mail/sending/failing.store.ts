/** SQL of the letters that were not accepted. Their outboxes are in many objects, which cannot be asked together. */
import { DAY_MS } from '#shared/units.ts';

export interface Failure {
  readonly id: string;
  readonly sealed: string;
  /** The letter is dropped then, epoch ms. */
  readonly untilMs: number;
  /** Without address and text. */
  readonly reason: string;
}

export interface FailingLetter extends Failure {
  /** Of the first and the newest try, epoch ms. */
  readonly firstMs: number;
  readonly lastMs: number;
  readonly tries: number;
}

export interface Failing {
  readonly count: number;
  /** Of the letter that waits longest; null for none. */
  readonly firstMs: number | null;
  /** The oldest first and those that were given up last, not all of many. */
  readonly letters: readonly FailingLetter[];
}

/** A letter that was given up is listed for another day. */
const GIVEN_UP_MS = DAY_MS;
/** 60 days: no letter is of use for longer. */
const MAX_WAIT_MS = 60 * DAY_MS;
/** A handed-over letter is no failing one, though its row may still be there. */
const OPEN =
  "NOT EXISTS (SELECT 1 FROM letters WHERE letters.id = failing.id AND state IN ('sending', 'sent', 'dropped'))";
const COLUMNS = 'id, sealed, first_ms AS firstMs, last_ms AS lastMs, tries, until_ms AS untilMs, reason';
type Row = { [K in keyof FailingLetter]: FailingLetter[K] };

export function putFailing(sql: SqlStorage, { id, sealed, untilMs, reason }: Failure, nowMs: number): void {
  sql.exec(
    `INSERT INTO failing (id, sealed, first_ms, last_ms, tries, until_ms, reason) VALUES (?1, ?2, ?3, ?3, 1, ?4, ?5)
     ON CONFLICT (id) DO UPDATE SET last_ms = excluded.last_ms, tries = tries + 1, reason = excluded.reason`,
    id,
    sealed,
    nowMs,
    Math.min(untilMs, nowMs + MAX_WAIT_MS),
    reason,
  );
}

export function deleteFailing(sql: SqlStorage, id: string): void {
  sql.exec('DELETE FROM failing WHERE id = ?', id);
}

export function selectFailing(sql: SqlStorage, id: string): FailingLetter | null {
  return sql.exec<Row>(`SELECT ${COLUMNS} FROM failing WHERE id = ? AND ${OPEN}`, id).toArray()[0] ?? null;
}

export function listFailing(sql: SqlStorage, nowMs: number, limit: number): Failing {
  const total = sql
    .exec<{ count: number; firstMs: number | null }>(
      `SELECT count(*) AS count, min(first_ms) AS firstMs FROM failing WHERE until_ms > ? AND ${OPEN}`,
      nowMs,
    )
    .one();
  const letters = sql.exec<Row>(
    `SELECT ${COLUMNS} FROM failing WHERE ${OPEN} ORDER BY until_ms <= ?, first_ms LIMIT ?`,
    nowMs,
    limit,
  );
  return { ...total, letters: letters.toArray() };
}

export function deleteGivenUp(sql: SqlStorage, nowMs: number): void {
  sql.exec('DELETE FROM failing WHERE until_ms <= ?', nowMs - GIVEN_UP_MS);
}

/** When the first row is of no use; null for none. */
export function nextEnd(sql: SqlStorage): number | null {
  const { at } = sql.exec<{ at: number | null }>('SELECT min(until_ms) AS at FROM failing').one();
  return at === null ? null : at + GIVEN_UP_MS;
}
