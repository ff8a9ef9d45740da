/** SQL of first sights, failures and marks of callers. Rows hold keyed digests, never an address, device or name. */

/** One entry of SHIELD_MIGRATIONS. */
export const RISK_MIGRATION = `
  CREATE TABLE seen (
    subject TEXT PRIMARY KEY,      -- keyed digest of a device
    first_ms INTEGER NOT NULL,
    until_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX seen_by_end ON seen (until_ms);
  CREATE TABLE failures (
    subject TEXT PRIMARY KEY,      -- keyed digest of an address, a device, or what is guessed at
    count INTEGER NOT NULL,
    until_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX failures_by_end ON failures (until_ms);
  CREATE TABLE marks (
    subject TEXT NOT NULL,         -- keyed digest of whoever pays
    kind TEXT NOT NULL,            -- 'demand': the next token needs a check. 'pass': one was passed and not yet fetched
    action TEXT NOT NULL,
    until_ms INTEGER NOT NULL,
    PRIMARY KEY (subject, kind, action)
  ) WITHOUT ROWID;
  CREATE INDEX marks_by_end ON marks (until_ms);
`;

export type MarkKind = 'demand' | 'pass';

/** Lifetimes of the record of a device: after its first sight, and after it came back. */
export interface SightLifetimes {
  readonly onceMs: number;
  readonly againMs: number;
  /** Two sights closer than this count as one. */
  readonly gapMs: number;
}

/**
 * Records a sight of a device.
 * @returns when it was first seen, epoch ms; now for an unknown one
 */
export function recordSight(sql: SqlStorage, subject: string, nowMs: number, lifetimes: SightLifetimes): number {
  const row = sql
    .exec<{ first_ms: number; until_ms: number }>('SELECT first_ms, until_ms FROM seen WHERE subject = ?', subject)
    .toArray()[0];
  const known = row && row.until_ms > nowMs ? row : null;
  if (known && nowMs - known.first_ms < lifetimes.gapMs) return known.first_ms;
  sql.exec(
    'INSERT OR REPLACE INTO seen (subject, first_ms, until_ms) VALUES (?, ?, ?)',
    subject,
    known?.first_ms ?? nowMs,
    nowMs + (known ? lifetimes.againMs : lifetimes.onceMs),
  );
  return known?.first_ms ?? nowMs;
}

export function loadFailures(sql: SqlStorage, subject: string, nowMs: number): number {
  return (
    sql
      .exec<{ count: number }>('SELECT count FROM failures WHERE subject = ? AND until_ms > ?', subject, nowMs)
      .toArray()[0]?.count ?? 0
  );
}

/** Counts failures in a window that begins with the first. */
export function addFailures(sql: SqlStorage, subject: string, count: number, nowMs: number, windowMs: number): void {
  sql.exec('DELETE FROM failures WHERE subject = ? AND until_ms <= ?', subject, nowMs);
  sql.exec(
    'INSERT INTO failures (subject, count, until_ms) VALUES (?, ?, ?) ON CONFLICT (subject) DO UPDATE SET count = count + excluded.count',
    subject,
    count,
    nowMs + windowMs,
  );
}

export function setMark(sql: SqlStorage, subject: string, kind: MarkKind, action: string, untilMs: number): void {
  sql.exec(
    'INSERT OR REPLACE INTO marks (subject, kind, action, until_ms) VALUES (?, ?, ?, ?)',
    subject,
    kind,
    action,
    untilMs,
  );
}

export function hasMark(sql: SqlStorage, subject: string, kind: MarkKind, action: string, nowMs: number): boolean {
  return (
    sql
      .exec(
        'SELECT 1 FROM marks WHERE subject = ? AND kind = ? AND action = ? AND until_ms > ?',
        subject,
        kind,
        action,
        nowMs,
      )
      .toArray().length > 0
  );
}

export function dropMark(sql: SqlStorage, subject: string, kind: MarkKind, action: string): void {
  sql.exec('DELETE FROM marks WHERE subject = ? AND kind = ? AND action = ?', subject, kind, action);
}

/** Deletes expired rows. @returns when the next row expires (epoch ms), or null */
export function dropOldRisks(sql: SqlStorage, nowMs: number): number | null {
  const ends: number[] = [];
  for (const table of ['seen', 'failures', 'marks']) {
    sql.exec(`DELETE FROM ${table} WHERE until_ms <= ?`, nowMs);
    const end = sql.exec<{ at: number | null }>(`SELECT min(until_ms) AS at FROM ${table}`).toArray()[0]?.at;
    if (end !== null && end !== undefined) ends.push(end);
  }
  return ends.length === 0 ? null : Math.min(...ends);
}
