/**
 * Contents that operators banned or hold: a banned content can be neither shared nor saved, in any drive; a held one is kept as evidence although
 * no drive refers to it. A case bans and holds by itself: what another case banned stays banned.
 */
export const BAN_TABLES = `
  -- One row for each content and case that banned it; stays when the bytes are gone, so that they are known when they come again.
  CREATE TABLE bans (content_key TEXT NOT NULL, case_id TEXT NOT NULL, gcid TEXT NOT NULL, PRIMARY KEY (content_key, case_id)) WITHOUT ROWID;
  CREATE TABLE holds (content_key TEXT NOT NULL, case_id TEXT NOT NULL, until_ms INTEGER NOT NULL, PRIMARY KEY (content_key, case_id)) WITHOUT ROWID;
  CREATE INDEX holds_by_end ON holds (until_ms);
`;

export interface ContentOfCase {
  readonly contentKey: string;
  /** Label of the content in drives, upper-case hex. */
  readonly gcid: string;
}

/** Which drives have to close contents, or open them again. */
export interface ContentDecision {
  readonly contents: readonly ContentOfCase[];
  readonly banned: boolean;
  readonly driveIds: readonly string[];
}

/** Drives of one event: a call each. */
const DRIVES_PER_EVENT = 100;

function isBanned(sql: SqlStorage, contentKey: string): boolean {
  return sql.exec('SELECT 1 FROM bans WHERE content_key = ? LIMIT 1', contentKey).toArray().length > 0;
}

function holdersOf(sql: SqlStorage, contentKey: string): string[] {
  return sql
    .exec<{ drive_id: string }>('SELECT drive_id FROM refs WHERE content_key = ? AND present = 1', contentKey)
    .toArray()
    .map((row) => row.drive_id);
}

/** Bans contents for a case, or lifts its ban. @returns the drives that have to be notified; none for a repeat */
export function setBans(
  sql: SqlStorage,
  caseId: string,
  contents: readonly ContentOfCase[],
  banned: boolean,
): ContentDecision[] {
  return contents.flatMap((content) => {
    const { contentKey, gcid } = content;
    const before = isBanned(sql, contentKey);
    if (banned)
      sql.exec('INSERT OR IGNORE INTO bans (content_key, case_id, gcid) VALUES (?, ?, ?)', contentKey, caseId, gcid);
    else sql.exec('DELETE FROM bans WHERE content_key = ? AND case_id = ?', contentKey, caseId);
    if (before === isBanned(sql, contentKey)) return [];
    const drives = holdersOf(sql, contentKey);
    return Array.from({ length: Math.ceil(drives.length / DRIVES_PER_EVENT) }, (_, at) => ({
      contents: [content],
      banned,
      driveIds: drives.slice(at * DRIVES_PER_EVENT, (at + 1) * DRIVES_PER_EVENT),
    }));
  });
}

/** Those of the contents that a drive has just received although they are banned. @param rows  JSON of `ReferenceChange`s */
export function bannedAmong(sql: SqlStorage, rows: string): ContentOfCase[] {
  if (sql.exec('SELECT 1 FROM bans LIMIT 1').toArray().length === 0) return [];
  return sql
    .exec<{ content_key: string; gcid: string }>(
      `SELECT content_key, max(gcid) AS gcid FROM bans
       WHERE content_key IN (SELECT value ->> 0 FROM json_each(?) WHERE value ->> 2 = 1) GROUP BY content_key`,
      rows,
    )
    .toArray()
    .map((row) => ({ contentKey: row.content_key, gcid: row.gcid }));
}

/** Keeps contents for a case until then, at most; an earlier time ends a hold sooner. */
export function holdContents(sql: SqlStorage, caseId: string, contentKeys: readonly string[], untilMs: number): null {
  for (const contentKey of contentKeys)
    sql.exec(
      'INSERT OR REPLACE INTO holds (content_key, case_id, until_ms) VALUES (?, ?, ?)',
      contentKey,
      caseId,
      untilMs,
    );
  return null;
}

/** SQL that is true for a blob that no case holds. */
export const NOT_HELD = 'content_key NOT IN (SELECT content_key FROM holds)';

/** Ends holds whose time has ended. @returns when the next one ends, epoch ms; null without one */
export function dropEndedHolds(sql: SqlStorage, nowMs: number): number | null {
  sql.exec('DELETE FROM holds WHERE until_ms <= ?', nowMs);
  return sql.exec<{ at: number | null }>('SELECT min(until_ms) AS at FROM holds').one().at;
}
