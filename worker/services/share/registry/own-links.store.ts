/** SQL of the page of one's own links: the facts that the registry holds of each link, and the search in them. No decisions. */
import { findKey } from '#shared/find/find-key.ts';
import type { LinkSort, ShareStatus } from '#shared/share/model.ts';
import { END_NOTICE_MS, type LinkRow } from './share-book.store.ts';

/** Facts of a link as its own object has them. */
export interface LinkFacts {
  readonly shareId: string;
  /** Number of the last change that the link has taken: facts of an earlier one are old. */
  readonly seq: number;
  /** Stored status of the link; `NOT_FOUND` where it is lost. */
  readonly status: string;
  readonly title: string;
  /** The title is the name of the first file or folder. */
  readonly isNamed: boolean;
  readonly fileNum: number;
  readonly fileKind: string;
  readonly sizeBytes: number;
  readonly expiresAtMs: number | null;
  readonly restoreCount: number;
  readonly viewCount: number;
  /** Wrong passcodes hold it up until then, epoch ms. */
  readonly blockedUntilMs: number;
}

export interface OwnLinksSearch {
  readonly sort: LinkSort;
  /** By the key for finding; '' for all. */
  readonly search: string;
  /** As texts were folded that no step has brought up to date. */
  readonly spelled: string;
  /** '' for all. */
  readonly status: ShareStatus | '';
  /** Links to exactly these files and folders, in any order; none: all. */
  readonly fileIds: readonly string[];
  /** Direct links alone; else those with a page. */
  readonly isDirect: boolean;
  /** The last row of the page before. */
  readonly after: { readonly key: number; readonly shareId: string } | null;
  readonly limit: number;
}

export interface OwnLinkRow extends LinkRow {
  shown_status: string;
  sort_key: number;
}

/** A link without an end is sorted behind all others. */
const NO_END = 9_000_000_000_000_000;

/** Status of a link as its owner reads it; `?1` is now. */
const SHOWN_STATUS = `CASE
  WHEN share_status <> 'OK' THEN share_status
  WHEN paused = 1 THEN 'DELETED'
  WHEN expires_ms IS NOT NULL AND expires_ms <= ?1 THEN 'EXPIRED'
  WHEN restore_limit <> -1 AND restore_count >= restore_limit THEN 'MAX_RESTORE_COUNT'
  WHEN pass_seal = '' THEN 'OK'
  WHEN blocked_until_ms > ?1 THEN 'PASS_CODE_ERROR'
  ELSE 'PASS_CODE_EMPTY' END`;

/** Only the order by time has an index: each further one would cost a row at every change of its figure. */
const SORTS: Readonly<Record<LinkSort, { readonly key: string; readonly direction: 'ASC' | 'DESC' }>> = {
  created: { key: 'created_ms', direction: 'DESC' },
  ends: { key: `coalesce(expires_ms, ${NO_END})`, direction: 'ASC' },
  views: { key: 'view_count', direction: 'DESC' },
  saves: { key: 'restore_count', direction: 'DESC' },
};

/** Text of a query. Bindings: now, search, status, key and id of the last row before, limit, files as JSON, search as older texts were folded. */
export function ownLinksSql(sort: LinkSort, isDirect: boolean): string {
  const { key, direction } = SORTS[sort];
  return `SELECT *, ${SHOWN_STATUS} AS shown_status, ${key} AS sort_key FROM links${isDirect ? ' INDEXED BY links_direct' : ''}
    WHERE state = 'done' AND share_to ${isDirect ? '=' : '<>'} '~direct' AND (${key}, share_id) ${direction === 'DESC' ? '<' : '>'} (?4, ?5)
      AND (?2 = '' OR instr(search_text, ?2) > 0 OR instr(search_text, ?8) > 0) AND (?3 = '' OR ${SHOWN_STATUS} = ?3)
      AND (?7 = '[]' OR root_ids = ?7 OR (json_array_length(root_ids) = json_array_length(?7)
        AND NOT EXISTS (SELECT 1 FROM json_each(root_ids) WHERE value NOT IN (SELECT value FROM json_each(?7)))))
    ORDER BY ${key} ${direction}, share_id ${direction} LIMIT ?6`;
}

export function ownLinks(sql: SqlStorage, query: OwnLinksSearch, nowMs: number): OwnLinkRow[] {
  const { sort, search, spelled, status, after, limit, fileIds, isDirect } = query;
  const first = SORTS[sort].direction === 'DESC' ? Number.MAX_SAFE_INTEGER : -1;
  return sql
    .exec<OwnLinkRow>(
      ownLinksSql(sort, isDirect),
      nowMs,
      search,
      status,
      after?.key ?? first,
      after?.shareId ?? '',
      limit,
      JSON.stringify(fileIds),
      spelled,
    )
    .toArray();
}

export function ownLinksById(sql: SqlStorage, shareIds: readonly string[], nowMs: number): OwnLinkRow[] {
  return sql
    .exec<OwnLinkRow>(
      `SELECT *, ${SHOWN_STATUS} AS shown_status, created_ms AS sort_key FROM links
       WHERE state = 'done' AND share_id IN (SELECT value FROM json_each(?2))`,
      nowMs,
      JSON.stringify(shareIds),
    )
    .toArray();
}

/** Finished links whose facts were never read. */
export function unreadLinks(sql: SqlStorage, limit: number): string[] {
  return sql
    .exec<{ share_id: string }>(
      // Without the name SQLite reads every finished link.
      "SELECT share_id FROM links INDEXED BY links_unread WHERE state = 'done' AND read_ms = 0 LIMIT ?",
      limit,
    )
    .toArray()
    .map((row) => row.share_id);
}

