/** Files of a link that collects, inside the drive's transactions: places are counted where an upload begins. */

import { isTaken } from '#shared/drive/collect/content-check.ts';
import { AppError } from '#shared/errors.ts';
import { HOUR_MS } from '#shared/units.ts';
import type { DriveTx, VersionLimits } from '../core/tx.ts';
import { type BatchAnswer, completedTask } from '../jobs/changes.ts';
import { trash } from '../tree/change.store.ts';
import { isLive } from '../tree/tree.store.ts';
import { uploadData } from '../upload/begin-session.ts';
import {
  areSessionsTaken,
  giveUpIdle,
  keepSession,
  requireOwnTurn,
  sessionsOf,
} from '../upload/by-part/sessions.store.ts';
import { abortUpload } from '../upload/finish-session.ts';
import { holdingOf, landedHolding } from '../upload/holding.store.ts';
import { beginOrFinish } from '../upload/instant.ts';
import type { BeginUpload, FilePlace, UploadHolding } from '../upload/rpc-types.ts';
import type { UploadPhase } from '../upload/store.ts';
import { storedBytes, uploadById } from '../upload/store.ts';
import { expectLetter } from './arrivals.store.ts';
import { type CollectRow, folderOf, refusal, requireLinkRow, requireTaking, stateOf, termsOf } from './links.store.ts';
import type { SentKey } from './parts.store.ts';

/** Files in one request of one link at a time: more wait for the disk anyway, and each holds a place. */
const AT_ONCE = 20;
/** Rows of a link, withdrawn files too: sending and withdrawing in turns ends here. */
const MAX_ROWS = 20_000;
/** Files of a receipt after one human check. */
const FILES_PER_CHECK = 100;
/** How long a visitor may withdraw a file. */
export const UNDO_MS = HOUR_MS;

export interface FileOrder {
  readonly linkId: string;
  /** Digest of the visitor's secret. */
  readonly receipt: string;
  readonly fileKey: string;
  readonly visitor: string;
  readonly note: string;
  /** The first bytes, up to HEAD_BYTES. */
  readonly head: Uint8Array;
  /** A human check was passed with this call. */
  readonly isChecked: boolean;
  /** The sender's address has sent many. */
  readonly needsCheck: boolean;
  /** Its folder and name are chosen here. */
  readonly upload: BeginUpload;
}

export interface ReceiptFile {
  /** Chosen by the sender. */
  readonly fileKey: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** Of a file in parts that is coming in: bytes that are here. */
  readonly storedBytes: number;
  readonly state: 'coming' | 'accepted' | 'withdrawn';
  readonly atMs: number;
  /** The visitor may withdraw it now. */
  readonly isUndoable: boolean;
}

interface FileRow extends Record<string, SqlStorageValue> {
  file_key: string;
  upload_id: string;
  state: string;
  node_id: string;
  revision: number;
  /** Content that came in; null: an earlier version took it. */
  landed_key: string | null;
  name: string;
  size_bytes: number;
  at_ms: number;
}

/** Files in parts wait for days, so they take no place of those that come in one request. */
function isCrowded(sql: SqlStorage, { id, taken, accepted }: CollectRow, byPart: boolean): boolean {
  // Most links are far from it.
  if (taken - accepted < AT_ONCE) return false;
  return byPart ? areSessionsTaken(sql, id) : taken - accepted - sessionsOf(sql, id) >= AT_ONCE;
}

/** Bytes of files that are here and, unless `isHere`, of those that are coming in: they count with the size that was said. */
function takenBytes(sql: SqlStorage, { id }: CollectRow, isHere: boolean): number {
  const text =
    "SELECT coalesce(sum(size_bytes), 0) AS n FROM collect_files WHERE link_id = ? AND state IN ('accepted', ?)";
  return sql.exec<{ n: number }>(text, id, isHere ? '' : 'coming').one().n;
}

/** Whether a file exceeds the rest of the link's limit. @param isHere  what is coming in left out */
function isBeyondTotal(sql: SqlStorage, row: CollectRow, sizeBytes: number, isHere = false): boolean {
  return row.total_bytes > 0 && takenBytes(sql, row, isHere) + sizeBytes > row.total_bytes;
}

