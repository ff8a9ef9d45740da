/**
 * Files that visitors send in parts, inside the drive's transactions. A session holds a place and space, so it lives only while parts
 * come in, and gives its place up to others sooner.
 */
import { COLLECT_SESSION_MS } from '#shared/drive/collect/collect-terms.ts';
import { AppError } from '#shared/errors.ts';
import { MINUTE_MS } from '#shared/units.ts';
import type { DriveTx } from '../core/tx.ts';
import { abortUpload } from '../upload/finish-session.ts';
import { uploadById } from '../upload/store.ts';
import { type CollectTerms, requireLinkRow, termsOf } from './links.store.ts';

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
      `SELECT uploads.id FROM collect_files JOIN uploads ON uploads.id = upload_id
       WHERE link_id = ? AND collect_files.state = 'coming' AND uploads.state = 'open' AND door = 'own' AND active_ms <= ?
       ORDER BY active_ms LIMIT 1`,
      linkId,
      tx.nowMs - IDLE_MS,
    )
    .toArray();
  const row = idle ? uploadById(tx.sql, idle.id) : null;
  if (row) abortUpload(tx, row, 'Upload expired');
  return row !== null;
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

/** The session of a file that is coming in. @throws AppError not_found */
export function sentUpload(tx: DriveTx, key: SentKey): SentUpload {
  const link = requireLinkRow(tx.sql, key.linkId);
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
  return { uploadId: row.upload_id, name: row.name, sizeBytes: row.size_bytes, terms: termsOf(link) };
}
