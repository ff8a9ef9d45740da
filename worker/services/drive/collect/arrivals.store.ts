/**
 * Files that came in by links that collect, for their owner: the list with names and notes, and one letter an hour and link.
 * A link is due for a letter from its first file on, and as long as files are coming in; a file in parts counts once it is whole.
 */
import { isLocale } from '#shared/locale/tags.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/units.ts';
import { addBellItem } from '../bell/bell.store.ts';
import type { DriveTx } from '../core/tx.ts';
import { isLive, nodeById } from '../tree/tree.store.ts';
import { requireLinkRow } from './links.store.ts';

export const COLLECT_LETTER_COLUMNS = `
  ALTER TABLE collect_links ADD COLUMN locale TEXT NOT NULL DEFAULT 'en-US'; -- language in which its owner made it
  ALTER TABLE collect_links ADD COLUMN letter_ms INTEGER;                      -- when its owner is told next; null: nothing came
  ALTER TABLE collect_links ADD COLUMN told_ms INTEGER NOT NULL DEFAULT 0;   -- when its owner was told last
  ALTER TABLE collect_files ADD COLUMN told INTEGER NOT NULL DEFAULT 1;      -- files of an earlier release are not announced
  ALTER TABLE collect_files ADD COLUMN active_ms INTEGER NOT NULL DEFAULT 0; -- when a part of it came last
  CREATE INDEX collect_files_by_time ON collect_files (link_id, at_ms);
  CREATE INDEX collect_links_letter ON collect_links (letter_ms) WHERE letter_ms IS NOT NULL;
`;

/** 5 minutes: files that are sent together are in one letter. */
const FIRST_LETTER_MS = 5 * MINUTE_MS;
/** Between two letters about one link. */
const BETWEEN_LETTERS_MS = HOUR_MS;
/** The drive shows a line about new files for this long. */
const NOTE_MS = 7 * DAY_MS;
const ROWS = 100;

/** A file is coming in: plans the notification of its owner. */
export function expectLetter(tx: DriveTx, linkId: string): void {
  const [due] = tx.sql
    .exec<{ letter_ms: number }>(
      'UPDATE collect_links SET letter_ms = max(?, told_ms + ?) WHERE id = ? AND letter_ms IS NULL RETURNING letter_ms',
      tx.nowMs + FIRST_LETTER_MS,
      BETWEEN_LETTERS_MS,
      linkId,
    )
    .toArray();
  if (due) tx.wakeAt(due.letter_ms);
}

/** Publishes how many files came in by each link that is due. @returns when the next one is, epoch ms, or null */
export function announceArrivals(tx: DriveTx): number | null {
  const { sql, nowMs } = tx;
  const due = sql
    .exec<{ id: string; folder_id: string; locale: string; files: number; coming: number }>(
      `SELECT id, folder_id, locale,
         (SELECT count(*) FROM collect_files WHERE link_id = links.id AND state = 'accepted' AND told = 0) AS files,
         (SELECT count(*) FROM collect_files WHERE link_id = links.id AND state = 'coming'
           AND upload_id NOT IN (SELECT id FROM uploads WHERE state = 'open' AND by_part = 1)) AS coming
       FROM collect_links AS links WHERE letter_ms <= ?`,
      nowMs,
    )
    .toArray();
  for (const { id, folder_id: folderId, locale, files, coming } of due) {
    sql.exec(
      `UPDATE collect_links SET told_ms = CASE WHEN ?1 THEN ?2 ELSE told_ms END,
       letter_ms = CASE WHEN ?3 THEN ?2 + CASE WHEN ?1 THEN ?4 ELSE ?5 END END WHERE id = ?6`,
      files > 0 ? 1 : 0,
      nowMs,
      coming > 0 ? 1 : 0,
      BETWEEN_LETTERS_MS,
      FIRST_LETTER_MS,
      id,
    );
    if (files === 0) continue;
    sql.exec("UPDATE collect_files SET told = 1 WHERE link_id = ? AND state = 'accepted' AND told = 0", id);
    addBellItem(tx, {
      id: `collected-${id}-${nowMs}`,
      kind: 'files-collected',
      data: { count: files, nodeId: folderId, name: nodeById(sql, folderId)?.name ?? '' },
    });
    tx.publish('drive.collected', { folderId, files, locale: isLocale(locale) ? locale : 'en-US' });
  }
  return sql.exec<{ at: number | null }>('SELECT min(letter_ms) AS at FROM collect_links WHERE letter_ms > 0').one().at;
}

/** A link by which files came in lately. */
export interface CollectedNote {
  readonly folderId: string;
  /** '' for a general one. */
  readonly title: string;
  readonly lastMs: number;
}

/** The newest ones, at most three. */
export function collectedNotes(sql: SqlStorage, nowMs: number): CollectedNote[] {
  return sql
    .exec<{ folder_id: string; title: string; last_ms: number }>(
      'SELECT folder_id, title, last_ms FROM collect_links WHERE last_ms > ? AND accepted > 0 ORDER BY last_ms DESC LIMIT 3',
      nowMs - NOTE_MS,
    )
    .toArray()
    .filter(({ folder_id }) => isLive(sql, folder_id))
    .map((row) => ({ folderId: row.folder_id, title: row.title, lastMs: row.last_ms }));
}

/** A file as the owner of the link sees it. */
export interface CollectedFile {
  /** The same for files of one visit. */
  readonly receiptId: string;
  /** '' until it is in the folder. */
  readonly nodeId: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly state: 'coming' | 'accepted' | 'withdrawn';
  /** As the visitor wrote them; '' for none. */
  readonly visitor: string;
  readonly note: string;
  readonly atMs: number;
}

interface Row extends Record<string, SqlStorageValue> {
  receipt: string;
  file_key: string;
  node_id: string;
  name: string;
  size_bytes: number;
  state: string;
  visitor: string;
  note: string;
  at_ms: number;
}

/** Of the digest of a visitor's secret: enough to tell visits apart. */
const RECEIPT_ID_CHARS = 16;
const TOKEN = /^(\d{1,16})\.([\w-]{1,64})\.([\w-]{1,64})$/;

/** Files of a link, newest first. @param pageToken  one that is none begins anew @throws AppError not_found */
export function collectedFiles(
  sql: SqlStorage,
  linkId: string,
  pageToken: string,
): { files: CollectedFile[]; nextPageToken: string } {
  requireLinkRow(sql, linkId);
  const [, atMs, receipt, fileKey] = TOKEN.exec(pageToken) ?? [];
  const after = [Number(atMs ?? Number.MAX_SAFE_INTEGER), receipt ?? '', fileKey ?? ''];
  const rows = sql
    .exec<Row>(
      `SELECT receipt, file_key, node_id, name, size_bytes, state, visitor, note, at_ms FROM collect_files
       WHERE link_id = ? AND (at_ms, receipt, file_key) < (?, ?, ?)
       ORDER BY at_ms DESC, receipt DESC, file_key DESC LIMIT ?`,
      linkId,
      ...after,
      ROWS + 1,
    )
    .toArray();
  const shown = rows.slice(0, ROWS);
  const last = rows.length > ROWS ? shown.at(-1) : undefined;
  return {
    files: shown.map((row) => ({
      receiptId: row.receipt.slice(0, RECEIPT_ID_CHARS),
      nodeId: row.node_id,
      name: row.name,
      sizeBytes: row.size_bytes,
      state: row.state as CollectedFile['state'],
      visitor: row.visitor,
      note: row.note,
      atMs: row.at_ms,
    })),
    nextPageToken: last ? `${last.at_ms}.${last.receipt}.${last.file_key}` : '',
  };
}
