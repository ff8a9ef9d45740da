/**
 * All SQL of ShareObject: the link's one row, claims, guesses and viewers. No decisions.
 */

import type { PersonBlock } from '#worker/platform/session-guard.ts';
import { addEarlierViews, addSave, removeSave } from './days.store.ts';
import type { LinkTerms } from './rpc-types.ts';
import type { ShareFacts, StoredStatus } from './rules.ts';

export interface ShareRow extends Record<string, SqlStorageValue> {
  share_id: string;
  owner_id: string;
  /** JSON array of node ids. */
  root_ids: string;
  custom_title: string;
  title: string;
  file_num: number;
  file_kind: string;
  size_bytes: number;
  created_ms: number;
  expires_ms: number | null;
  restore_limit: number | null;
  restore_count: number;
  view_count: number;
  status: string;
  cancelled: number;
  salt: string;
  pass_hash: string;
  pass_version: number;
  epoch: number;
  version: number;
  change_seq: number;
  item_num: number | null;
  leases_until_ms: number;
  tallied_views: number;
  early_views: number;
  direct: number;
  locale: string;
  decision: number;
  note: string;
  view_only: number;
  previews_hidden: number;
  paused: number;
  guesses: number;
  guesses_until_ms: number;
  blocked: number;
  owner_blocked: number;
  owner_seq: number;
  uncounted: number;
  counted_ms: number;
}

/** Facts of a new link. */
export interface NewShare {
  readonly shareId: string;
  readonly ownerId: string;
  readonly rootIds: readonly string[];
  readonly customTitle: string;
  readonly title: string;
  readonly fileNum: number;
  readonly fileKind: string;
  readonly sizeBytes: number;
  readonly expiresAtMs: number | null;
  readonly restoreLimit: number | null;
  readonly salt: string;
  /** Hex; '' when there is no passcode. */
  readonly passHash: string;
  /** Of its owner. */
  readonly locale?: string;
  readonly note?: string;
  readonly viewOnly?: boolean;
  readonly previewsHidden?: boolean;
  /** It has one file and no page. */
  readonly isDirect?: boolean;
}

/** A link that was cancelled before it was created. */
export const NOTHING_SHARED: Omit<NewShare, 'shareId' | 'ownerId'> = {
  rootIds: [],
  customTitle: '',
  title: '',
  fileNum: 0,
  fileKind: '',
  sizeBytes: 0,
  expiresAtMs: null,
  restoreLimit: null,
  salt: '',
  passHash: '',
};

export function shareRow(sql: SqlStorage): ShareRow | null {
  return sql.exec<ShareRow>('SELECT * FROM share').toArray()[0] ?? null;
}

export function factsOf(row: ShareRow): ShareFacts {
  return {
    status: row.status as StoredStatus,
    paused: row.paused === 1,
    ownerBlocked: row.owner_blocked === 1,
    expiresAtMs: row.expires_ms,
    restoreLimit: row.restore_limit,
    restoreCount: row.restore_count,
    locked: row.pass_hash !== '',
    passVersion: row.pass_version,
  };
}

