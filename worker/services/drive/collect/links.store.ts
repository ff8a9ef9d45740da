/**
 * Links that collect files, in the drive of their owner. Counters of a link are kept by triggers, so that they hold whichever way an
 * upload ends: its file is accepted with the upload, and its place is free again without it.
 */
import {
  COLLECT_LATEST_MS,
  COLLECT_MAX_LINKS,
  type CollectKind,
  type CollectState,
} from '#shared/drive/collect/collect-terms.ts';
import { safeName } from '#shared/drive/safe-name.ts';
import { AppError, type ErrorName } from '#shared/errors.ts';
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import type { DriveTx } from '../core/tx.ts';
import { findOrMakeFolder } from '../tree/change.store.ts';
import { isLive, nodeById, requireFolder } from '../tree/tree.store.ts';
import { endSessions } from '../upload/by-part/sessions.store.ts';

/** Of uploads that end with their link. */
const CLOSED_MESSAGE = 'Link closed';

export interface CollectTerms {
  /** '' for a general one. */
  readonly title: string;
  readonly message: string;
  /** Null for never. */
  readonly endsMs: number | null;
  readonly kind: CollectKind;
  readonly extensions: readonly string[];
  /** 0 for any. */
  readonly fileBytes: number;
  /** Of all files together; 0 for as much as the owner's plan takes. */
  readonly totalBytes: number;
  readonly maxFiles: number;
  readonly byPerson: boolean;
}

export interface CollectRow extends Record<string, SqlStorageValue> {
  /** As in its address. */
  id: string;
  folder_id: string;
  title: string;
  message: string;
  created_ms: number;
  ends_ms: number | null;
  closed_ms: number | null;
  kind: string;
  /** Separated by commas. */
  extensions: string;
  file_bytes: number;
  total_bytes: number;
  max_files: number;
  by_person: number;
  /** Files that were accepted or are coming in. */
  taken: number;
  /** Rows of its files, withdrawn ones too. */
  total: number;
  accepted: number;
  /** When the last one was accepted. */
  last_ms: number | null;
}

/** A link as its owner sees it. */
export interface CollectData extends CollectTerms {
  readonly id: string;
  readonly folderId: string;
  readonly folderName: string;
  readonly state: CollectState;
  readonly createdMs: number;
  readonly files: number;
  readonly lastMs: number | null;
}

/** A new end is ahead. @throws AppError invalid_argument */
export function requireEndAhead({ endsMs }: CollectTerms, nowMs: number): void {
  if (endsMs === null || (endsMs > nowMs && endsMs <= nowMs + COLLECT_LATEST_MS)) return;
  const messageKey = 'drive.collect.refused.end';
  throw new AppError('invalid_argument', { reason: 'collect_terms', field: 'end_time', messageKey });
}

