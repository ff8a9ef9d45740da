/**
 * Files that visitors send in parts, inside the drive's transactions. A session waits for days, and holds the space of the parts that
 * are here. Of a crowded link those give their place up that hold nothing, and those of senders who were away for a day.
 */
import { COLLECT_OPEN_FILES, COLLECT_PART_BYTES, COLLECT_SESSION_MS } from '#shared/drive/collect/collect-terms.ts';
import { AppError } from '#shared/errors.ts';
import { DAY_MS, MINUTE_MS } from '#shared/units.ts';
import type { DriveTx } from '../core/tx.ts';
import { uploadData } from '../upload/begin-session.ts';
import { abortUpload } from '../upload/finish-session.ts';
import type { UploadData } from '../upload/rpc-types.ts';
import { partBytesOf } from '../upload/rules.ts';
import { uploadById } from '../upload/store.ts';
import { expectLetter } from './arrivals.store.ts';
import { type CollectTerms, requireLinkRow, requireTaking, termsOf } from './links.store.ts';

/** Files in parts of one link that wait or come in. */
const SESSIONS = 20;
/** 3 minutes: a part takes no longer on a line of 0.4 Mbit/s. */
const IDLE_MS = 3 * MINUTE_MS;

export interface SentKey {
  readonly linkId: string;
  /** Digest of the visitor's secret. */
  readonly receipt: string;
  readonly fileKey: string;
}

export interface SentUpload {
  readonly uploadId: string;
  /** False: it came in. */
  readonly isComing: boolean;
  readonly name: string;
  readonly terms: CollectTerms;
}

/** Ends the upload in parts of this link that waits longest, if its sender seems to be gone. @returns whether one ended */
export function giveUpIdle(tx: DriveTx, linkId: string): boolean {
  const [idle] = tx.sql
    .exec<{ id: string }>(
      `SELECT uploads.id, EXISTS (SELECT 1 FROM upload_parts WHERE upload_id = uploads.id) AS parts
       FROM collect_files JOIN uploads ON uploads.id = upload_id
       WHERE link_id = ?1 AND collect_files.state = 'coming' AND uploads.state = 'open' AND door = 'own'
         AND active_ms <= CASE WHEN parts THEN ?2 ELSE ?3 END
       ORDER BY parts, active_ms LIMIT 1`,
      linkId,
      tx.nowMs - DAY_MS,
      tx.nowMs - IDLE_MS,
    )
    .toArray();
  const row = idle ? uploadById(tx.sql, idle.id) : null;
  if (row) abortUpload(tx, row, 'Upload expired');
  return row !== null;
}

/** Files in parts of a link that are coming in. */
export function sessionsOf(sql: SqlStorage, linkId: string): number {
  return sql
    .exec<{ n: number }>(
      `SELECT count(*) AS n FROM collect_files JOIN uploads ON uploads.id = upload_id
       WHERE link_id = ? AND collect_files.state = 'coming' AND uploads.state = 'open' AND door = 'own'`,
      linkId,
    )
    .one().n;
}

export const areSessionsTaken = (sql: SqlStorage, linkId: string) => sessionsOf(sql, linkId) >= SESSIONS;

/** @throws AppError too_many_requests for a visitor who sends as many as one may */
export function requireOwnTurn({ sql }: DriveTx, { linkId, receipt }: Omit<SentKey, 'fileKey'>): void {
  const { n } = sql
    .exec<{ n: number }>(
      `SELECT count(*) AS n FROM collect_files JOIN uploads ON uploads.id = upload_id
       WHERE link_id = ? AND receipt = ? AND collect_files.state = 'coming' AND uploads.state = 'open' AND door = 'own'`,
      linkId,
      receipt,
    )
    .one();
  if (n < COLLECT_OPEN_FILES) return;
  throw new AppError('too_many_requests', {
    reason: 'collect_open_files',
    retryInSeconds: 5,
    messageKey: 'drive.collect.refused.open',
  });
}

