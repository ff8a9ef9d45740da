/** Versions of one file: opening, restoring and deleting them. */
import { appendAct } from '../../acts/log.store.ts';
import { ACT, SHOWN } from '../../core/act.ts';
import type { DriveTx, VersionLimits } from '../../core/tx.ts';
import { requireNode } from '../batch.store.ts';
import { requireOpen } from '../blocked.store.ts';
import type { NodeRow } from '../node-columns.ts';
import { nodeById } from '../tree.store.ts';
import { bumpWatchers } from '../watchers.store.ts';
import { deleteVersion, requireVersion, restoreVersion, type VersionRow } from './version.store.ts';

/** @throws AppError file_not_found, file_in_recycle_bin, not_found, file_blocked */
export function openVersion(
  sql: SqlStorage,
  fileId: string,
  versionId: string,
): { file: NodeRow; version: VersionRow } {
  const file = requireNode(sql, fileId);
  const version = requireVersion(sql, file.id, versionId);
  requireOpen(sql, version.gcid);
  return { file, version };
}

/** @throws AppError as openVersion does */
export function restoreFileVersion(tx: DriveTx, fileId: string, versionId: string, limits: VersionLimits): NodeRow {
  const { file, version } = openVersion(tx.sql, fileId, versionId);
  restoreVersion(tx, file, version, limits);
  bumpWatchers(tx, [file.id]);
  appendAct(tx, { kind: ACT.update, ids: [file.id], to: file.parent_id, shown: SHOWN.recent });
  return nodeById(tx.sql, file.id) ?? file;
}

/** @throws AppError file_not_found, file_in_recycle_bin */
export function deleteFileVersion(tx: DriveTx, fileId: string, versionId: string): null {
  deleteVersion(tx, requireNode(tx.sql, fileId).id, versionId);
  return null;
}