export const COLLECT_TABLES = `
  CREATE TABLE collect_links (
    id TEXT PRIMARY KEY,
    folder_id TEXT NOT NULL,
    title TEXT NOT NULL,
    message TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    ends_ms INTEGER,
    closed_ms INTEGER,
    kind TEXT NOT NULL,
    extensions TEXT NOT NULL,
    file_bytes INTEGER NOT NULL,
    max_files INTEGER NOT NULL,
    by_person INTEGER NOT NULL,
    taken INTEGER NOT NULL DEFAULT 0,
    total INTEGER NOT NULL DEFAULT 0,
    accepted INTEGER NOT NULL DEFAULT 0,
    last_ms INTEGER
  ) WITHOUT ROWID;
  CREATE INDEX collect_links_by_folder ON collect_links (folder_id);
  -- Files that visitors sent.
  CREATE TABLE collect_files (
    link_id TEXT NOT NULL,
    receipt TEXT NOT NULL,             -- digest of the visitor's secret
    file_key TEXT NOT NULL,            -- chosen by the sender: the same file sent again
    upload_id TEXT NOT NULL,
    state TEXT NOT NULL,               -- coming | accepted | withdrawn
    node_id TEXT NOT NULL DEFAULT '',
    revision INTEGER NOT NULL DEFAULT 0, -- of the node when it was accepted
    name TEXT NOT NULL,                -- as it was sent
    size_bytes INTEGER NOT NULL,
    visitor TEXT NOT NULL,
    note TEXT NOT NULL,
    checked INTEGER NOT NULL,          -- a human check was passed for it
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (link_id, receipt, file_key)
  ) WITHOUT ROWID;
  CREATE INDEX collect_files_coming ON collect_files (upload_id) WHERE state = 'coming';
  CREATE TRIGGER collect_added AFTER INSERT ON collect_files
    BEGIN UPDATE collect_links SET taken = taken + 1, total = total + 1 WHERE id = NEW.link_id; END;
  CREATE TRIGGER collect_accepted AFTER UPDATE OF state ON collect_files WHEN OLD.state = 'coming' AND NEW.state = 'accepted'
    BEGIN UPDATE collect_links SET accepted = accepted + 1, last_ms = NEW.at_ms WHERE id = NEW.link_id; END;
  CREATE TRIGGER collect_withdrawn AFTER UPDATE OF state ON collect_files WHEN OLD.state = 'accepted' AND NEW.state = 'withdrawn'
    BEGIN UPDATE collect_links SET accepted = accepted - 1, taken = taken - 1 WHERE id = NEW.link_id; END;
  CREATE TRIGGER collect_dropped AFTER DELETE ON collect_files
    BEGIN UPDATE collect_links SET total = total - 1, taken = taken - (OLD.state <> 'withdrawn'),
      accepted = accepted - (OLD.state = 'accepted') WHERE id = OLD.link_id; END;
  CREATE TRIGGER collect_upload_done AFTER UPDATE OF state ON uploads WHEN NEW.state = 'done' AND OLD.state <> 'done'
    BEGIN UPDATE collect_files SET state = 'accepted', node_id = coalesce(NEW.target_id, NEW.node_id),
      revision = coalesce((SELECT revision FROM nodes WHERE id = coalesce(NEW.target_id, NEW.node_id)), 0)
      WHERE upload_id = NEW.id AND state = 'coming'; END;
  CREATE TRIGGER collect_upload_failed AFTER UPDATE OF state ON uploads WHEN NEW.state IN ('failed', 'aborted')
    BEGIN DELETE FROM collect_files WHERE upload_id = NEW.id AND state = 'coming'; END;
  CREATE TRIGGER collect_upload_gone AFTER DELETE ON uploads
    BEGIN DELETE FROM collect_files WHERE upload_id = OLD.id AND state = 'coming'; END;
  CREATE TRIGGER collect_folder_gone AFTER DELETE ON nodes WHEN OLD.is_file = 0
    BEGIN DELETE FROM collect_links WHERE folder_id = OLD.id; END;
  CREATE TRIGGER collect_link_gone AFTER DELETE ON collect_links
    BEGIN DELETE FROM collect_files WHERE link_id = OLD.id; END;
`;

export const COLLECT_LANDED_COLUMN = `
  -- Content of the file when it came in; null: it did not yet, or an earlier version took it.
  ALTER TABLE collect_files ADD COLUMN landed_key TEXT;
  DROP TRIGGER collect_upload_done;
  CREATE TRIGGER collect_upload_done AFTER UPDATE OF state ON uploads WHEN NEW.state = 'done' AND OLD.state <> 'done'
    BEGIN UPDATE collect_files SET state = 'accepted', node_id = coalesce(NEW.target_id, NEW.node_id), landed_key = NEW.landed_key,
      revision = coalesce((SELECT revision FROM nodes WHERE id = coalesce(NEW.target_id, NEW.node_id)), 0)
      WHERE upload_id = NEW.id AND state = 'coming'; END;
`;

export const COLLECT_TOTAL_COLUMN = `
  -- Of all files together; 0: no bound of its own.
  ALTER TABLE collect_links ADD COLUMN total_bytes INTEGER NOT NULL DEFAULT 0;
`;

export function linkRow(sql: SqlStorage, id: string): CollectRow | null {
  return sql.exec<CollectRow>('SELECT * FROM collect_links WHERE id = ?', id).toArray()[0] ?? null;
}

/** @throws AppError not_found; so is another person's link, which is not in this drive */
export function requireLinkRow(sql: SqlStorage, id: string): CollectRow {
  const row = linkRow(sql, id);
  if (!row) throw new AppError('not_found', { reason: 'no_such_link' });
  return row;
}

export function stateOf(sql: SqlStorage, row: CollectRow, nowMs: number): CollectState {
  if (!isLive(sql, row.folder_id)) return 'gone';
  if (row.closed_ms !== null) return 'closed';
  if (row.ends_ms !== null && row.ends_ms <= nowMs) return 'ended';
  return row.taken >= row.max_files ? 'full' : 'open';
}

const CLOSED = {
  closed: 'drive.collect.refused.closed',
  ended: 'drive.collect.refused.ended',
} as const satisfies Partial<Record<CollectState, MessageKey>>;

export function refusal(name: ErrorName, reason: string, messageKey: MessageKey): AppError {
  return new AppError(name, { reason: `collect_${reason}`, messageKey });
}

/** A full link still takes the files that have their place. @throws AppError not_found, failed_precondition */
export function requireTaking(sql: SqlStorage, row: CollectRow, nowMs: number): void {
  const state = stateOf(sql, row, nowMs);
  // A deleted folder is no other answer than a link that never was.
  if (state === 'gone') throw new AppError('not_found', { reason: 'no_such_link' });
  if (state === 'closed' || state === 'ended') throw refusal('failed_precondition', state, CLOSED[state]);
}

