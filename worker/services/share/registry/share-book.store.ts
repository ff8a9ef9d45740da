/**
 * All SQL of ShareBookObject: the links of one person. No decisions.
 */
import { DAY_MS } from '#shared/units.ts';

/** The owner is notified this long before a link ends. */
export const END_NOTICE_MS = DAY_MS;

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
  changes: number;
  title: string;
  name: string;
  file_num: number;
  file_kind: string;
  size_bytes: number;
  expires_ms: number | null;
  note: string;
  view_only: number;
  previews_hidden: number;
  paused: number;
  share_status: string;
  restore_count: number;
  view_count: number;
  read_ms: number;
}

export interface NewLink {
  readonly shareId: string;
  readonly rootIds: readonly string[];
  readonly shareTo: string;
  readonly passSeal: string;
  readonly expirationDays: number;
  /** In place of the days, epoch ms. */
  readonly expiresAtMs?: number;
  readonly restoreLimit: number;
  readonly note: string;
  readonly viewOnly: boolean;
  readonly previewsHidden: boolean;
  /** Language of the owner. */
  readonly locale: string;
}

export function insertLink(sql: SqlStorage, link: NewLink, nowMs: number): void {
  sql.exec(
    `INSERT INTO links (share_id, state, root_ids, share_to, pass_seal, expiration_days, restore_limit, created_ms, changed_ms, expires_ms,
       note, view_only, previews_hidden, locale) VALUES (?, 'pending', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    link.shareId,
    JSON.stringify(link.rootIds),
    link.shareTo,
    link.passSeal,
    link.expirationDays,
    link.restoreLimit,
    nowMs,
    nowMs,
    link.expiresAtMs ?? (link.expirationDays === -1 ? null : nowMs + link.expirationDays * DAY_MS),
    link.note,
    link.viewOnly ? 1 : 0,
    link.previewsHidden ? 1 : 0,
    link.locale,
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
  /** null: never. */
  readonly expiresAtMs?: number | null;
  readonly restoreLimit?: number;
  readonly title?: string;
  /** The title is the name of the first file or folder. */
  readonly isNamed?: boolean;
  readonly note?: string;
  readonly viewOnly?: boolean;
  readonly previewsHidden?: boolean;
  readonly paused?: boolean;
}

function flag(value: boolean | undefined): number | null {
  return value === undefined ? null : Number(value);
}

/** Changes the given terms of a link. @returns the number of this change */
export function changeLink(sql: SqlStorage, change: LinkChange, nowMs: number): number {
  const isEndChanged = change.expiresAtMs === undefined ? 0 : 1;
  // The owner has just chosen it: no notice follows.
  const isNear = (change.expiresAtMs ?? Number.POSITIVE_INFINITY) <= nowMs + END_NOTICE_MS;
  return sql
    .exec<{ changes: number }>(
      `UPDATE links SET pass_seal = coalesce(?, pass_seal), expiration_days = coalesce(?, expiration_days),
         restore_limit = coalesce(?, restore_limit), title = coalesce(?, title), name = coalesce(?, name), note = coalesce(?, note),
         view_only = coalesce(?, view_only), previews_hidden = coalesce(?, previews_hidden), paused = coalesce(?, paused), changes = changes + 1,
         blocked_until_ms = CASE WHEN ? THEN 0 ELSE blocked_until_ms END,
         end_noticed = CASE WHEN ? THEN ? ELSE end_noticed END, expires_ms = CASE WHEN ? THEN ? ELSE expires_ms END
       WHERE share_id = ? RETURNING changes`,
      change.passSeal ?? null,
      change.expirationDays ?? null,
      change.restoreLimit ?? null,
      change.title ?? null,
      change.isNamed ? (change.title ?? null) : null,
      change.note ?? null,
      flag(change.viewOnly),
      flag(change.previewsHidden),
      flag(change.paused),
      change.passSeal === undefined ? 0 : 1,
      isEndChanged,
      isNear ? 1 : 0,
      isEndChanged,
      change.expiresAtMs ?? null,
      change.shareId,
    )
    .one().changes;
}

/** The name by which strangers know a person. */
export interface PublicName {
  /** '' for a masked one. */
  readonly nickname: string;
  /** The person has chosen the name, or to stay masked; or an operator has. */
  readonly isDecided: boolean;
}

export function publicName(sql: SqlStorage): PublicName {
  const [row] = sql.exec<{ nickname: string }>('SELECT nickname FROM sender').toArray();
  return { nickname: row?.nickname ?? '', isDecided: row !== undefined };
}

/** @param nickname  '' to stay masked */
export function setPublicName(sql: SqlStorage, nickname: string): void {
  sql.exec('DELETE FROM sender');
  sql.exec('INSERT INTO sender (nickname) VALUES (?)', nickname);
}

/** Keys of names that operators took away from the person. */
export function removedNames(sql: SqlStorage): string[] {
  const rows = sql.exec<{ name_key: string }>('SELECT name_key FROM removed_names').toArray();
  return rows.map((row) => row.name_key);
}

export function insertRemovedName(sql: SqlStorage, nameKey: string): void {
  sql.exec('INSERT OR IGNORE INTO removed_names (name_key) VALUES (?)', nameKey);
}

export function setLinkState(sql: SqlStorage, shareId: string, state: LinkState, nowMs: number): void {
  sql.exec('UPDATE links SET state = ?, changed_ms = ? WHERE share_id = ?', state, nowMs, shareId);
}

/** Removes a link that was never finished, and the answer stored for its idempotency key. */
export function forgetLink(sql: SqlStorage, operation: string, shareId: string): void {
  sql.exec("DELETE FROM links WHERE share_id = ? AND state = 'pending'", shareId);
  sql.exec('DELETE FROM _repeat WHERE operation = ? AND answer = ?', operation, JSON.stringify(shareId));
}

/** The direct link of a file that is made or being made. */
export function directLinkOf(sql: SqlStorage, fileId: string): LinkRow | null {
  return (
    sql
      .exec<LinkRow>(
        "SELECT * FROM links WHERE share_to = '~direct' AND root_ids = ? AND state <> 'cancelled'",
        JSON.stringify([fileId]),
      )
      .toArray()[0] ?? null
  );
}

export function countDirectLinks(sql: SqlStorage): number {
  const text = "SELECT count(*) AS n FROM links WHERE share_to = '~direct' AND state <> 'cancelled'";
  return sql.exec<{ n: number }>(text).one().n;
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

/** Removes every link and follow, idempotency keys and their answers too. @returns every link that may still be open */
export function removeAllLinks(sql: SqlStorage): string[] {
  const open = allLinkIds(sql);
  sql.exec('DELETE FROM links');
  sql.exec('DELETE FROM sender');
  sql.exec('DELETE FROM removed_names');
  sql.exec('DELETE FROM follows');
  sql.exec('DELETE FROM mailed');
  sql.exec('DELETE FROM _repeat');
  return open;
}

/** Links that are not cancelled. */
export function allLinkIds(sql: SqlStorage): string[] {
  const open = sql.exec<{ share_id: string }>("SELECT share_id FROM links WHERE state <> 'cancelled'").toArray();
  return open.map((row) => row.share_id);
}

export interface LinkSums {
  readonly links: number;
  readonly directLinks: number;
}

/** Finished links that are not cancelled. */
export function linkSums(sql: SqlStorage): LinkSums {
  const { links, direct } = sql
    .exec<{ links: number; direct: number }>(
      "SELECT count(*) AS links, coalesce(sum(share_to = '~direct'), 0) AS direct FROM links WHERE state = 'done'",
    )
    .one();
  return { links: links - direct, directLinks: direct };
}

/** Whether an event of this name waits to be delivered. */
export function hasWaiting(sql: SqlStorage, event: string): boolean {
  return sql.exec('SELECT 1 FROM _outbox WHERE event = ? LIMIT 1', event).toArray().length > 0;
}

export interface OwnLink {
  readonly shareId: string;
  readonly state: LinkState;
  readonly rootIds: readonly string[];
  readonly shareTo: string;
  readonly passSeal: string;
  readonly expirationDays: number;
  /** null: never. */
  readonly expiresAtMs: number | null;
  readonly restoreLimit: number;
  readonly createdMs: number;
  readonly note: string;
  readonly viewOnly: boolean;
  readonly previewsHidden: boolean;
}

export function toOwnLink(row: LinkRow): OwnLink {
  return {
    shareId: row.share_id,
    state: row.state as LinkState,
    rootIds: JSON.parse(row.root_ids) as string[],
    shareTo: row.share_to,
    passSeal: row.pass_seal,
    expirationDays: row.expiration_days,
    expiresAtMs: row.expires_ms,
    restoreLimit: row.restore_limit,
    createdMs: row.created_ms,
    note: row.note,
    viewOnly: row.view_only === 1,
    previewsHidden: row.previews_hidden === 1,
  };
}
