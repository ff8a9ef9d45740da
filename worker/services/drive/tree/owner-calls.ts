/** Calls of the owner on single nodes that need more than one step in their transaction. */

import type { EventType } from '#shared/drive/model.ts';
import { AppError } from '#shared/errors.ts';
import type { DriveTx } from '../core/tx.ts';
import type { Crumb } from '../service.ts';
import { bumpWatchers } from '../sharing/watch.store.ts';
import { crumbsOf, type Measure, measure, requireBatch } from './batch.store.ts';
import { requireOpen } from './blocked.store.ts';
import { makeFolder } from './change.store.ts';
import { findConflicts, holdersOf, type NameConflictRow } from './conflict.store.ts';
import { noteEvent } from './history/history.store.ts';
import { requireName } from './rules.ts';
import { lineOf, type NodeRow, nodeById, requireFolder, standingOf } from './tree.store.ts';
import {
  deleteVersion,
  requireVersion,
  restoreVersion,
  type VersionLimits,
  type VersionRow,
} from './versions/version.store.ts';

export interface NodeSize extends Pick<Measure, 'bytes' | 'files' | 'folders'> {
  /** From the root to the folder it is in. */
  readonly path: { id: string; name: string }[];
}

/** @throws AppError file_not_found, file_in_recycle_bin */
export function requireNode(sql: SqlStorage, id: string): NodeRow {
  const [row] = requireBatch(sql, [id], 'refuse');
  if (!row) throw new AppError('file_not_found');
  return row;
}

/** Names from the root to a folder. @throws AppError file_not_found */
export function pathOf(sql: SqlStorage, folderId: string): Crumb[] {
  const isFolder = folderId === '' || nodeById(sql, folderId)?.is_file === 0;
  if (standingOf(sql, folderId) !== 'live' || !isFolder) throw new AppError('file_not_found');
  return crumbsOf(sql, lineOf(sql, folderId)) as Crumb[];
}

/** @throws AppError file_not_found, file_in_recycle_bin */
export function measureNode(sql: SqlStorage, id: string): NodeSize {
  const row = requireNode(sql, id);
  const held = measure(sql, [id]);
  // A folder does not count itself.
  const folders = row.is_file === 0 ? held.folders - 1 : held.folders;
  return { ...held, folders, path: crumbsOf(sql, lineOf(sql, row.parent_id)) };
}

/** The oldest folder of this name; makes it when there is none. */
export function findOrMakeFolder(
  tx: DriveTx,
  input: { parentId: string; name: string },
): { row: NodeRow; found: boolean } {
  requireName(input.name);
  requireFolder(tx.sql, input.parentId);
  const row = holdersOf(tx.sql, input.parentId, [input.name]).find(({ is_file }) => is_file === 0);
  return row ? { row, found: true } : { row: makeFolder(tx, input), found: false };
}

/** @throws AppError file_not_found, file_in_recycle_bin */
export function addEvent(
  tx: DriveTx,
  event: { type: EventType; nodeId: string; params: Readonly<Record<string, string>> },
): null {
  noteEvent(tx, event.type, requireNode(tx.sql, event.nodeId).id, event.params);
  return null;
}

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
  noteEvent(tx, 'TYPE_UPDATE', file.id);
  return nodeById(tx.sql, file.id) ?? file;
}

/** @throws AppError file_not_found, file_in_recycle_bin */
export function deleteFileVersion(tx: DriveTx, fileId: string, versionId: string): null {
  deleteVersion(tx, requireNode(tx.sql, fileId).id, versionId);
  return null;
}

/** Which of these names are taken in a folder. @throws AppError file_not_found, file_in_recycle_bin for the folder */
export function conflictsIn(
  sql: SqlStorage,
  { parentId, names }: { parentId: string; names: readonly string[] },
): NameConflictRow[] {
  requireFolder(sql, parentId);
  return findConflicts(sql, parentId, names);
}
