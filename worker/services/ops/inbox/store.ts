/**
 * SQL of the inbox: messages, budgets of senders, counts of downloads.
 */
import type { MessageKind, MessageState, MessageTopic } from '#shared/ops/messages.ts';
import type { DownloadTarget } from '#shared/site/downloads.ts';
import { EVENT_COUNTS_TABLE } from '../events/store.ts';
import { CASE_TABLES } from '../reports/case.store.ts';
import { CASE_COUNTS_TABLE } from '../reports/counts.store.ts';

/** Append-only: a line that has shipped is never edited. */
export const INBOX_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE messages (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,  -- order of arrival
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,                     -- contact | feedback
    topic TEXT NOT NULL,
    message TEXT NOT NULL,
    user_id TEXT NOT NULL,                  -- '' for visitors
    email TEXT NOT NULL,                    -- '' for none
    locale TEXT NOT NULL,
    state TEXT NOT NULL,                    -- new | done
    created_ms INTEGER NOT NULL,
    done_ms INTEGER NOT NULL,               -- 0 while it is new
    done_by TEXT NOT NULL,                  -- operator; '' while it is new
    until_ms INTEGER NOT NULL               -- erased then
  );
  CREATE INDEX messages_by_state ON messages (state, seq);
  CREATE INDEX messages_by_person ON messages (user_id, seq);
  CREATE INDEX messages_by_end ON messages (until_ms);

  -- Uses of a window that began with the first: a keyed digest of a caller, or a crowd.
  CREATE TABLE budgets (subject TEXT PRIMARY KEY, used INTEGER NOT NULL, until_ms INTEGER NOT NULL) WITHOUT ROWID;

  CREATE TABLE downloads (target TEXT PRIMARY KEY, opened INTEGER NOT NULL) WITHOUT ROWID;
  `,
  EVENT_COUNTS_TABLE,
  CASE_TABLES,
  CASE_COUNTS_TABLE,
];

export interface NewMessage {
  readonly id: string;
  readonly kind: MessageKind;
  readonly topic: MessageTopic;
  readonly message: string;
  readonly userId: string;
  readonly email: string;
  readonly locale: string;
}

export interface StoredMessage extends NewMessage {
  readonly seq: number;
  readonly state: MessageState;
  readonly createdMs: number;
  /** 0 while it is new. */
  readonly doneMs: number;
}

/** Newest first. */
export interface MessageQuery {
  readonly state?: MessageState | undefined;
  /** Of one person alone. */
  readonly userId?: string | undefined;
  /** Older than this one; 0 from the newest on. */
  readonly beforeSeq: number;
  readonly limit: number;
}

interface MessageRow extends Record<string, SqlStorageValue> {
  seq: number;
  id: string;
  kind: string;
  topic: string;
  message: string;
  user_id: string;
  email: string;
  locale: string;
  state: string;
  created_ms: number;
  done_ms: number;
}

function storedMessage(row: MessageRow): StoredMessage {
  return {
    seq: row.seq,
    id: row.id,
    kind: row.kind as MessageKind,
    topic: row.topic as MessageTopic,
    message: row.message,
    userId: row.user_id,
    email: row.email,
    locale: row.locale,
    state: row.state as MessageState,
    createdMs: row.created_ms,
    doneMs: row.done_ms,
  };
}

export function insertMessage(sql: SqlStorage, message: NewMessage, nowMs: number, untilMs: number): void {
  sql.exec(
    `INSERT INTO messages (id, kind, topic, message, user_id, email, locale, state, created_ms, done_ms, done_by, until_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'new', ?, 0, '', ?)`,
    message.id,
    message.kind,
    message.topic,
    message.message,
    message.userId,
    message.email,
    message.locale,
    nowMs,
    untilMs,
  );
}

export function listMessages(sql: SqlStorage, query: MessageQuery): StoredMessage[] {
  return sql
    .exec<MessageRow>(
      `SELECT * FROM messages WHERE (?1 = '' OR state = ?1) AND (?2 = '' OR user_id = ?2) AND (?3 = 0 OR seq < ?3)
       ORDER BY seq DESC LIMIT ?4`,
      query.state ?? '',
      query.userId ?? '',
      query.beforeSeq,
      query.limit,
    )
    .toArray()
    .map(storedMessage);
}

/** Messages counted by one look. */
const COUNTED_MESSAGES = 1_000;

export function countNew(sql: SqlStorage): { count: number; sinceMs: number | null } {
  return sql
    .exec<{ count: number; sinceMs: number | null }>(
      `SELECT count(*) AS count, min(created_ms) AS sinceMs
       FROM (SELECT created_ms FROM messages WHERE state = 'new' ORDER BY seq LIMIT ?)`,
      COUNTED_MESSAGES,
    )
    .one();
}

export function messageById(sql: SqlStorage, id: string): StoredMessage | null {
  const row = sql.exec<MessageRow>('SELECT * FROM messages WHERE id = ?', id).toArray()[0];
  return row ? storedMessage(row) : null;
}

/** @param by  the operator; setting the state it has changes nothing */
export function setMessageState(sql: SqlStorage, id: string, state: MessageState, by: string, nowMs: number): void {
  const isDone = state === 'done';
  sql.exec(
    'UPDATE messages SET state = ?1, done_ms = ?2, done_by = ?3 WHERE id = ?4 AND state <> ?1',
    state,
    isDone ? nowMs : 0,
    isDone ? by : '',
    id,
  );
}

export function forgetPerson(sql: SqlStorage, userId: string): void {
  sql.exec('DELETE FROM messages WHERE user_id = ?', userId);
  sql.exec('UPDATE messages SET done_by = ? WHERE done_by = ?', '', userId);
}

/** Deletes expired rows. @returns when the next row expires, epoch ms */
export function dropExpired(sql: SqlStorage, nowMs: number): number | null {
  sql.exec('DELETE FROM messages WHERE until_ms <= ?', nowMs);
  sql.exec('DELETE FROM budgets WHERE until_ms <= ?', nowMs);
  return sql
    .exec<{ next: number | null }>(
      'SELECT min(next) AS next FROM (SELECT min(until_ms) AS next FROM messages UNION ALL SELECT min(until_ms) FROM budgets)',
    )
    .one().next;
}

/** Uses of a subject in its running window; null when none runs. */
export function openBudget(sql: SqlStorage, subject: string, nowMs: number): { used: number; untilMs: number } | null {
  const row = sql
    .exec<{ used: number; until_ms: number }>('SELECT used, until_ms FROM budgets WHERE subject = ?', subject)
    .toArray()[0];
  return row && row.until_ms > nowMs ? { used: row.used, untilMs: row.until_ms } : null;
}

export function saveBudget(sql: SqlStorage, subject: string, used: number, untilMs: number): void {
  sql.exec('INSERT OR REPLACE INTO budgets (subject, used, until_ms) VALUES (?, ?, ?)', subject, used, untilMs);
}

export function countDownload(sql: SqlStorage, target: DownloadTarget): void {
  sql.exec(
    'INSERT INTO downloads (target, opened) VALUES (?, 1) ON CONFLICT (target) DO UPDATE SET opened = opened + 1',
    target,
  );
}

/** Target -> number of downloads; targets without one are missing. */
export function downloadCounts(sql: SqlStorage): Record<string, number> {
  const rows = sql.exec<{ target: string; opened: number }>('SELECT target, opened FROM downloads').toArray();
  return Object.fromEntries(rows.map(({ target, opened }) => [target, opened]));
}