export function insertShare(
  sql: SqlStorage,
  share: NewShare,
  status: StoredStatus,
  cancelled: boolean,
  nowMs: number,
): void {
  sql.exec(
    `INSERT INTO share (share_id, owner_id, root_ids, custom_title, title, file_num, file_kind, size_bytes, created_ms, expires_ms, restore_limit,
       status, cancelled, salt, pass_hash, pass_version, locale, note, view_only, previews_hidden, direct, uncounted)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
    share.shareId,
    share.ownerId,
    JSON.stringify(share.rootIds),
    share.customTitle,
    share.title,
    share.fileNum,
    share.fileKind,
    share.sizeBytes,
    nowMs,
    share.expiresAtMs,
    share.restoreLimit,
    status,
    cancelled ? 1 : 0,
    share.salt,
    share.passHash,
    share.passHash === '' ? 0 : 1,
    share.locale ?? '',
    share.note ?? '',
    share.viewOnly ? 1 : 0,
    share.previewsHidden ? 1 : 0,
    share.isDirect ? 1 : 0,
  );
}

/** Every link and token that was made before ends with a change of status. */
export function setStatus(sql: SqlStorage, status: StoredStatus, cancelled: boolean): void {
  sql.exec(
    'UPDATE share SET status = ?, cancelled = max(cancelled, ?), epoch = epoch + 1, version = version + 1',
    status,
    cancelled ? 1 : 0,
  );
}

/** An operator decides about the link itself. @param decision  number of the decision of a case; 0 for another one */
export function setDecision(sql: SqlStorage, decision: number): void {
  sql.exec('UPDATE share SET decision = max(decision, ?), blocked = 0', decision);
}

/** @param isBlocked  it is closed because operators closed the contents of its roots */
export function setBlocked(sql: SqlStorage, isBlocked: boolean): void {
  sql.exec('UPDATE share SET blocked = ?', isBlocked ? 1 : 0);
}

/** Links to contents and tokens that were made before end with a block of the owner. */
export function setOwnerBlock(sql: SqlStorage, { isBlocked, seq }: PersonBlock): void {
  sql.exec(
    'UPDATE share SET owner_blocked = ?1, owner_seq = ?2, epoch = epoch + ?1, version = version + 1 WHERE owner_seq < ?2',
    isBlocked ? 1 : 0,
    seq,
  );
}

export function setPassCode(sql: SqlStorage, salt: string, passHash: string): void {
  sql.exec(
    'UPDATE share SET salt = ?, pass_hash = ?, pass_version = pass_version + 1, epoch = epoch + 1, guesses = 0, guesses_until_ms = 0',
    salt,
    passHash,
  );
}

/** Gives a link new terms. */
export function setTerms(sql: SqlStorage, seq: number, terms: LinkTerms): void {
  const { pass, expiresAtMs, restoreLimit, title, isNamed = false, note, viewOnly, previewsHidden, paused } = terms;
  if (pass) setPassCode(sql, pass.salt, pass.passHash);
  if (expiresAtMs !== undefined) sql.exec('UPDATE share SET expires_ms = ?', expiresAtMs);
  if (restoreLimit !== undefined) sql.exec('UPDATE share SET restore_limit = ?', restoreLimit);
  if (title !== undefined) sql.exec('UPDATE share SET custom_title = ?, title = ?', isNamed ? '' : title, title);
  if (note !== undefined) sql.exec('UPDATE share SET note = ?', note);
  // Content links that were made before end.
  if (viewOnly !== undefined)
    sql.exec('UPDATE share SET epoch = epoch + (?1 > view_only), view_only = ?1', viewOnly ? 1 : 0);
  if (previewsHidden !== undefined) sql.exec('UPDATE share SET previews_hidden = ?', previewsHidden ? 1 : 0);
  if (paused !== undefined) sql.exec('UPDATE share SET paused = ?', paused ? 1 : 0);
  sql.exec('UPDATE share SET change_seq = ?', seq);
}

/** Complete files at and below the roots. */
export interface ShareSize {
  readonly sizeBytes: number;
  readonly fileCount: number;
}

export function setSize(sql: SqlStorage, ownerId: string, { fileCount, sizeBytes }: ShareSize): null {
  sql.exec('UPDATE share SET file_num = ?, size_bytes = ? WHERE owner_id = ?', fileCount, sizeBytes, ownerId);
  return null;
}

/** Notes that what is there now is being counted. */
export function beginCount(sql: SqlStorage, nowMs: number): void {
  sql.exec('UPDATE share SET uncounted = 0, counted_ms = ?', nowMs);
}

export function setItemNum(sql: SqlStorage, count: number): void {
  sql.exec('UPDATE share SET item_num = ?', count);
}

/** Removes names and ids of the owner's drive, and the passcode. */
export function removeNames(sql: SqlStorage): void {
  sql.exec("UPDATE share SET custom_title = '', title = '', note = '', root_ids = '[]', salt = '', pass_hash = ''");
}

export function raiseVersion(sql: SqlStorage): void {
  sql.exec('UPDATE share SET version = version + 1, uncounted = 1');
}

/** Leases may be out until then. */
export function setLeasesUntil(sql: SqlStorage, untilMs: number): void {
  sql.exec('UPDATE share SET leases_until_ms = ?', untilMs);
}

export function setTitle(sql: SqlStorage, title: string): void {
  sql.exec('UPDATE share SET title = ?', title);
}

/** Uses one guess of the window. @returns false when none is left. One statement: parallel guesses cannot exceed the limit. */
export function takeGuess(sql: SqlStorage, limit: number, windowMs: number, nowMs: number): boolean {
  return (
    sql
      .exec(
        `UPDATE share SET
           guesses = CASE WHEN guesses_until_ms <= ?1 THEN 1 ELSE guesses + 1 END,
           guesses_until_ms = CASE WHEN guesses_until_ms <= ?1 THEN ?1 + ?2 ELSE guesses_until_ms END
         WHERE guesses_until_ms <= ?1 OR guesses < ?3 RETURNING 1`,
        nowMs,
        windowMs,
        limit,
      )
      .toArray().length > 0
  );
}

/** Undoes `takeGuess`: a right passcode does not count. */
export function giveGuessBack(sql: SqlStorage): void {
  sql.exec('UPDATE share SET guesses = max(0, guesses - 1)');
}

/** @param total  all views that were ever counted of this link without their day: an earlier total changes nothing */
export function setEarlyViews(sql: SqlStorage, total: number): void {
  const more = total - (shareRow(sql)?.early_views ?? total);
  if (more <= 0) return;
  sql.exec('UPDATE share SET early_views = ?1, tallied_views = tallied_views + ?2', total, more);
  addEarlierViews(sql, more);
}

export function addTalliedViews(sql: SqlStorage, views: number): void {
  sql.exec('UPDATE share SET tallied_views = tallied_views + ?', views);
}

export interface ClaimRow extends Record<string, SqlStorageValue> {
  used: number;
  /** Of the restore that used it. */
  task_id: string;
  parent_id: string;
}

export function claimRow(sql: SqlStorage, requestKey: string): ClaimRow | null {
  return (
    sql.exec<ClaimRow>('SELECT used, task_id, parent_id FROM claims WHERE request_key = ?', requestKey).toArray()[0] ??
    null
  );
}

/** Counts one restore on a day, unless the limit is reached. One statement decides: parallel calls cannot exceed it. */
export function countRestore(sql: SqlStorage, day: string): boolean {
  const isCounted =
    sql
      .exec(
        'UPDATE share SET restore_count = restore_count + 1 WHERE restore_limit IS NULL OR restore_count < restore_limit RETURNING 1',
      )
      .toArray().length > 0;
  if (isCounted) addSave(sql, day);
  return isCounted;
}

export function uncountRestore(sql: SqlStorage): void {
  const isUncounted =
    sql.exec('UPDATE share SET restore_count = restore_count - 1 WHERE restore_count > 0 RETURNING 1').toArray()
      .length > 0;
  if (isUncounted) removeSave(sql);
}

export function holdClaim(sql: SqlStorage, requestKey: string, recipientId: string, nowMs: number): void {
  sql.exec(
    `INSERT INTO claims (request_key, holders, used, task_id, parent_id, at_ms, recipient_id) VALUES (?, 1, 0, '', '', ?, ?)
     ON CONFLICT (request_key) DO UPDATE SET holders = holders + 1, at_ms = excluded.at_ms, recipient_id = excluded.recipient_id`,
    requestKey,
    nowMs,
    recipientId,
  );
}

/** Records on a used claim that one more save was counted before the drive answered. */
export function holdAdvance(sql: SqlStorage, requestKey: string, recipientId: string, nowMs: number): void {
  sql.exec(
    'UPDATE claims SET advance = advance + 1, at_ms = ?, recipient_id = ? WHERE request_key = ?',
    nowMs,
    recipientId,
    requestKey,
  );
}

/** Undoes `holdAdvance`. @returns false when another call has undone it */
export function dropAdvance(sql: SqlStorage, requestKey: string): boolean {
  return (
    sql
      .exec('UPDATE claims SET advance = advance - 1 WHERE request_key = ? AND advance > 0 RETURNING 1', requestKey)
      .toArray().length > 0
  );
}

export interface AbandonedClaim extends Record<string, SqlStorageValue> {
  request_key: string;
  recipient_id: string;
}

const IS_OPEN = '(used = 0 OR advance > 0)';

/** Claims whose calls have not ended them since `sinceMs`. Renews their time. */
export function renewAbandonedClaims(sql: SqlStorage, sinceMs: number, nowMs: number): AbandonedClaim[] {
  return sql
    .exec<AbandonedClaim>(
      `UPDATE claims SET at_ms = ? WHERE ${IS_OPEN} AND at_ms <= ? RETURNING request_key, recipient_id`,
      nowMs,
      sinceMs,
    )
    .toArray();
}

/** When the oldest open claim was made or renewed, epoch ms, or null. */
export function oldestOpenClaim(sql: SqlStorage): number | null {
  return sql.exec<{ at: number | null }>(`SELECT min(at_ms) AS at FROM claims WHERE ${IS_OPEN}`).one().at;
}

/**
 * Ends a claim whose calls have ended, unless it was renewed after `atMs`.
 * @param saved  the restore of this request in the drive, or null
 */
export function settleClaim(
  sql: SqlStorage,
  requestKey: string,
  atMs: number,
  saved: { taskId: string; parentId: string } | null,
): void {
  const row = sql
    .exec<{ used: number; advance: number; task_id: string }>(
      `SELECT used, advance, task_id FROM claims WHERE request_key = ? AND at_ms = ? AND ${IS_OPEN}`,
      requestKey,
      atMs,
    )
    .toArray()[0];
  if (!row) return;
  const counted = row.advance + (row.used === 0 ? 1 : 0);
  const made = saved && saved.taskId !== row.task_id ? 1 : 0;
  for (let left = counted - made; left > 0; left -= 1) uncountRestore(sql);
  sql.exec('UPDATE claims SET holders = 0, advance = 0 WHERE request_key = ?', requestKey);
  if (saved) spendClaim(sql, requestKey, saved.taskId, saved.parentId);
  else sql.exec('DELETE FROM claims WHERE request_key = ? AND used = 0', requestKey);
}

export function spendClaim(sql: SqlStorage, requestKey: string, taskId: string, parentId: string): void {
  sql.exec(
    'UPDATE claims SET used = 1, task_id = ?, parent_id = ? WHERE request_key = ?',
    taskId,
    parentId,
    requestKey,
  );
}

/** Releases one holder of a claim. @returns true when the claim was deleted: unused and without holders */
export function dropClaim(sql: SqlStorage, requestKey: string): boolean {
  sql.exec('UPDATE claims SET holders = max(0, holders - 1) WHERE request_key = ?', requestKey);
  return (
    sql.exec('DELETE FROM claims WHERE request_key = ? AND holders = 0 AND used = 0 RETURNING 1', requestKey).toArray()
      .length > 0
  );
}
