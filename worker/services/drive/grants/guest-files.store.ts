/** Files that guests send into the drive of the owner, inside its transactions. The caller has checked the grant. */
import { AppError } from '#shared/errors.ts';
import { DAY_MS } from '#shared/units.ts';
import { keyReused } from '#worker/platform/storage/answers.ts';
import type { DriveTx, VersionLimits } from '../core/tx.ts';
import { withPicture } from '../images/pictured-rows.ts';
import { isBlocked } from '../tree/blocked.store.ts';
import type { NodeRow, PicturedRow } from '../tree/node-columns.ts';
import { uploadData } from '../upload/begin-session.ts';
import {
  dropSession,
  keepSession,
  requireSession,
  requireTurn,
  type SentSession,
  sessionData,
} from '../upload/by-part/sessions.store.ts';
import { abortUpload } from '../upload/finish-session.ts';
import { holdingOf, landedHolding } from '../upload/holding.store.ts';
import { beginOrFinish } from '../upload/instant.ts';
import type { BeginUpload, FilePlace, UploadData, UploadHolding } from '../upload/rpc-types.ts';
import { storedBytes, type UploadPhase, uploadById } from '../upload/store.ts';
import { type GrantRow, requireInside } from './grants.store.ts';
import { guestFile } from './guest-acts.store.ts';

/** Files in one request of one grant at a time: each holds a place. */
const UPLOADS_AT_ONCE = 20;
/** A file that is sent again within this time is found. */
const REPEAT_TTL_MS = DAY_MS;

export interface GuestFileOrder {
  /** Of the sender: the same file sent again. */
  readonly fileKey: string;
  readonly upload: BeginUpload;
  /** It goes on for days where it takes so long; default: it comes in one request. */
  readonly inParts?: boolean;
}

/** @throws AppError too_many_requests */
function requirePlace({ sql }: DriveTx, grant: GrantRow): void {
  const { n } = sql
    .exec<{ n: number }>(
      `SELECT count(*) AS n FROM grant_uploads AS sent WHERE grant_id = ? AND node_id = ''
       AND NOT EXISTS (SELECT 1 FROM uploads WHERE id = sent.upload_id AND by_part = 1)`,
      grant.id,
    )
    .one();
  if (n >= UPLOADS_AT_ONCE) throw new AppError('too_many_requests', { reason: 'grant_busy', retryInSeconds: 5 });
}

/**
 * Begins the upload of a file, or finds the parts of it that are here.
 * @throws AppError file_not_found, too_many_requests; those of an upload
 */
export function beginGuestFile(
  tx: DriveTx,
  grant: GrantRow,
  { fileKey, upload, inParts = false }: GuestFileOrder,
  limits: VersionLimits,
): FilePlace {
  const { sql, nowMs } = tx;
  const asked = JSON.stringify([upload.parentId, upload.name, upload.sizeBytes]);
  const [known] = sql
    .exec<{ grant_id: string; asked: string; upload_id: string; node_id: string }>(
      `SELECT sent.* FROM grant_uploads AS sent JOIN grants ON grants.id = sent.grant_id
       WHERE sent.file_key = ? AND grants.user_id = ?`,
      fileKey,
      grant.user_id,
    )
    .toArray();
  if (known && (known.grant_id !== grant.id || known.asked !== asked)) throw keyReused();
  if (known && known.node_id !== '') return { uploadId: null, phase: 'done', parts: [], deadlineMs: 0 };
  const broken = known ? uploadById(sql, known.upload_id) : null;
  // All bytes are here: those of a file in parts are hashed by the job.
  if (broken?.state === 'hashing')
    return { uploadId: inParts ? null : broken.id, phase: 'hashing', parts: [], deadlineMs: 0 };
  const [parentId = ''] = requireInside(sql, grant, upload.parentId, 'parent_id');
  if (inParts && broken?.state === 'open' && broken.by_part === 1) {
    keepSession(tx, broken.id);
    return uploadData(sql, broken);
  }
  // The first attempt broke off, or its answer was lost: what it holds is given up.
  if (broken) abortUpload(tx, broken, 'Sent again');
  const sender = { to: grant.node_id, by: grant.user_id };
  if (inParts) requireTurn(tx, sender);
  else requirePlace(tx, grant);
  const order = { ...upload, parentId, ...(inParts ? { byPart: sender } : {}) };
  const uploadId = beginOrFinish(tx, order, limits);
  sql.exec(
    'INSERT INTO grant_uploads (grant_id, file_key, asked, upload_id, at_ms) VALUES (?, ?, ?, ?, ?)',
    grant.id,
    fileKey,
    asked,
    uploadId,
    nowMs,
  );
  tx.wakeAt(nowMs + REPEAT_TTL_MS);
  const phase = (uploadById(sql, uploadId)?.state ?? 'open') as UploadPhase;
  return { uploadId, phase, parts: [], deadlineMs: nowMs + upload.ttlMs };
}

