/**
 * Where a finished upload ends: as a file of its own, or as the content of the file that has its name. Then that file keeps
 * id, star and links, what it held becomes a version, and the unfinished file is gone; all in the transaction that ends
 * the upload.
 */
import { nameKey, sortKey } from '#shared/drive/names.ts';
import type { Taken } from '#shared/drive/photos/taken.ts';
import type { BlobData } from '../blobs/blob-data.ts';
import type { DriveTx, VersionLimits } from '../core/tx.ts';
import { countOffline } from '../entitlement/traffic.store.ts';
import { excludeWithAncestors } from '../jobs/excluded.store.ts';
import { setName } from '../tree/change.store.ts';
import { gainContent } from '../tree/content.store.ts';
import type { NodeRow } from '../tree/node-columns.ts';
import { readSoon, takenCells, takenOf } from '../tree/taken.store.ts';
import { freeName, STATE, unnamedKey } from '../tree/tree.store.ts';
import { commitReserved } from '../tree/usage/quota.ts';
import { retainVersion } from '../tree/versions/version.store.ts';
import type { UploadRow } from './store.ts';

/** The complete file that has the name in this folder, or null. */
export function completeFile(sql: SqlStorage, parentId: string, name: string, exceptId = ''): NodeRow | null {
  return (
    sql
      .exec<NodeRow>(
        `SELECT * FROM nodes WHERE parent_id = ? AND state = 0 AND is_file = 1 AND sort_key = ? AND name_key = ? AND id <> ?
         AND phase = 'PHASE_TYPE_COMPLETE' LIMIT 1`,
        parentId,
        sortKey(name),
        nameKey(name),
        exceptId,
      )
      .toArray()[0] ?? null
  );
}

/** The complete file whose place this upload takes, or null. */
function targetOf(sql: SqlStorage, upload: UploadRow, node: NodeRow): NodeRow | null {
  if (upload.conflict !== 'replace' || node.state !== STATE.live) return null;
  return completeFile(sql, node.parent_id, node.name, node.id);
}

/** @param taken  when it was taken; undefined: the file is to be read for it */
export function setContent(
  tx: DriveTx,
  id: string,
  blob: BlobData,
  { userModifiedMs, taken }: { readonly userModifiedMs: number; readonly taken: Taken | undefined },
): NodeRow {
  const row = tx.sql
    .exec<NodeRow>(
      `UPDATE nodes SET phase = 'PHASE_TYPE_COMPLETE', content_key = ?, size_bytes = ?, gcid = ?, user_modified_ms = ?, modified_ms = ?,
       camera_ms = ?, camera_zone = ?, taken_by = ?, taken_ms = iif(category IN ('IMAGE', 'VIDEO'), ?, NULL),
       revision = revision + 1 WHERE id = ? RETURNING *`,
      blob.contentKey,
      blob.sizeBytes,
      blob.gcid,
      userModifiedMs,
      tx.nowMs,
      ...takenCells(taken),
      taken?.clockMs ?? userModifiedMs,
      id,
    )
    .one();
  readSoon(tx, row);
  return row;
}

/** Gives a file that waited without a name the one it was asked for, or that with a number. */
function takeName(tx: DriveTx, node: NodeRow): void {
  if (node.name_key === unnamedKey(node.id)) setName(tx, node, freeName(tx.sql, node.parent_id, node.name));
}

/** Whether a fetch by link brought its bytes. */
function isOfFetch(sql: SqlStorage, { id, task_id: taskId }: UploadRow): boolean {
  const rows =
    taskId === ''
      ? sql.exec("SELECT 1 FROM fetches WHERE upload_id = ? AND upload_id <> ''", id)
      : sql.exec('SELECT 1 FROM fetches WHERE task_id = ?', taskId);
  return rows.toArray().length > 0;
}

/** The end of an upload. */
export interface Landed {
  readonly fileId: string;
  /** The version that was made of what the file held; '' when its bytes were the same; null when it is a file of its own. */
  readonly versionId: string | null;
}

/**
 * @param node  the unfinished file of the upload
 * @param claimedSeq  number of the claim at the blob index; 0: not claimed yet
 */
export function placeUpload(
  tx: DriveTx,
  upload: UploadRow,
  node: NodeRow,
  blob: BlobData,
  claimedSeq: number,
  limits: VersionLimits,
): Landed {
  const { sql } = tx;
  const target = targetOf(sql, upload, node);
  const file = target ?? node;
  const isSame = target?.content_key === blob.contentKey;
  if (target) sql.exec('DELETE FROM nodes WHERE id = ?', node.id);
  else takeName(tx, node);
  excludeWithAncestors(sql, [file.id]);
  setContent(tx, file.id, blob, { userModifiedMs: node.user_modified_ms, taken: takenOf(node) });
  // Content that the drive held already came without bytes.
  const uploadedBytes = claimedSeq > 0 ? blob.sizeBytes : 0;
  const isOffline = isOfFetch(sql, upload);
  const clientBytes = isOffline || upload.made_here === 1 ? 0 : uploadedBytes;
  commitReserved(tx, upload.id, { bytes: isSame ? 0 : blob.sizeBytes, uploadedBytes, clientBytes });
  if (isOffline) countOffline(sql, tx.nowMs, uploadedBytes);
  if (isSame) return { fileId: file.id, versionId: '' };
  gainContent(tx, { ...blob, manifest: JSON.stringify(blob.manifest) }, 1, claimedSeq);
  return { fileId: file.id, versionId: target ? retainVersion(tx, target, limits) : null };
}