/** A part is coming in: the session lives longer. */
export function keepSession(tx: DriveTx, { linkId, receipt, fileKey }: SentKey, uploadId: string): void {
  tx.sql.exec(
    'UPDATE collect_files SET active_ms = ? WHERE link_id = ? AND receipt = ? AND file_key = ?',
    tx.nowMs,
    linkId,
    receipt,
    fileKey,
  );
  tx.sql.exec(
    "UPDATE uploads SET deadline_ms = max(deadline_ms, ?) WHERE id = ? AND state = 'open'",
    tx.nowMs + COLLECT_SESSION_MS,
    uploadId,
  );
}

/** All of a file is here: the hour of taking it back begins now, however long it took. */
function arrive({ sql, nowMs }: DriveTx, { linkId, receipt, fileKey }: SentKey): void {
  sql.exec(
    'UPDATE collect_files SET at_ms = ? WHERE link_id = ? AND receipt = ? AND file_key = ?',
    nowMs,
    linkId,
    receipt,
    fileKey,
  );
}

/** A file in parts as its sender asks for it. @throws AppError not_found, failed_precondition */
export function sentSession(sql: SqlStorage, key: SentKey, nowMs: number): UploadData {
  requireTaking(sql, requireLinkRow(sql, key.linkId), nowMs);
  const [row] = sql
    .exec<{ upload_id: string; state: string; size_bytes: number }>(
      'SELECT upload_id, state, size_bytes FROM collect_files WHERE link_id = ? AND receipt = ? AND file_key = ?',
      key.linkId,
      key.receipt,
      key.fileKey,
    )
    .toArray();
  const upload = row?.state === 'coming' ? uploadById(sql, row.upload_id) : null;
  if (upload) return uploadData(sql, upload);
  if (!row || row.state === 'coming') throw new AppError('not_found', { reason: 'no_such_upload' });
  const sizeBytes = row.size_bytes;
  const partBytes = partBytesOf(sizeBytes, COLLECT_PART_BYTES);
  return { uploadId: row.upload_id, protocol: 'own', phase: 'done', sizeBytes, partBytes, parts: [], deadlineMs: 0 };
}

/** Gives up a file that is coming in; one that is none is no error. @throws AppError not_found */
export function dropSent(tx: DriveTx, { linkId, receipt, fileKey }: SentKey): { ok: true } {
  requireLinkRow(tx.sql, linkId);
  const [row] = tx.sql
    .exec<{ upload_id: string }>(
      "SELECT upload_id FROM collect_files WHERE link_id = ? AND receipt = ? AND file_key = ? AND state = 'coming'",
      linkId,
      receipt,
      fileKey,
    )
    .toArray();
  const upload = row ? uploadById(tx.sql, row.upload_id) : null;
  if (upload?.state === 'open') abortUpload(tx, upload, 'Cancelled');
  return { ok: true };
}

/** The session of a file that is coming in. @param isWhole  all of it is here @throws AppError not_found, failed_precondition */
export function sentUpload(tx: DriveTx, key: SentKey, isWhole = false): SentUpload {
  const link = requireLinkRow(tx.sql, key.linkId);
  const [row] = tx.sql
    .exec<{ upload_id: string; state: string; name: string }>(
      'SELECT upload_id, state, name FROM collect_files WHERE link_id = ? AND receipt = ? AND file_key = ?',
      key.linkId,
      key.receipt,
      key.fileKey,
    )
    .toArray();
  const isComing = row?.state === 'coming';
  if (!(row && isWhole && !isComing)) requireTaking(tx.sql, link, tx.nowMs);
  if (!row || (!isComing && !isWhole)) throw new AppError('not_found', { reason: 'no_such_upload' });
  if (isComing) keepSession(tx, key, row.upload_id);
  if (isComing && isWhole) {
    arrive(tx, key);
    expectLetter(tx, key.linkId);
  }
  return { uploadId: row.upload_id, isComing, name: row.name, terms: termsOf(link) };
}
