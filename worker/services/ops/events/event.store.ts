/** SQL of counted events: day totals by name, page, language and platform. No row identifies a person. */
import type { EventName } from '#shared/ops/event.contract.ts';

export interface EventTotal {
  /** Days since 1970-01-01, UTC. */
  readonly day: number;
  readonly name: EventName;
  /** Id of a public page. */
  readonly page: string;
  readonly locale: string;
  /** '' for an unknown one. */
  readonly platform: string;
  readonly count: number;
}

export type CountedEvent = Omit<EventTotal, 'day' | 'count'>;

export const EVENT_COUNTS_TABLE = `
  CREATE TABLE event_counts (
    day INTEGER NOT NULL,        -- days since 1970-01-01, UTC
    name TEXT NOT NULL,
    page TEXT NOT NULL,
    locale TEXT NOT NULL,
    platform TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (day, name, page, locale, platform)
  ) WITHOUT ROWID;
`;

/** Events counted on that day. */
export function countedOn(sql: SqlStorage, day: number): number {
  return (
    sql.exec<{ total: number | null }>('SELECT sum(count) AS total FROM event_counts WHERE day = ?', day).toArray()[0]
      ?.total ?? 0
  );
}

export function addEvent(sql: SqlStorage, day: number, { name, page, locale, platform }: CountedEvent): void {
  sql.exec(
    `INSERT INTO event_counts (day, name, page, locale, platform, count) VALUES (?, ?, ?, ?, ?, 1)
     ON CONFLICT (day, name, page, locale, platform) DO UPDATE SET count = count + 1`,
    day,
    name,
    page,
    locale,
    platform,
  );
}

/** Newest day first, then by count. @param fromDay  first day of the result */
export function listEvents(sql: SqlStorage, fromDay: number, limit: number): EventTotal[] {
  return sql
    .exec<{ day: number; name: EventName; page: string; locale: string; platform: string; count: number }>(
      `SELECT day, name, page, locale, platform, count FROM event_counts WHERE day >= ?
       ORDER BY day DESC, count DESC, name, page, locale, platform LIMIT ?`,
      fromDay,
      limit,
    )
    .toArray();
}

export function dropEvents(sql: SqlStorage, beforeDay: number): void {
  sql.exec('DELETE FROM event_counts WHERE day < ?', beforeDay);
}