/** Forgets files that came in a day ago, with their names. @returns when the next one is due, epoch ms, or null */
export function forgetSent({ sql, nowMs }: Pick<DriveTx, 'sql' | 'nowMs'>): number | null {
  sql.exec("DELETE FROM grant_uploads WHERE node_id <> '' AND at_ms <= ?", nowMs - REPEAT_TTL_MS);
  const text = "SELECT min(at_ms) AS at FROM grant_uploads WHERE node_id <> ''";
  const { at } = sql.exec<{ at: number | null }>(text).one();
  return at === null ? null : at + REPEAT_TTL_MS;
}

interface SentRow extends Record<string, SqlStorageValue> {
  node_id: string;
  /** JSON of the folder, '' for the common one, the name and the size that the guest sent. */
  asked: string;
  upload_id: string;
  /** JSON of its row when it came in; null: it did not yet, or an earlier version took it. */
  landed: string | null;
}

export interface ComingRow {
  readonly fileKey: string;
  /** '' for the common folder itself. */
  readonly parentId: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** Bytes that are here. */
  readonly storedBytes: number;
  readonly atMs: number;
}

/** Files in parts of a guest that wait or come in. */
export function comingRows(sql: SqlStorage, grant: GrantRow): ComingRow[] {
  return sql
    .exec<{ file_key: string; asked: string; upload_id: string; at_ms: number }>(
      `SELECT file_key, asked, upload_id, at_ms FROM grant_uploads JOIN uploads ON uploads.id = upload_id
       WHERE grant_id = ? AND grant_uploads.node_id = '' AND by_part = 1 AND state = 'open' ORDER BY at_ms, file_key`,
      grant.id,
    )
    .toArray()
    .map(({ file_key: fileKey, asked, upload_id: uploadId, at_ms: atMs }) => {
      const [parentId, name, sizeBytes] = JSON.parse(asked) as [string, string, number];
      return { fileKey, parentId, name, sizeBytes, storedBytes: storedBytes(sql, uploadId), atMs };
    });
}

function sessionRow(sql: SqlStorage, grant: GrantRow, fileKey: string): SentSession | null {
  const sent = sentRow(sql, grant, fileKey);
  if (!sent) return null;
  const [, , sizeBytes] = JSON.parse(sent.asked) as [string, string, number];
  return { uploadId: sent.upload_id, isComing: sent.node_id === '', sizeBytes };
}

/** A file in parts as its guest asks for it. @throws AppError not_found */
export function guestSession(sql: SqlStorage, grant: GrantRow, fileKey: string): UploadData {
  return sessionData(sql, sessionRow(sql, grant, fileKey));
}

/** The session of a file that is coming in. @param isWhole  all of it is here @throws AppError not_found */
export function guestUpload(tx: DriveTx, grant: GrantRow, fileKey: string, isWhole: boolean): SentSession {
  const sent = requireSession(tx, sessionRow(tx.sql, grant, fileKey), isWhole);
  if (isWhole && sent.isComing) {
    // A repeat is found for a day from now, however long it took.
    const text = 'UPDATE grant_uploads SET at_ms = ? WHERE grant_id = ? AND file_key = ?';
    tx.sql.exec(text, tx.nowMs, grant.id, fileKey);
    tx.wakeAt(tx.nowMs + REPEAT_TTL_MS);
  }
  return sent;
}

/** Gives up a file that is coming in; one that is none is no error. */
export function dropGuestFile(tx: DriveTx, grant: GrantRow, fileKey: string): void {
  dropSession(tx, sessionRow(tx.sql, grant, fileKey));
}

function sentRow(sql: SqlStorage, grant: GrantRow, fileKey: string): SentRow | null {
  const text = 'SELECT node_id, asked, upload_id, landed FROM grant_uploads WHERE grant_id = ? AND file_key = ?';
  return sql.exec<SentRow>(text, grant.id, fileKey).toArray()[0] ?? null;
}

/**
 * The file of an upload of a guest as it came in: each repeat has this answer. A file that its owner moved or trashed before its last
 * byte came did not come into the folder that the guest named: then the guest sees what `guestFile` shows.
 * @throws AppError file_not_found, also while an operator has the content closed that came in
 */
export function sentFile(sql: SqlStorage, grant: GrantRow, fileKey: string): PicturedRow {
  const sent = sentRow(sql, grant, fileKey);
  const [folderId] = JSON.parse(sent?.asked ?? '[]') as string[];
  const landed = sent?.landed ? (JSON.parse(sent.landed) as NodeRow) : null;
  if (landed && isBlocked(sql, landed.gcid)) throw new AppError('file_not_found', { field: 'file_id' });
  if (landed?.state === 0 && landed.parent_id === (folderId || grant.node_id)) return withPicture(sql, landed);
  return guestFile(sql, grant, sent?.node_id || 'none');
}

/** Whether the file of an upload of a guest had this content then, whatever its owner did to it since. */
export function sentHolding(sql: SqlStorage, grant: GrantRow, fileKey: string, contentKey: string): UploadHolding {
  const sent = sentRow(sql, grant, fileKey);
  if (!sent) return 'gone';
  if (sent.node_id === '') return holdingOf(sql, sent.upload_id, contentKey);
  const landed = sent.landed === null ? null : (JSON.parse(sent.landed) as NodeRow);
  return landedHolding(sql, sent.node_id, landed?.content_key ?? null, contentKey);
}
