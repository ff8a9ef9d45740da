/**
 * Contents of this drive that an operator closed. The owner can still download the current content of a file; a version with such a
 * content is neither read nor restored, and no share lists, opens or exports a file with one, however it came there.
 */
import { AppError } from '#shared/errors.ts';
import { lineOf } from './tree.store.ts';

/** SQL that is true for a node whose content no operator closed. */
export const NOT_BLOCKED = 'upper(nodes.gcid) NOT IN (SELECT gcid FROM blocked_contents)';

/** @param gcids  upper-case hex; an empty one, which every folder has, closes nothing */
export function setBlocked(sql: SqlStorage, gcids: readonly string[], blocked: boolean): null {
  const text = blocked
    ? "INSERT OR IGNORE INTO blocked_contents (gcid) SELECT value FROM json_each(?) WHERE value <> ''"
    : 'DELETE FROM blocked_contents WHERE gcid IN (SELECT value FROM json_each(?))';
  sql.exec(text, JSON.stringify(gcids));
  return null;
}

/** @param gcid  hex */
export function isBlocked(sql: SqlStorage, gcid: string): boolean {
  return sql.exec('SELECT 1 FROM blocked_contents WHERE gcid = ?', gcid.toUpperCase()).toArray().length > 0;
}

/** Whether contents are open, for many of them: nothing is asked where none is closed. */
export function openGcids(sql: SqlStorage): (gcid: string) => boolean {
  const hasBlocked = sql.exec('SELECT 1 FROM blocked_contents LIMIT 1').toArray().length > 0;
  return (gcid) => !hasBlocked || !isBlocked(sql, gcid);
}

/** @throws AppError file_blocked */
export function requireOpen(sql: SqlStorage, gcid: string): void {
  if (isBlocked(sql, gcid)) throw new AppError('file_blocked', { reason: 'content_blocked' });
}

/** Reads the whole drive: asked when something must be taken down, never on a visit. @param gcids  upper-case hex */
export function nodesWithGcid(sql: SqlStorage, gcids: readonly string[]): string[] {
  if (gcids.length === 0) return [];
  return sql
    .exec<{ id: string }>('SELECT id FROM nodes WHERE gcid IN (SELECT value FROM json_each(?))', JSON.stringify(gcids))
    .toArray()
    .map((row) => row.id);
}

/** Whether one of these nodes, or anything below them, holds such a content. Reads the whole drive where there are any. */
export function holdsBlocked(sql: SqlStorage, ids: readonly string[]): boolean {
  const gcids = sql
    .exec<{ gcid: string }>('SELECT gcid FROM blocked_contents')
    .toArray()
    .map(({ gcid }) => gcid);
  const asked = new Set(ids);
  return nodesWithGcid(sql, gcids).some((id) => lineOf(sql, id).some((above) => asked.has(above)));
}
