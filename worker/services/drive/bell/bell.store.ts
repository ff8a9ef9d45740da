/** Rows of notifications in the drive of the person they are for: kind and values, never text. */
import {
  BELL_DAYS,
  BELL_KINDS,
  BELL_MOST,
  BELL_TOPIC_OF,
  BELL_TOPICS,
  type BellData,
  type BellItem,
  type BellKind,
  type BellTopic,
  OWN_KINDS,
} from '#shared/drive/bell/bell-kinds.ts';
import { DAY_MS, HOUR_MS } from '#shared/units.ts';
import { newWireId } from '#worker/platform/ids.ts';
import type { DriveTx } from '../core/tx.ts';
import { planPush } from './plan-push.store.ts';

export const BELL_TABLES = `
  CREATE TABLE bell (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    fact TEXT NOT NULL,               -- a repeat of it within 30 days adds nothing
    kind TEXT NOT NULL,
    data TEXT NOT NULL,               -- JSON of BellData
    at_ms INTEGER NOT NULL,
    is_read INTEGER NOT NULL DEFAULT 0,
    pushed_ms INTEGER NOT NULL DEFAULT 0  -- when it was handed to devices; 0: it was not
  );
  CREATE TABLE bell_choices (
    topic TEXT PRIMARY KEY            -- a category that is off; on devices with push. before it
  ) WITHOUT ROWID;
  CREATE TABLE push_devices (
    id TEXT PRIMARY KEY,              -- digest of the address
    endpoint TEXT NOT NULL,           -- address at the push service of the browser
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    session_id TEXT NOT NULL,         -- a device is dropped with its session
    epoch INTEGER NOT NULL,
    locale TEXT NOT NULL,
    made_ms INTEGER NOT NULL,
    retry TEXT NOT NULL DEFAULT ''    -- id and number of the try that is due; '' for none
  ) WITHOUT ROWID;
`;

const OWN = OWN_KINDS.map((kind) => `'${kind}'`).join(', ');
/** Rows that the bell counts and lists. */
const OF_OTHERS = `kind NOT IN (${OWN})`;
const TTL_MS = BELL_DAYS * DAY_MS;
/** As long as the log of letters holds a letter (decision 0347). */
const REPEAT_MS = 30 * DAY_MS;
/** Ends of tasks within an hour are one notification until it is read. */
const MERGED_MS = HOUR_MS;

export interface NewBellItem {
  /** Id of the fact: a repeat with it adds nothing. */
  readonly id: string;
  readonly kind: BellKind;
  readonly data: BellData;
}

function isOff(sql: SqlStorage, kind: BellKind): boolean {
  const topic = BELL_TOPIC_OF[kind];
  return topic !== '' && sql.exec('SELECT 1 FROM bell_choices WHERE topic = ?', topic).toArray().length > 0;
}

/** At most 200 rows are read: no index to write. */
function isThere(sql: SqlStorage, fact: string, nowMs: number): boolean {
  return sql.exec('SELECT 1 FROM bell WHERE fact = ? AND at_ms > ?', fact, nowMs - REPEAT_MS).toArray().length > 0;
}

/**
 * One row, or none where the person switched its category off.
 * @param pushedMs  when the one that it takes the place of was pushed; 0: it was not
 */
export function addBellItem(tx: DriveTx, { id, kind, data }: NewBellItem, pushedMs = 0): void {
  const { sql, nowMs, bellChanged } = tx;
  if (sql.exec('SELECT 1 FROM closing').toArray().length > 0) return;
  if (isOff(sql, kind) || isThere(sql, id, nowMs)) return;
  // Rows that the bell does not list take the place of none that it lists.
  const alike = OWN_KINDS.some((own) => own === kind) ? `kind IN (${OWN})` : OF_OTHERS;
  sql.exec(
    `DELETE FROM bell WHERE at_ms <= ? OR (${alike} AND seq <= (SELECT seq FROM bell WHERE ${alike} ORDER BY seq DESC LIMIT 1 OFFSET ${BELL_MOST - 1}))`,
    nowMs - TTL_MS,
  );
  const itemId = newWireId();
  sql.exec(
    'INSERT INTO bell (id, fact, kind, data, at_ms, pushed_ms) VALUES (?, ?, ?, ?, ?, ?)',
    itemId,
    id,
    kind,
    JSON.stringify(data),
    nowMs,
    pushedMs,
  );
  bellChanged();
  if (pushedMs === 0) planPush(tx, itemId);
}

