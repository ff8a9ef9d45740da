/** How far an upload has come. */
import { AppError } from '#shared/errors.ts';
import { type LockContext, requireUnlocked } from '../programs/locks.store.ts';
import { nodeById } from '../tree/tree.store.ts';
import { requireUpload } from '../upload/begin-session.ts';
import { completeFile } from '../upload/placement.ts';
import { countParts, storedBytes, type UploadPhase } from '../upload/store.ts';

export interface TusState {
  readonly uploadId: string;
  readonly phase: UploadPhase;
  readonly sizeBytes: number;
  /** Bytes that are stored, all from the beginning. */
  readonly offsetBytes: number;
  /** Pieces that they came in. */
  readonly parts: number;
  /** Epoch ms; the upload is given up then. */
  readonly deadlineMs: number;
}

/** @throws AppError not_found */
export function tusState(sql: SqlStorage, uploadId: string): TusState {
  const { state, size_bytes: sizeBytes, deadline_ms: deadlineMs } = requireUpload(sql, uploadId);
  const phase = state as UploadPhase;
  const isWhole = phase === 'hashing' || phase === 'done';
  return {
    uploadId,
    phase,
    sizeBytes,
    offsetBytes: isWhole ? sizeBytes : storedBytes(sql, uploadId),
    parts: countParts(sql, uploadId),
    deadlineMs,
  };
}

/**
 * The file may take its place: an upload lasts for days, and another program may have locked the file that is there.
 * @throws AppError not_found, locked
 */
export function requirePlaceUnlocked(context: LockContext, uploadId: string): { readonly ok: true } {
  const { sql } = context;
  const node = nodeById(sql, requireUpload(sql, uploadId).node_id);
  if (!node) throw new AppError('not_found', { reason: 'upload_gone' });
  requireUnlocked(context, completeFile(sql, node.parent_id, node.name, node.id)?.id ?? node.parent_id, []);
  return { ok: true };
}
