/** All SQL about the days of a link: the counts of each day (UTC), and of all earlier ones together. No decisions. */

/** The row of everything before the days that are kept, and of counts from before days were recorded. */
export const EARLIER = '';

export interface DayRow extends Record<string, SqlStorageValue> {
  /** As `2026-11-26`, UTC; `EARLIER`. */
  day: string;
  views: number;
  /** Estimated; 0 in the row of earlier days. */
  people: number;
  /** The estimate, to join it with other days; '' after some months. */
  people_estimate: string;
  crawlers: number;
  downloads: number;
  bytes: number;
  saves: number;
  /** Of a direct link. */
  requests: number;
  /** JSON of views by referring host: `-` for none, '' for all that have no name of their own. */
  hosts: string;
}

export function dayRow(sql: SqlStorage, day: string): DayRow | null {
  return sql.exec<DayRow>('SELECT * FROM days WHERE day = ?', day).toArray()[0] ?? null;
}

/** Oldest first. */
export function daysSince(sql: SqlStorage, day: string): DayRow[] {
  return sql.exec<DayRow>('SELECT * FROM days WHERE day >= ? AND day <> ? ORDER BY day', day, EARLIER).toArray();
}

export function daysBefore(sql: SqlStorage, day: string): DayRow[] {
  return sql.exec<DayRow>('SELECT * FROM days WHERE day < ? AND day <> ? ORDER BY day', day, EARLIER).toArray();
}

export function setDay(sql: SqlStorage, row: DayRow): void {
  sql.exec(
    `INSERT INTO days (day, views, people, people_estimate, crawlers, downloads, bytes, saves, hosts, requests)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
     ON CONFLICT (day) DO UPDATE SET views = ?2, people = ?3, people_estimate = ?4, crawlers = ?5, downloads = ?6, bytes = ?7,
       saves = ?8, hosts = ?9, requests = ?10`,
    row.day,
    row.views,
    row.people,
    row.people_estimate,
    row.crawlers,
    row.downloads,
    row.bytes,
    row.saves,
    row.hosts,
    row.requests,
  );
}

export function deleteDay(sql: SqlStorage, day: string): void {
  sql.exec('DELETE FROM days WHERE day = ?', day);
}

/** Forgets the estimates of days before this one; their numbers stay. */
export function forgetEstimates(sql: SqlStorage, day: string): void {
  sql.exec("UPDATE days SET people_estimate = '' WHERE day < ? AND people_estimate <> ''", day);
}

export function addSave(sql: SqlStorage, day: string): void {
  sql.exec('INSERT INTO days (day, saves) VALUES (?, 1) ON CONFLICT (day) DO UPDATE SET saves = saves + 1', day);
}

/** Takes a save back, from the newest day that has one: which day it was counted on is not stored. */
export function removeSave(sql: SqlStorage): void {
  sql.exec('UPDATE days SET saves = saves - 1 WHERE day = (SELECT max(day) FROM days WHERE saves > 0)');
}

/** Adds views that were counted without their day. */
export function addEarlierViews(sql: SqlStorage, views: number): void {
  sql.exec(
    'INSERT INTO days (day, views) VALUES (?1, ?2) ON CONFLICT (day) DO UPDATE SET views = views + ?2',
    EARLIER,
    views,
  );
}

export interface Totals extends Record<string, SqlStorageValue> {
  views: number;
  crawlers: number;
  downloads: number;
  bytes: number;
  saves: number;
  requests: number;
}

/** Of all days, those before among them. */
export function totals(sql: SqlStorage): Totals {
  return sql
    .exec<Totals>(
      `SELECT coalesce(sum(views), 0) AS views, coalesce(sum(crawlers), 0) AS crawlers, coalesce(sum(downloads), 0) AS downloads,
         coalesce(sum(bytes), 0) AS bytes, coalesce(sum(saves), 0) AS saves,
         coalesce(sum(requests), 0) AS requests FROM days`,
    )
    .one();
}

/** Removes everything but the sums: they do not say when people came, and from where. */
export function eraseDays(sql: SqlStorage): void {
  const { views, saves } = totals(sql);
  sql.exec('DELETE FROM days');
  sql.exec('INSERT INTO days (day, views, saves) VALUES (?, ?, ?)', EARLIER, views, saves);
}
