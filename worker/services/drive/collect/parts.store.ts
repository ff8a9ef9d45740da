/**
 * Files that visitors send in parts, inside the drive's transactions. A session waits for days, and holds the space of the parts that
 * are here. Of a crowded link those give their place up that hold nothing, and those of senders who were away for a day.
 */
import { COLLECT_OPEN_FILES, COLLECT_SESSION_MS } from '#shared/drive/collect/collect-terms.ts';
import { AppError } from '#shared/errors.ts';
import { DAY_MS, MINUTE_MS } from '#shared/units.ts';
import type { DriveTx } from '../core/tx.ts';
import { abortUpload } from '../upload/finish-session.ts';
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
  readonly name: string;
  readonly sizeBytes: number;
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

/** The session of a file that is coming in. @param isWhole  all of it is here @throws AppError not_found, failed_precondition */
export function sentUpload(tx: DriveTx, key: SentKey, isWhole = false): SentUpload {
  const link = requireLinkRow(tx.sql, key.linkId);
  requireTaking(tx.sql, link, tx.nowMs);
  const [row] = tx.sql
    .exec<{ upload_id: string; name: string; size_bytes: number }>(
      `SELECT upload_id, name, size_bytes FROM collect_files WHERE link_id = ? AND receipt = ? AND file_key = ? AND state = 'coming'`,
      key.linkId,
      key.receipt,
      key.fileKey,
    )
    .toArray();
  if (!row) throw new AppError('not_found', { reason: 'no_such_upload' });
  keepSession(tx, key, row.upload_id);
  if (isWhole) expectLetter(tx, key.linkId);
  return { uploadId: row.upload_id, name: row.name, sizeBytes: row.size_bytes, terms: termsOf(link) };
}
