/**
 * All SQL of ShareBookObject: the links of one person. No decisions.
 */
export type LinkState = 'pending' | 'done' | 'cancelled';

export interface LinkRow extends Record<string, SqlStorageValue> {
  share_id: string;
  state: string;
  /** JSON array of node ids. */
  root_ids: string;
  share_to: string;
  pass_seal: string;
  expiration_days: number;
  restore_limit: number;
  created_ms: number;
  changed_ms: number;
}

export interface NewLink {
  readonly shareId: string;
  readonly rootIds: readonly string[];
  readonly shareTo: string;
  readonly passSeal: string;
  readonly expirationDays: number;
  readonly restoreLimit: number;
}

export function insertLink(sql: SqlStorage, link: NewLink, nowMs: number): void {
  sql.exec(
    `INSERT INTO links (share_id, state, root_ids, share_to, pass_seal, expiration_days, restore_limit, created_ms, changed_ms)
     VALUES (?, 'pending', ?, ?, ?, ?, ?, ?, ?)`,
    link.shareId,
    JSON.stringify(link.rootIds),
    link.shareTo,
    link.passSeal,
    link.expirationDays,
    link.restoreLimit,
    nowMs,
    nowMs,
  );
}

export function linkById(sql: SqlStorage, shareId: string): LinkRow | null {
  return sql.exec<LinkRow>('SELECT * FROM links WHERE share_id = ?', shareId).toArray()[0] ?? null;
}

export interface LinkChange {
  readonly shareId: string;
  /** Absent: unchanged; '': no passcode. */
  readonly passSeal?: string;
  readonly expirationDays?: number;
  readonly restoreLimit?: number;
}

/** Changes the given terms of a link. @returns the number of this change */
export function changeLink(sql: SqlStorage, change: LinkChange): number {
  return sql
    .exec<{ changes: number }>(
      `UPDATE links SET pass_seal = coalesce(?, pass_seal), expiration_days = coalesce(?, expiration_days),
         restore_limit = coalesce(?, restore_limit), changes = changes + 1 WHERE share_id = ? RETURNING changes`,
      change.passSeal ?? null,
      change.expirationDays ?? null,
      change.restoreLimit ?? null,
      change.shareId,
    )
    .one().changes;
}

/** The name that the person's links show; '' when none was chosen. */
export function senderName(sql: SqlStorage): string {
  return sql.exec<{ nickname: string }>('SELECT nickname FROM sender').toArray()[0]?.nickname ?? '';
}

/** @param nickname  '' for none */
export function setSenderName(sql: SqlStorage, nickname: string): void {
  sql.exec('DELETE FROM sender');
  if (nickname !== '') sql.exec('INSERT INTO sender (nickname) VALUES (?)', nickname);
}

export function setLinkState(sql: SqlStorage, shareId: string, state: LinkState, nowMs: number): void {
  sql.exec('UPDATE links SET state = ?, changed_ms = ? WHERE share_id = ?', state, nowMs, shareId);
}

/** Removes a link that was never finished, and the answer stored for its idempotency key. */
export function forgetLink(sql: SqlStorage, operation: string, shareId: string): void {
  sql.exec("DELETE FROM links WHERE share_id = ? AND state = 'pending'", shareId);
  sql.exec('DELETE FROM _repeat WHERE operation = ? AND answer = ?', operation, JSON.stringify(shareId));
}

/** Finished links, newest first. @param after  the last one of the page before */
export function finishedLinks(
  sql: SqlStorage,
  after: { createdMs: number; shareId: string } | null,
  limit: number,
): LinkRow[] {
  return sql
    .exec<LinkRow>(
      "SELECT * FROM links WHERE state = 'done' AND (created_ms, share_id) < (?, ?) ORDER BY created_ms DESC, share_id DESC LIMIT ?",
      after?.createdMs ?? Number.MAX_SAFE_INTEGER,
      after?.shareId ?? '',
      limit,
    )
    .toArray();
}

/** These finished links, newest first. */
export function finishedLinksById(sql: SqlStorage, shareIds: readonly string[]): LinkRow[] {
  return sql
    .exec<LinkRow>(
      "SELECT * FROM links WHERE state = 'done' AND share_id IN (SELECT value FROM json_each(?)) ORDER BY created_ms DESC, share_id DESC",
      JSON.stringify(shareIds),
    )
    .toArray();
}

/** Links in this state that have not changed since. */
export function linksUnchangedSince(sql: SqlStorage, state: LinkState, sinceMs: number): LinkRow[] {
  return sql.exec<LinkRow>('SELECT * FROM links WHERE state = ? AND changed_ms <= ?', state, sinceMs).toArray();
}

export function oldestChange(sql: SqlStorage, state: LinkState): number | null {
  return sql.exec<{ at: number | null }>('SELECT min(changed_ms) AS at FROM links WHERE state = ?', state).one().at;
}

export function dropCancelledLinks(sql: SqlStorage, sinceMs: number): void {
  sql.exec("DELETE FROM links WHERE state = 'cancelled' AND changed_ms <= ?", sinceMs);
}

/** Removes every link, idempotency keys and their answers too. @returns every link that may still be open */
export function removeAllLinks(sql: SqlStorage): string[] {
  const open = sql.exec<{ share_id: string }>("SELECT share_id FROM links WHERE state <> 'cancelled'").toArray();
  sql.exec('DELETE FROM links');
  sql.exec('DELETE FROM sender');
  sql.exec('DELETE FROM _repeat');
  return open.map((row) => row.share_id);
}

export function hasPendingClosings(sql: SqlStorage): boolean {
  return sql.exec("SELECT 1 FROM _outbox WHERE event = 'share.closed' LIMIT 1").toArray().length > 0;
}