function requireOpen(tx: DriveTx, asked: CollectRow, byPart: boolean, sizeBytes: number): void {
  const { sql } = tx;
  const isWanting = (row: CollectRow) =>
    stateOf(sql, row, tx.nowMs) === 'full' ||
    (isBeyondTotal(sql, row, sizeBytes) && !isBeyondTotal(sql, row, sizeBytes, true)) ||
    (byPart && isCrowded(sql, row, byPart));
  let link = asked;
  while (isWanting(link) && giveUpIdle(tx, link.id)) link = requireLinkRow(sql, link.id);
  requireTaking(sql, link, tx.nowMs);
  if (stateOf(sql, link, tx.nowMs) === 'full' || link.total >= MAX_ROWS)
    throw refusal('failed_precondition', 'full', 'drive.collect.refused.full');
  if (isBeyondTotal(sql, link, sizeBytes)) throw refusal('failed_precondition', 'total', 'drive.collect.refused.total');
  if (isCrowded(sql, link, byPart))
    throw new AppError('too_many_requests', { reason: 'collect_busy', retryInSeconds: 5 });
}

function requireChecked({ sql }: DriveTx, { linkId, receipt, isChecked, needsCheck }: FileOrder): void {
  if (isChecked || !needsCheck) return;
  const { files, checks } = sql
    .exec<{ files: number; checks: number }>(
      'SELECT count(*) AS files, coalesce(sum(checked), 0) AS checks FROM collect_files WHERE link_id = ? AND receipt = ?',
      linkId,
      receipt,
    )
    .one();
  if (files >= checks * FILES_PER_CHECK) throw new AppError('captcha_required', { reason: 'human_check' });
}

/**
 * Gives a file its place in the link and begins its upload.
 * @throws AppError not_found, failed_precondition, too_many_requests, captcha_required, file_too_large, invalid_argument; those of an upload
 */
export function beginFile(tx: DriveTx, order: FileOrder, limits: VersionLimits): FilePlace {
  const { sql } = tx;
  const { linkId, receipt, fileKey, visitor, note, head, isChecked } = order;
  const { name, sizeBytes, byPart } = order.upload;
  const link = requireLinkRow(sql, linkId);
  const known = sql
    .exec<FileRow>(
      'SELECT * FROM collect_files WHERE link_id = ? AND receipt = ? AND file_key = ?',
      linkId,
      receipt,
      fileKey,
    )
    .toArray()[0];
  if (known && known.state !== 'coming') return { uploadId: null, phase: 'done', parts: [], deadlineMs: 0 };
  // The first attempt broke off, or its answer was lost: parts go on, and of a whole file what it holds is given up.
  const broken = known ? uploadById(sql, known.upload_id) : null;
  if (broken?.state === 'hashing') return { uploadId: null, phase: 'hashing', parts: [], deadlineMs: 0 };
  const session = broken && uploadData(sql, broken);
  const isSame = known?.name === name && known.size_bytes === sizeBytes && order.upload.protocol === 'own';
  if (session?.phase === 'open' && session.protocol === 'own' && isSame) {
    requireTaking(sql, link, tx.nowMs);
    keepSession(tx, session.uploadId);
    return session;
  }
  if (broken) abortUpload(tx, broken, 'Sent again');
  const current = known ? requireLinkRow(sql, linkId) : link;
  requireOpen(tx, current, byPart !== undefined, sizeBytes);
  if (current.file_bytes > 0 && sizeBytes > current.file_bytes)
    throw new AppError('file_too_large', { reason: 'collect_size', messageKey: 'drive.collect.refused.size' });
  if (!isTaken(termsOf(current), name, head)) throw refusal('invalid_argument', 'type', 'drive.collect.refused.type');
  if (byPart) requireOwnTurn(tx, byPart);
  requireChecked(tx, order);
  // A file in parts may never be whole: it goes into the folder of its visitor when it is.
  const parentId = byPart && sizeBytes > 0 ? current.folder_id : folderOf(tx, current, visitor);
  const uploadId = beginOrFinish(tx, { ...order.upload, parentId }, limits);
  sql.exec(
    `INSERT INTO collect_files (link_id, receipt, file_key, upload_id, state, name, size_bytes, visitor, note, checked, at_ms, told)
     VALUES (?, ?, ?, ?, 'coming', ?, ?, ?, ?, ?, ?, 0)`,
    linkId,
    receipt,
    fileKey,
    uploadId,
    name,
    sizeBytes,
    visitor,
    note,
    isChecked ? 1 : 0,
    tx.nowMs,
  );
  const phase = (uploadById(sql, uploadId)?.state ?? 'open') as UploadPhase;
  // A file in parts is expected when it is whole.
  if (!byPart || phase !== 'open') expectLetter(tx, linkId);
  return { uploadId, phase, parts: [], deadlineMs: tx.nowMs + order.upload.ttlMs };
}

