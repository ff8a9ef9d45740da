/** Files that visitors of a link send in parts, inside the drive's transactions. The sessions are those of `upload/by-part`. */
import type { DriveTx } from '../core/tx.ts';
import { place, setName } from '../tree/change.store.ts';
import { nodeById, STATE } from '../tree/tree.store.ts';
import { dropSession, requireSession, type SentSession, sessionData } from '../upload/by-part/sessions.store.ts';
import type { UploadData } from '../upload/rpc-types.ts';
import { uploadById } from '../upload/store.ts';
import { expectLetter } from './arrivals.store.ts';
import { type CollectRow, type CollectTerms, folderOf, requireLinkRow, requireTaking, termsOf } from './links.store.ts';

/** The sessions were rows of `collect_files`, whose `active_ms` stays for programs of before. */
export const COLLECT_SENDER_COLUMNS = `
  UPDATE uploads SET sent_to = sent.link_id, sent_by = sent.receipt, active_ms = sent.active_ms
    FROM collect_files AS sent WHERE sent.upload_id = uploads.id AND by_part = 1;
`;

export interface SentKey {
  readonly linkId: string;
  /** Digest of the visitor's secret. */
  readonly receipt: string;
  readonly fileKey: string;
}

interface SentName extends SentSession {
  readonly name: string;
  /** The name that the visitor gave; '' for none. */
  readonly visitor: string;
}

export interface SentUpload extends SentName {
  readonly terms: CollectTerms;
}

function sentRow(sql: SqlStorage, { linkId, receipt, fileKey }: SentKey): SentName | null {
  const [row] = sql
    .exec<{ upload_id: string; state: string; name: string; size_bytes: number; visitor: string }>(
      'SELECT upload_id, state, name, size_bytes, visitor FROM collect_files WHERE link_id = ? AND receipt = ? AND file_key = ?',
      linkId,
      receipt,
      fileKey,
    )
    .toArray();
  if (!row) return null;
  const { upload_id: uploadId, state, size_bytes: sizeBytes, name, visitor } = row;
  return { uploadId, isComing: state === 'coming', sizeBytes, name, visitor };
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

/** A whole file goes into the folder of its visitor, under the name that was sent. */
function enterFolder(tx: DriveTx, link: CollectRow, { uploadId, name, visitor }: SentName): void {
  const upload = uploadById(tx.sql, uploadId);
  const node = upload?.state === 'open' ? nodeById(tx.sql, upload.node_id) : null;
  // The owner may have moved it, or thrown it away.
  if (node?.state !== STATE.live || node.parent_id !== link.folder_id) return;
  const folderId = folderOf(tx, link, visitor);
  if (folderId === link.folder_id) return;
  setName(tx, node, name);
  place(tx, { ...node, name }, folderId);
}

/** A file in parts as its sender asks for it. @throws AppError not_found, failed_precondition */
export function sentSession(sql: SqlStorage, key: SentKey, nowMs: number): UploadData {
  requireTaking(sql, requireLinkRow(sql, key.linkId), nowMs);
  return sessionData(sql, sentRow(sql, key));
}

/** Gives up a file that is coming in; one that is none is no error. @throws AppError not_found */
export function dropSent(tx: DriveTx, key: SentKey): { ok: true } {
  requireLinkRow(tx.sql, key.linkId);
  dropSession(tx, sentRow(tx.sql, key));
  return { ok: true };
}

/** The session of a file that is coming in. @param isWhole  all of it is here @throws AppError not_found, failed_precondition */
export function sentUpload(tx: DriveTx, key: SentKey, isWhole = false): SentUpload {
  const link = requireLinkRow(tx.sql, key.linkId);
  const row = sentRow(tx.sql, key);
  // A file that is here stays here, whatever became of the link.
  if (!(row && isWhole && !row.isComing)) requireTaking(tx.sql, link, tx.nowMs);
  const sent = requireSession(tx, row, isWhole);
  if (isWhole && sent.isComing) {
    arrive(tx, key);
    enterFolder(tx, link, sent);
    expectLetter(tx, key.linkId);
  }
  return { ...sent, terms: termsOf(link) };
}
