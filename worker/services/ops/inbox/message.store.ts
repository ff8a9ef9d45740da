/** SQL of messages. */
import type { MessageKind, MessageState, MessageTopic } from '#shared/ops/messages.ts';

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

/** Deletes expired messages. @returns when the next one expires, epoch ms, or null */
export function dropExpired(sql: SqlStorage, nowMs: number): number | null {
  sql.exec('DELETE FROM messages WHERE until_ms <= ?', nowMs);
  return sql.exec<{ next: number | null }>('SELECT min(until_ms) AS next FROM messages').one().next;
}