/** Whether a file that came in by a link had this content then, whatever its owner did to it since; a withdrawn one is gone. */
export function collectedHolding(
  sql: SqlStorage,
  { linkId, receipt, fileKey }: SentKey,
  contentKey: string,
): UploadHolding {
  const [row] = sql
    .exec<FileRow>(
      'SELECT * FROM collect_files WHERE link_id = ? AND receipt = ? AND file_key = ?',
      linkId,
      receipt,
      fileKey,
    )
    .toArray();
  if (row?.state === 'coming') return holdingOf(sql, row.upload_id, contentKey);
  return row?.state === 'accepted' ? landedHolding(sql, row.node_id, row.landed_key, contentKey) : 'gone';
}

/** State of one file of a visitor; null when it is neither here nor coming in. */
export function fileState(sql: SqlStorage, { linkId, receipt, fileKey }: SentKey): ReceiptFile['state'] | null {
  const [row] = sql
    .exec<{ state: ReceiptFile['state'] }>(
      'SELECT state FROM collect_files WHERE link_id = ? AND receipt = ? AND file_key = ?',
      linkId,
      receipt,
      fileKey,
    )
    .toArray();
  return row?.state ?? null;
}

function rowsOf(sql: SqlStorage, linkId: string, receipt: string): FileRow[] {
  return sql
    .exec<FileRow>(
      'SELECT * FROM collect_files WHERE link_id = ? AND receipt = ? ORDER BY at_ms, file_key LIMIT 1000',
      linkId,
      receipt,
    )
    .toArray();
}

/** Accepted less than an hour ago, and as it was then: not renamed, moved, replaced or deleted. */
function isUndoable(sql: SqlStorage, row: FileRow, nowMs: number): boolean {
  if (row.state !== 'accepted' || row.at_ms + UNDO_MS <= nowMs) return false;
  const node = sql
    .exec('SELECT 1 FROM nodes WHERE id = ? AND state = 0 AND revision = ?', row.node_id, row.revision)
    .toArray();
  return node.length > 0 && isLive(sql, row.node_id);
}

/** Empty for a secret that is none. */
export function receiptFiles(sql: SqlStorage, linkId: string, receipt: string, nowMs: number): ReceiptFile[] {
  return rowsOf(sql, linkId, receipt).map((row) => ({
    fileKey: row.file_key,
    storedBytes: row.state === 'coming' ? storedBytes(sql, row.upload_id) : 0,
    name: row.name,
    sizeBytes: row.size_bytes,
    state: row.state as ReceiptFile['state'],
    atMs: row.at_ms,
    isUndoable: isUndoable(sql, row, nowMs),
  }));
}

/** Moves the files of a receipt to the trash that may still be withdrawn. @throws AppError failed_precondition when there are none */
export function withdraw(
  tx: DriveTx,
  { linkId, receipt, trashTtlMs }: { linkId: string; receipt: string; trashTtlMs: number },
): BatchAnswer {
  const { sql, nowMs } = tx;
  const ids = rowsOf(sql, linkId, receipt)
    .filter((row) => isUndoable(sql, row, nowMs))
    .map((row) => row.node_id);
  if (ids.length === 0) throw refusal('failed_precondition', 'undo', 'drive.collect.refused.undo');
  const answer = completedTask(tx, 'trash', ids, trash(tx, ids, nowMs + trashTtlMs));
  sql.exec(
    `UPDATE collect_files SET state = 'withdrawn' WHERE link_id = ? AND receipt = ?
     AND node_id IN (SELECT value FROM json_each(?)) AND state = 'accepted'`,
    linkId,
    receipt,
    JSON.stringify(ids),
  );
  tx.changed();
  return answer;
}
