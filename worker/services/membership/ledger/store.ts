/** SQL of the ledger. No decisions. */
import type { LedgerEntry } from '#shared/membership/ledger.ts';
import type { Timeline } from '#shared/membership/timeline.ts';

export const NOTICE_TABLE = `
  -- Notices about an end that were published; the key names end and stage.
  CREATE TABLE notices (key TEXT PRIMARY KEY, at_ms INTEGER NOT NULL) WITHOUT ROWID;
`;

export const ENTRY_TABLES = `
  CREATE TABLE entries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL,
    key TEXT NOT NULL,
    kind TEXT NOT NULL,           -- grant | reverse
    product TEXT NOT NULL,        -- '' for none
    item TEXT,                    -- JSON of the amounts; NULL for a reversal
    starts_ms INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    reason TEXT NOT NULL,
    actor TEXT NOT NULL,          -- JSON
    UNIQUE (source, key, kind)
  );

  -- What the entries fold to, as it was pushed: one row.
  CREATE TABLE balance (version INTEGER NOT NULL, timeline TEXT NOT NULL);
  INSERT INTO balance VALUES (0, '{"premium":[],"storage":[],"traffic":[]}');

  -- One row once the account is closed: nothing is granted any more.
  CREATE TABLE closing (at_ms INTEGER NOT NULL);

  CREATE TRIGGER entries_stay BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;
  CREATE TRIGGER entries_keep BEFORE DELETE ON entries WHEN NOT EXISTS (SELECT 1 FROM closing)
    BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
`;

interface EntryRow extends Record<string, SqlStorageValue> {
  id: string;
  source: string;
  key: string;
  kind: string;
  product: string;
  item: string | null;
  starts_ms: number;
  at_ms: number;
  reason: string;
  actor: string;
}

const COLUMNS = 'id, source, key, kind, product, item, starts_ms, at_ms, reason, actor';

function toEntry(row: EntryRow): LedgerEntry {
  return {
    id: row.id,
    source: row.source as LedgerEntry['source'],
    key: row.key,
    kind: row.kind as LedgerEntry['kind'],
    product: row.product,
    item: row.item === null ? null : (JSON.parse(row.item) as LedgerEntry['item']),
    startsMs: row.starts_ms,
    atMs: row.at_ms,
    reason: row.reason,
    actor: JSON.parse(row.actor) as LedgerEntry['actor'],
  };
}

/** In the order in which they were written. */
export function selectEntries(sql: SqlStorage): LedgerEntry[] {
  return sql.exec<EntryRow>(`SELECT ${COLUMNS} FROM entries ORDER BY seq`).toArray().map(toEntry);
}

export function selectEntry(
  sql: SqlStorage,
  { source, key, kind }: Pick<LedgerEntry, 'source' | 'key' | 'kind'>,
): LedgerEntry | null {
  const row = sql
    .exec<EntryRow>(`SELECT ${COLUMNS} FROM entries WHERE source = ? AND key = ? AND kind = ?`, source, key, kind)
    .toArray()[0];
  return row ? toEntry(row) : null;
}

export function insertEntry(sql: SqlStorage, entry: LedgerEntry): void {
  sql.exec(
    `INSERT INTO entries (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    entry.id,
    entry.source,
    entry.key,
    entry.kind,
    entry.product,
    entry.item === null ? null : JSON.stringify(entry.item),
    entry.startsMs,
    entry.atMs,
    entry.reason,
    JSON.stringify(entry.actor),
  );
}

export interface Balance {
  /** Rises with every entry. */
  readonly version: number;
  readonly timeline: Timeline;
}

export function selectBalance(sql: SqlStorage): Balance {
  const { version, timeline } = sql
    .exec<{ version: number; timeline: string }>('SELECT version, timeline FROM balance')
    .one();
  return { version, timeline: JSON.parse(timeline) as Timeline };
}

export function updateBalance(sql: SqlStorage, { version, timeline }: Balance): void {
  sql.exec('UPDATE balance SET version = ?, timeline = ?', version, JSON.stringify(timeline));
}

export function selectNotices(sql: SqlStorage): Set<string> {
  return new Set(
    sql
      .exec<{ key: string }>('SELECT key FROM notices')
      .toArray()
      .map(({ key }) => key),
  );
}

export function insertNotice(sql: SqlStorage, key: string, nowMs: number): void {
  sql.exec('INSERT INTO notices (key, at_ms) VALUES (?, ?)', key, nowMs);
}

export function deleteNotices(sql: SqlStorage): void {
  sql.exec('DELETE FROM notices');
}

export function isClosed(sql: SqlStorage): boolean {
  return sql.exec('SELECT 1 FROM closing').toArray().length > 0;
}

export function markClosed(sql: SqlStorage, nowMs: number): void {
  sql.exec('INSERT INTO closing (at_ms) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM closing)', nowMs);
}

/** Of a closed account. */
export function deleteEntries(sql: SqlStorage): void {
  sql.exec('DELETE FROM entries');
}