export function termsOf(row: CollectRow): CollectTerms {
  return {
    title: row.title,
    message: row.message,
    endsMs: row.ends_ms,
    kind: row.kind as CollectKind,
    extensions: row.extensions === '' ? [] : row.extensions.split(','),
    fileBytes: row.file_bytes,
    totalBytes: row.total_bytes,
    maxFiles: row.max_files,
    byPerson: row.by_person === 1,
  };
}

export function dataOf(sql: SqlStorage, row: CollectRow, nowMs: number): CollectData {
  return {
    ...termsOf(row),
    id: row.id,
    folderId: row.folder_id,
    folderName: nodeById(sql, row.folder_id)?.name ?? '',
    state: stateOf(sql, row, nowMs),
    createdMs: row.created_ms,
    files: row.accepted,
    lastMs: row.last_ms,
  };
}

function valuesOf(terms: CollectTerms): SqlStorageValue[] {
  const { title, message, endsMs, kind, extensions, fileBytes, totalBytes, maxFiles, byPerson } = terms;
  return [title, message, endsMs, kind, extensions.join(','), fileBytes, totalBytes, maxFiles, byPerson ? 1 : 0];
}

/** @throws AppError file_not_found, file_in_recycle_bin, resource_exhausted */
export function insertLink(
  tx: DriveTx,
  { id, folderId, terms, locale }: { id: string; folderId: string; terms: CollectTerms; locale: string },
): CollectData {
  const { sql, nowMs } = tx;
  if (folderId === '') throw new AppError('file_not_found', { field: 'folder_id' });
  requireEndAhead(terms, nowMs);
  requireFolder(sql, folderId);
  const { links } = sql.exec<{ links: number }>('SELECT count(*) AS links FROM collect_links').one();
  if (links >= COLLECT_MAX_LINKS)
    throw new AppError('resource_exhausted', {
      reason: 'collect_links',
      messageKey: 'drive.collect.refused.links',
      messageParams: { limit: COLLECT_MAX_LINKS },
    });
  sql.exec(
    `INSERT INTO collect_links (id, folder_id, created_ms, locale, title, message, ends_ms, kind, extensions, file_bytes, total_bytes,
     max_files, by_person) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    folderId,
    nowMs,
    locale,
    ...valuesOf(terms),
  );
  return dataOf(sql, requireLinkRow(sql, id), nowMs);
}

export function updateTerms({ sql, nowMs }: DriveTx, id: string, terms: CollectTerms): CollectData {
  requireEndAhead(terms, nowMs);
  requireLinkRow(sql, id);
  sql.exec(
    `UPDATE collect_links SET title = ?, message = ?, ends_ms = ?, kind = ?, extensions = ?, file_bytes = ?, total_bytes = ?,
     max_files = ?, by_person = ? WHERE id = ?`,
    ...valuesOf(terms),
    id,
  );
  return dataOf(sql, requireLinkRow(sql, id), nowMs);
}

/** A link that is closed gives up the files in parts that are coming in. */
export function setClosed(tx: DriveTx, id: string, isClosed: boolean): CollectData {
  const { sql, nowMs } = tx;
  requireLinkRow(sql, id);
  if (isClosed) endSessions(tx, id, CLOSED_MESSAGE);
  sql.exec(
    'UPDATE collect_links SET closed_ms = CASE WHEN ? THEN coalesce(closed_ms, ?) END WHERE id = ?',
    isClosed ? 1 : 0,
    nowMs,
    id,
  );
  return dataOf(sql, requireLinkRow(sql, id), nowMs);
}

/** Files in parts that are coming in are given up; those of one request go on without a receipt. */
export function deleteLink(tx: DriveTx, id: string): void {
  requireLinkRow(tx.sql, id);
  endSessions(tx, id, CLOSED_MESSAGE);
  tx.sql.exec('DELETE FROM collect_links WHERE id = ?', id);
}

/** A folder of the visitor's name, where the owner wants one. */
export function folderOf(tx: DriveTx, link: CollectRow, visitor: string): string {
  if (link.by_person === 0 || visitor === '') return link.folder_id;
  return findOrMakeFolder(tx, { parentId: link.folder_id, name: safeName(visitor) }).row.id;
}

/** Newest first. @param folderId  '' for those of all folders */
export function listLinks(sql: SqlStorage, folderId: string, nowMs: number): CollectData[] {
  return sql
    .exec<CollectRow>(
      "SELECT * FROM collect_links WHERE folder_id = ?1 OR ?1 = '' ORDER BY created_ms DESC, id LIMIT ?2",
      folderId,
      COLLECT_MAX_LINKS,
    )
    .toArray()
    .map((row) => dataOf(sql, row, nowMs));
}
