/** SQL of the log of letters. */
import { DAY_MS, MINUTE_MS } from '#shared/units.ts';
import { nextEnd } from './failing.store.ts';

/** Append-only: a line that has shipped is never edited. */
export const LETTER_LOG_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE letters (
    id TEXT PRIMARY KEY,           -- of the event that asked for it
    subscriber TEXT NOT NULL,      -- keyed hash of the address
    topic TEXT NOT NULL,           -- category; '' for one that is always sent
    state TEXT NOT NULL,           -- held, due (its quiet hours ended), sending, sent
    at_ms INTEGER NOT NULL,        -- of the state; of a held letter the end of the quiet hours
    until_ms INTEGER NOT NULL,     -- the row is of no use after that
    sealed TEXT NOT NULL           -- '' unless held
  ) WITHOUT ROWID;
  CREATE INDEX letters_of_address ON letters (subscriber, at_ms) WHERE topic <> '';
  CREATE INDEX letters_held ON letters (at_ms) WHERE state = 'held';
  CREATE INDEX letters_by_end ON letters (until_ms);
  CREATE TABLE returned (
    subscriber TEXT PRIMARY KEY,   -- an address that mail came back from
    at_ms INTEGER NOT NULL,
    reason TEXT NOT NULL           -- in the words of the report, for operators
  ) WITHOUT ROWID;
  `,
  `
  -- 1: a person had it sent to an address of their choice.
  ALTER TABLE letters ADD COLUMN from_person INTEGER NOT NULL DEFAULT 0;
  `,
  `
  CREATE TABLE failing (           -- letters that were not accepted; their outboxes try them again
    id TEXT PRIMARY KEY,
    sealed TEXT NOT NULL,
    first_ms INTEGER NOT NULL,     -- of the first try
    last_ms INTEGER NOT NULL,      -- of the newest try
    tries INTEGER NOT NULL,
    until_ms INTEGER NOT NULL,     -- the letter is dropped then
    reason TEXT NOT NULL           -- of the newest try, without address and text
  ) WITHOUT ROWID;
  `,
  `
  -- 1: an operator said so, no mail service.
  ALTER TABLE returned ADD COLUMN by_operator INTEGER NOT NULL DEFAULT 0;
  -- Mail is sent to the address again since then; 0: it is not.
  ALTER TABLE returned ADD COLUMN resumed_ms INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX returned_resumed ON returned (resumed_ms) WHERE resumed_ms > 0;
  `,
  `
  -- Who said so was not kept of earlier rows, and an operator's word is the weaker one.
  UPDATE returned SET by_operator = 1;
  `,
];

/** `dropped`: an operator took it from the queue. */
export type LetterState = 'held' | 'due' | 'sending' | 'sent' | 'dropped';

export interface Entry {
  readonly id: string;
  readonly subscriber: string;
  /** '' for a letter that is always sent. */
  readonly topic: string;
  /** A person had it sent to an address of their choice. */
  readonly fromPerson: boolean;
  /** The letter is of no use after that, epoch ms. */
  readonly untilMs: number;
}

/** 30 days: complaints come late, and name the letter. */
const ROW_TTL_MS = 30 * DAY_MS;
/** Rows that one alarm deletes. */
const DELETED_AT_ONCE = 1_000;

export function stateOf(sql: SqlStorage, id: string): { state: LetterState; atMs: number } | null {
  const [row] = sql
    .exec<{ state: LetterState; at_ms: number }>('SELECT state, at_ms FROM letters WHERE id = ?', id)
    .toArray();
  return row ? { state: row.state, atMs: row.at_ms } : null;
}

function upsert(sql: SqlStorage, entry: Entry, row: { state: LetterState; atMs: number; sealed: string }): void {
  sql.exec(
    `INSERT INTO letters (id, subscriber, topic, from_person, state, at_ms, until_ms, sealed) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET state = excluded.state, at_ms = excluded.at_ms, sealed = excluded.sealed`,
    entry.id,
    entry.subscriber,
    entry.topic,
    entry.fromPerson ? 1 : 0,
    row.state,
    row.atMs,
    Math.min(Math.max(entry.untilMs, row.atMs + ROW_TTL_MS), row.atMs + 2 * ROW_TTL_MS),
    row.sealed,
  );
}

/** @param dueMs  end of the quiet hours */
export function hold(sql: SqlStorage, entry: Entry, sealed: string, dueMs: number): void {
  upsert(sql, entry, { state: 'held', atMs: dueMs, sealed });
}

/** @returns false when it was begun before */
export function begin(sql: SqlStorage, entry: Entry, nowMs: number): boolean {
  const known = stateOf(sql, entry.id)?.state;
  if (known === 'sending' || known === 'sent' || known === 'dropped') return false;
  upsert(sql, entry, { state: 'sending', atMs: nowMs, sealed: '' });
  return true;
}

export function end(sql: SqlStorage, id: string, isAccepted: boolean, nowMs: number): void {
  if (isAccepted)
    sql.exec("UPDATE letters SET state = 'sent', at_ms = ? WHERE id = ? AND state = 'sending'", nowMs, id);
  else sql.exec("DELETE FROM letters WHERE id = ? AND state = 'sending'", id);
}

/**
 * Letters of that address which can be switched off, since then; those that persons had sent to it, or the others.
 * @param except  a category that does not count
 */
export function countSince(
  sql: SqlStorage,
  { subscriber, fromPerson }: Pick<Entry, 'subscriber' | 'fromPerson'>,
  sinceMs: number,
  except: string,
): number {
  return sql
    .exec<{ count: number }>(
      `SELECT count(*) AS count FROM letters
       WHERE subscriber = ? AND at_ms > ? AND topic <> '' AND topic <> ? AND from_person = ?`,
      subscriber,
      sinceMs,
      except,
      fromPerson ? 1 : 0,
    )
    .one().count;
}

/** Marks the held letters that are due and returns them. */
export function takeDue(sql: SqlStorage, nowMs: number, limit: number): { id: string; sealed: string }[] {
  const due = sql
    .exec<{ id: string; sealed: string }>(
      "SELECT id, sealed FROM letters WHERE state = 'held' AND at_ms <= ? ORDER BY at_ms LIMIT ?",
      nowMs,
      limit,
    )
    .toArray();
  for (const { id } of due)
    sql.exec("UPDATE letters SET state = 'due', sealed = '', at_ms = ? WHERE id = ?", nowMs, id);
  return due;
}

/** An operator took it from the queue: it is not sent any more. */
export function drop(sql: SqlStorage, entry: Entry, nowMs: number): void {
  upsert(sql, entry, { state: 'dropped', atMs: nowMs, sealed: '' });
}

export function deleteOld(sql: SqlStorage, nowMs: number): void {
  sql.exec(
    "DELETE FROM letters WHERE id IN (SELECT id FROM letters WHERE until_ms <= ? AND state <> 'held' LIMIT ?)",
    nowMs,
    DELETED_AT_ONCE,
  );
  sql.exec('DELETE FROM returned WHERE resumed_ms > 0 AND resumed_ms <= ?', nowMs - ROW_TTL_MS);
}

/** When the alarm has work: the first held letter, or the first row of no use. Null for an empty log. */
export function nextDue(sql: SqlStorage): number | null {
  const held = sql.exec<{ at: number | null }>("SELECT min(at_ms) AS at FROM letters WHERE state = 'held'").one().at;
  const old = sql.exec<{ at: number | null }>('SELECT min(until_ms) AS at FROM letters').one().at;
  // Old rows are deleted together, some minutes after the first.
  const oldDue = old === null ? null : old + 10 * MINUTE_MS;
  const times = [held, oldDue, nextEnd(sql)].filter((at) => at !== null);
  return times.length > 0 ? Math.min(...times) : null;
}

export function topicOf(sql: SqlStorage, id: string, subscriber: string): string | null {
  const [row] = sql
    .exec<{ topic: string }>('SELECT topic FROM letters WHERE id = ? AND subscriber = ?', id, subscriber)
    .toArray();
  return row?.topic ?? null;
}

export interface Returned {
  readonly atMs: number;
  /** In the words of the report. */
  readonly reason: string;
  /** An operator said so, no mail service. */
  readonly byOperator: boolean;
}

/** The first return counts, but a mail service's replaces what an operator said. */
export function insertReturned(
  sql: SqlStorage,
  { subscriber, reason, atMs, byOperator }: Returned & { readonly subscriber: string },
): void {
  sql.exec(
    `INSERT INTO returned (subscriber, at_ms, reason, by_operator) VALUES (?, ?, ?, ?)
     ON CONFLICT (subscriber) DO UPDATE
     SET at_ms = excluded.at_ms, reason = excluded.reason, by_operator = excluded.by_operator, resumed_ms = 0
     WHERE resumed_ms > 0 OR by_operator > excluded.by_operator`,
    subscriber,
    atMs,
    reason,
    byOperator ? 1 : 0,
  );
}

/** Mail is sent to the address again. When it came back stays known for a while. */
export function resumeReturned(sql: SqlStorage, subscriber: string, nowMs: number): void {
  sql.exec('UPDATE returned SET resumed_ms = ? WHERE subscriber = ? AND resumed_ms = 0', nowMs, subscriber);
}

export function selectReturned(sql: SqlStorage, subscriber: string): Returned | null {
  const [row] = sql
    .exec<{ at_ms: number; reason: string; by_operator: number }>(
      'SELECT at_ms, reason, by_operator FROM returned WHERE subscriber = ? AND resumed_ms = 0',
      subscriber,
    )
    .toArray();
  return row ? { atMs: row.at_ms, reason: row.reason, byOperator: row.by_operator === 1 } : null;
}

/** When mail to the address last came back, also where it is sent again; null for never in the last 30 days. */
export function selectLastReturn(sql: SqlStorage, subscriber: string): number | null {
  const [row] = sql.exec<{ at_ms: number }>('SELECT at_ms FROM returned WHERE subscriber = ?', subscriber).toArray();
  return row?.at_ms ?? null;
}

/** Addresses that mail came back from since then, and when the first did. */
export function countReturned(sql: SqlStorage, sinceMs: number): { count: number; sinceMs: number | null } {
  return sql
    .exec<{ count: number; sinceMs: number | null }>(
      'SELECT count(*) AS count, min(at_ms) AS sinceMs FROM returned WHERE at_ms >= ? AND resumed_ms = 0',
      sinceMs,
    )
    .one();
}