/** Adds to the unread one of the same kind, where there is one of the last hour: many fetches are one notification. */
export function countBellItem(tx: DriveTx, item: NewBellItem): void {
  const { sql, nowMs } = tx;
  const [merged] = sql
    .exec<{ count: number; pushedMs: number }>(
      `DELETE FROM bell WHERE seq = (SELECT max(seq) FROM bell WHERE kind = ? AND is_read = 0 AND at_ms > ?)
       RETURNING coalesce(json_extract(data, '$.count'), 1) AS count, pushed_ms AS pushedMs`,
      item.kind,
      nowMs - MERGED_MS,
    )
    .toArray();
  if (merged) addBellItem(tx, { ...item, data: { count: merged.count + 1 } }, merged.pushedMs);
  else addBellItem(tx, item);
}

/**
 * Takes the place of the unread one about the same thing: sign-ins of one kind of device are one notification until it is read. It is
 * pushed again after an hour.
 */
export function renewBellItem(tx: DriveTx, item: NewBellItem): void {
  const { sql, nowMs } = tx;
  if (isThere(sql, item.id, nowMs)) return;
  const [former] = sql
    .exec<{ pushedMs: number; atMs: number }>(
      `DELETE FROM bell WHERE seq = (SELECT max(seq) FROM bell WHERE kind = ? AND is_read = 0 AND json_extract(data, '$.about') IS ?)
       RETURNING pushed_ms AS pushedMs, at_ms AS atMs`,
      item.kind,
      item.data.about ?? null,
    )
    .toArray();
  addBellItem(tx, item, former && former.atMs > nowMs - MERGED_MS ? former.pushedMs : 0);
}

interface Row extends Record<string, SqlStorageValue> {
  id: string;
  kind: string;
  data: string;
  at_ms: number;
  is_read: number;
}

const isKind = (kind: string): kind is BellKind => BELL_KINDS.some((each) => each === kind);

function itemOf({ id, kind, data, at_ms, is_read }: Row): BellItem[] {
  if (!isKind(kind)) return [];
  return [{ id, kind, data: JSON.parse(data) as BellData, atMs: at_ms, isRead: is_read === 1 }];
}

const COLUMNS = 'id, kind, data, at_ms, is_read';

/** Newest first. */
export function bellItems(sql: SqlStorage, nowMs: number): BellItem[] {
  return sql
    .exec<Row>(`SELECT ${COLUMNS} FROM bell WHERE at_ms > ? AND ${OF_OTHERS} ORDER BY seq DESC`, nowMs - TTL_MS)
    .toArray()
    .flatMap(itemOf);
}

/** @returns null when it is not there any more */
export function bellItemOf(sql: SqlStorage, id: string, nowMs: number): BellItem | null {
  const rows = sql.exec<Row>(`SELECT ${COLUMNS} FROM bell WHERE id = ? AND at_ms > ?`, id, nowMs - TTL_MS);
  return rows.toArray().flatMap(itemOf)[0] ?? null;
}

export function countUnread(sql: SqlStorage, nowMs: number): number {
  const text = `SELECT count(*) AS n FROM bell WHERE is_read = 0 AND at_ms > ? AND ${OF_OTHERS}`;
  return sql.exec<{ n: number }>(text, nowMs - TTL_MS).one().n;
}

/** @param upTo  '' for none */
export function markRead(
  { sql, bellChanged }: DriveTx,
  { ids, upTo }: { readonly ids: readonly string[]; readonly upTo: string },
): void {
  const marked = sql.exec(
    `UPDATE bell SET is_read = 1 WHERE is_read = 0
       AND (seq <= (SELECT seq FROM bell WHERE id = ?) OR id IN (SELECT value FROM json_each(?))) RETURNING 1`,
    upTo,
    JSON.stringify(ids),
  );
  if (marked.toArray().length > 0) bellChanged();
}

/** Categories that the person switched off in the drive, and for devices. */
export interface BellChoices {
  readonly off: readonly BellTopic[];
  readonly pushOff: readonly BellTopic[];
}

export function bellChoices(sql: SqlStorage): BellChoices {
  const rows = sql.exec<{ topic: string }>('SELECT topic FROM bell_choices').toArray();
  const stored = new Set(rows.map(({ topic }) => topic));
  return {
    off: BELL_TOPICS.filter((topic) => stored.has(topic)),
    pushOff: BELL_TOPICS.filter((topic) => stored.has(`push.${topic}`)),
  };
}

/** Repeating it changes nothing. */
export function saveBellChoices({ sql }: DriveTx, { off, pushOff }: BellChoices): void {
  const topics = JSON.stringify([...off, ...pushOff.map((topic) => `push.${topic}`)]);
  sql.exec('DELETE FROM bell_choices WHERE topic NOT IN (SELECT value FROM json_each(?))', topics);
  sql.exec('INSERT OR IGNORE INTO bell_choices (topic) SELECT value FROM json_each(?)', topics);
}
