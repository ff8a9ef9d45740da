/** SQL of check-ins. No decisions. */
import type { CheckIn } from '#shared/membership/check-in.rules.ts';
import type { GrantItem } from '#shared/membership/ledger.ts';

export const CHECK_IN_TABLE = `
  -- One row a calendar day of the person; the reward of a row is an entry of the same transaction.
  CREATE TABLE check_ins (
    day TEXT PRIMARY KEY,            -- date in the zone
    at_ms INTEGER NOT NULL,
    zone TEXT NOT NULL,
    zone_changed_ms INTEGER NOT NULL,
    streak INTEGER NOT NULL,
    item TEXT                        -- JSON of the amounts; NULL for a day without a reward
  ) WITHOUT ROWID;
`;

/** A check-in with its reward; null for a day without one. */
export interface StoredCheckIn extends CheckIn {
  readonly item: GrantItem | null;
}

interface CheckInRow extends Record<string, SqlStorageValue> {
  day: string;
  at_ms: number;
  zone: string;
  zone_changed_ms: number;
  streak: number;
  item: string | null;
}

function toCheckIn({
  day,
  at_ms: atMs,
  zone,
  zone_changed_ms: zoneChangedMs,
  streak,
  item,
}: CheckInRow): StoredCheckIn {
  return { day, atMs, zone, zoneChangedMs, streak, item: item === null ? null : (JSON.parse(item) as GrantItem) };
}

/** Newest first. */
export function selectCheckIns(sql: SqlStorage, limit: number): StoredCheckIn[] {
  return sql.exec<CheckInRow>('SELECT * FROM check_ins ORDER BY day DESC LIMIT ?', limit).toArray().map(toCheckIn);
}

export function insertCheckIn(sql: SqlStorage, { day, atMs, zone, zoneChangedMs, streak, item }: StoredCheckIn): void {
  sql.exec(
    'INSERT INTO check_ins (day, at_ms, zone, zone_changed_ms, streak, item) VALUES (?, ?, ?, ?, ?, ?)',
    day,
    atMs,
    zone,
    zoneChangedMs,
    streak,
    item === null ? null : JSON.stringify(item),
  );
}

export function deleteCheckIns(sql: SqlStorage): void {
  sql.exec('DELETE FROM check_ins');
}
