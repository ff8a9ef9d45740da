/** All SQL of hourly totals: no decisions. */
import { type Database, type Statement, statement } from '#worker/platform/d1/database.ts';

export interface HourlyTotal {
  readonly hour: number;
  readonly metric: string;
  readonly part: string;
  readonly total: number;
}

/** Sums of a counter only grow: an event that comes twice, or late, changes nothing. */
export async function raiseTotal(db: Database, { hour, metric, part, total }: HourlyTotal): Promise<void> {
  await db.run(
    `INSERT INTO hourly_totals (hour, metric, part, total) VALUES (?, ?, ?, ?)
      ON CONFLICT (hour, metric, part) DO UPDATE SET total = excluded.total WHERE excluded.total > total`,
    hour,
    metric,
    part,
    total,
  );
}

/** Statement for a sum that was counted anew; it writes only what differs. */
export function setTotal({ hour, metric, part, total }: HourlyTotal): Statement {
  return statement(
    `INSERT INTO hourly_totals (hour, metric, part, total) VALUES (?, ?, ?, ?)
      ON CONFLICT (hour, metric, part) DO UPDATE SET total = excluded.total WHERE excluded.total <> total`,
    hour,
    metric,
    part,
    total,
  );
}

export interface BucketTotal {
  readonly bucket: number;
  readonly metric: string;
  /** '' for counters. */
  readonly currency: string;
  readonly total: number;
}

/** Sums of `hours` hours each, from `firstHour` on. @param money  metrics whose parts are currencies */
export async function selectBuckets(
  db: Database,
  { firstHour, hours, money }: { firstHour: number; hours: number; money: readonly string[] },
): Promise<BucketTotal[]> {
  // D1 binds numbers as reals.
  return db.all<BucketTotal>(
    `SELECT CAST((hour - ?1) / ?2 AS INTEGER) AS bucket, metric,
        CASE WHEN metric IN (SELECT value FROM json_each(?3)) THEN part ELSE '' END AS currency, sum(total) AS total
      FROM hourly_totals WHERE hour >= ?1 GROUP BY 1, 2, 3`,
    firstHour,
    hours,
    JSON.stringify(money),
  );
}

/** Values of a metric that is no sum, oldest first: the newest before `firstHour`, and those from then on. */
export async function selectValues(
  db: Database,
  { metric, firstHour }: { metric: string; firstHour: number },
): Promise<{ hour: number; total: number }[]> {
  return db.all<{ hour: number; total: number }>(
    `SELECT hour, total FROM hourly_totals WHERE metric = ?1 AND hour >= coalesce(
        (SELECT hour FROM hourly_totals WHERE metric = ?1 AND hour < ?2 ORDER BY hour DESC LIMIT 1), ?2)
      ORDER BY hour`,
    metric,
    firstHour,
  );
}

export async function selectTotals(db: Database, sinceHour: number): Promise<HourlyTotal[]> {
  return db.all<HourlyTotal>('SELECT * FROM hourly_totals WHERE hour >= ?', sinceHour);
}

export async function deleteTotals(db: Database, beforeHour: number): Promise<void> {
  await db.run('DELETE FROM hourly_totals WHERE hour < ?', beforeHour);
}
