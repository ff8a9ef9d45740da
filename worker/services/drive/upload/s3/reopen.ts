/**
 * An upload that was aborted at the S3-style endpoint holds neither file nor space; its key takes bytes again for as long as its
 * credentials are valid, as keys of that protocol do.
 */
import type { ConflictChoice } from '#shared/drive/conflict.ts';
import { AppError } from '#shared/errors.ts';
import type { DriveTx } from '../../core/tx.ts';
import { updateTask } from '../../jobs/task.store.ts';
import type { NodeRow } from '../../tree/node-columns.ts';
import { isLive } from '../../tree/tree.store.ts';
import { insertPending, requireOpenUploads } from '../begin-session.ts';
import { type UploadRow, uploadById } from '../store.ts';

/** place: JSON of `UploadPlace`, or null. listed: digest of the list of parts that sealed it; null: an older version did. */
export const REOPEN_COLUMNS = `
  ALTER TABLE uploads ADD COLUMN place TEXT;
  ALTER TABLE uploads ADD COLUMN listed TEXT;
`;

/** Where the file of an aborted upload was to be. */
interface UploadPlace {
  readonly parentId: string;
  readonly name: string;
  readonly modifiedMs: number;
}

export function rememberPlace({ sql }: DriveTx, { id }: UploadRow, node: NodeRow): void {
  const place: UploadPlace = { parentId: node.parent_id, name: node.name, modifiedMs: node.user_modified_ms };
  sql.exec('UPDATE uploads SET place = ? WHERE id = ?', JSON.stringify(place), id);
}

/**
 * Does nothing to an upload that was not aborted there.
 * @param openUploads  sessions that may be open
 * @throws AppError not_found when its folder is gone; file_space_not_enough, file_count_limit, resource_exhausted
 */
export function reopenUpload(tx: DriveTx, uploadId: string, openUploads: number): void {
  const { sql } = tx;
  const row = uploadById(sql, uploadId);
  if (row?.state !== 'aborted' || row.place === null) return;
  const place = JSON.parse(row.place) as UploadPlace;
  if (place.parentId !== '' && !isLive(sql, place.parentId))
    throw new AppError('not_found', { reason: 'file_removed' });
  requireOpenUploads(sql, openUploads);
  insertPending(tx, uploadId, row.node_id, {
    ...place,
    sizeBytes: row.size_bytes,
    gcid: row.gcid_claim,
    conflict: row.conflict as ConflictChoice,
    storageLimitBytes: row.storage_limit_bytes,
  });
  sql.exec("UPDATE uploads SET state = 'open', place = NULL WHERE id = ?", uploadId);
  updateTask(tx, row.task_id, { phase: 'PHASE_TYPE_RUNNING', message: '' });
}