/** A search by both keys. One of signs that the key for finding leaves out is compared as it is. */
export function searchKeys(text: string): Pick<OwnLinksSearch, 'search' | 'spelled'> {
  const spelled = text.trim().normalize('NFKC').toLowerCase();
  return { search: findKey(text).trim() || spelled, spelled };
}

/** Links of one step. */
const STEP_LINKS = 1_000;

/** Links that were made before there was a key for finding are found as they are spelled until steps of the alarm have given them one. */
export function isFilling(sql: SqlStorage): boolean {
  return sql.exec('SELECT 1 FROM find_fill').toArray().length > 0;
}

/** Gives the next links their texts for searches. @returns whether more are left */
export function fillSearchTexts(sql: SqlStorage): boolean {
  const [place] = sql.exec<{ after: string }>('SELECT after FROM find_fill').toArray();
  if (!place) return false;
  const rows = sql
    .exec<{ share_id: string }>(
      'SELECT share_id FROM links WHERE share_id > ? ORDER BY share_id LIMIT ?',
      place.after,
      STEP_LINKS,
    )
    .toArray();
  for (const { share_id } of rows) storeSearchText(sql, share_id);
  if (rows.length === STEP_LINKS) sql.exec('UPDATE find_fill SET after = ?', rows.at(-1)?.share_id ?? '');
  else sql.exec('DELETE FROM find_fill');
  return rows.length === STEP_LINKS;
}

/** Stores the facts of a link, unless its owner has changed it since they were read. */
export function recordFacts(sql: SqlStorage, facts: LinkFacts, nowMs: number): void {
  const { shareId, seq, status, title, isNamed, fileNum, fileKind, sizeBytes } = facts;
  if (status === 'NOT_FOUND') {
    sql.exec('UPDATE links SET share_status = ?, read_ms = ? WHERE share_id = ?', status, nowMs, shareId);
    return;
  }
  sql.exec(
    `UPDATE links SET share_status = ?3, title = ?4, name = CASE WHEN ?5 THEN ?4 ELSE name END, file_num = ?6, file_kind = ?7,
       size_bytes = ?8, expires_ms = ?9, restore_count = ?10, view_count = ?11, blocked_until_ms = ?12, read_ms = ?13
     WHERE share_id = ?1 AND state = 'done' AND changes = ?2`,
    shareId,
    seq,
    status,
    title,
    isNamed ? 1 : 0,
    fileNum,
    fileKind,
    sizeBytes,
    facts.expiresAtMs,
    facts.restoreCount,
    facts.viewCount,
    facts.blockedUntilMs,
    nowMs,
  );
  storeSearchText(sql, shareId);
}

/** Brings the text that searches read up to the title. */
export function storeSearchText(sql: SqlStorage, shareId: string): void {
  const row = sql
    .exec<{ title: string; name: string; search_text: string }>(
      'SELECT title, name, search_text FROM links WHERE share_id = ?',
      shareId,
    )
    .toArray()[0];
  if (!row) return;
  const text = [...new Set([row.title, row.name])].map(findKey).join('\n');
  if (text !== row.search_text) sql.exec('UPDATE links SET search_text = ? WHERE share_id = ?', text, shareId);
}

/** Facts of a link that has just been made. */
export interface NewLinkFacts extends Pick<LinkFacts, 'title' | 'fileNum' | 'fileKind' | 'sizeBytes'> {
  /** Of the first file or folder. */
  readonly name: string;
}

export function storeNewFacts(sql: SqlStorage, shareId: string, facts: NewLinkFacts, nowMs: number): void {
  sql.exec(
    'UPDATE links SET title = ?, name = ?, file_num = ?, file_kind = ?, size_bytes = ?, read_ms = ? WHERE share_id = ?',
    facts.title,
    facts.name,
    facts.fileNum,
    facts.fileKind,
    facts.sizeBytes,
    nowMs,
    shareId,
  );
  storeSearchText(sql, shareId);
}

/** A link that ends soon. */
export interface EndingLink {
  readonly shareId: string;
  readonly title: string;
  readonly expiresAtMs: number;
  /** Language of its owner. */
  readonly locale: string;
}

const IS_ENDING = "state = 'done' AND end_noticed = 0 AND expires_ms IS NOT NULL";

/** When the owner is notified next of a link that ends, epoch ms, or null. */
export function nextEnd(sql: SqlStorage, nowMs: number): number | null {
  const query = `SELECT min(expires_ms) AS at FROM links INDEXED BY links_ending WHERE ${IS_ENDING} AND expires_ms > ?`;
  const at = sql.exec<{ at: number | null }>(query, nowMs).one().at;
  return at === null ? null : Math.max(nowMs, at - END_NOTICE_MS);
}

/** Marks the links that end within a day. @returns those that are open, and were made for longer than a day */
export function takeEnding(sql: SqlStorage, nowMs: number): EndingLink[] {
  const rows = sql
    .exec<{ share_id: string; title: string; expires_ms: number; locale: string; is_told: number }>(
      `UPDATE links INDEXED BY links_ending SET end_noticed = 1 WHERE ${IS_ENDING} AND expires_ms > ?1 AND expires_ms <= ?1 + ${END_NOTICE_MS}
       RETURNING share_id, title, expires_ms, locale,
         (share_status = 'OK' AND paused = 0 AND expires_ms - max(created_ms, changed_ms) > ${END_NOTICE_MS}) AS is_told`,
      nowMs,
    )
    .toArray();
  return rows
    .filter((row) => row.is_told === 1)
    .map((row) => ({ shareId: row.share_id, title: row.title, expiresAtMs: row.expires_ms, locale: row.locale }));
}
