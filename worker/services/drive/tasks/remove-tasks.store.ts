/**
 * Removing tasks from the list. The stored parts of a fetch or an upload are given up with its task; the work of
 * other kinds cannot be left half done, so their tasks stay until they end.
 */

import type { Phase } from '#shared/drive/model.ts';
import { AppError } from '#shared/errors.ts';
import { cancelArchives, IS_ARCHIVE_JOB } from '../archive/session.ts';
import type { DriveTx } from '../core/tx.ts';
import { cancelDownloads } from '../downloader/session.ts';
import { clearFaultsOf } from '../jobs/faults.store.ts';
import { forgetLanded, landedFiles, landedIds } from '../jobs/landed-task.store.ts';
import { liveOf } from '../tree/tree.store.ts';
import { abortUpload } from '../upload/finish-session.ts';
import type { UploadRow } from '../upload/store.ts';

/** Types whose files a removal may take along. */
const OWN_FILES = "('offline', 'upload', 'decompress')";
const ENDED: readonly Phase[] = ['PHASE_TYPE_COMPLETE', 'PHASE_TYPE_ERROR'];
/** Tasks cleared in one call; the list keeps no more than a month of them. */
const MAX_TASKS = 10_000;

export interface ClearQuery {
  /** '': every type; several by comma. */
  readonly type: string;
  /** Empty: all ended ones. */
  readonly phases: readonly string[];
}

/** Ids of ended tasks. @throws AppError invalid_argument for a phase in which tasks still run */
export function endedTasks(sql: SqlStorage, { type, phases }: ClearQuery): string[] {
  const wanted = phases.length > 0 ? phases : ENDED;
  if (!wanted.every((phase) => ENDED.includes(phase as Phase)))
    throw new AppError('invalid_argument', { field: 'phases' });
  const types = type === '' ? ['upload'] : type.split(',');
  const isLanded = types.includes('upload') && wanted.includes('PHASE_TYPE_COMPLETE');
  const stored = sql
    .exec<{ id: string }>(
      `SELECT id FROM tasks WHERE job IS NULL AND (?1 = '' OR type IN (SELECT value FROM json_each(?1))) AND phase IN (SELECT value FROM json_each(?2)) LIMIT ?3`,
      type === '' ? '' : JSON.stringify(type.split(',')),
      JSON.stringify(wanted),
      MAX_TASKS,
    )
    .toArray()
    .map(({ id }) => id);
  return [...stored, ...(isLanded ? landedIds(sql, MAX_TASKS - stored.length) : [])];
}

/** Files that these tasks brought and that are in place. */
export function filesOfTasks(sql: SqlStorage, ids: readonly string[]): string[] {
  const rows = sql.exec<{ id: string }>(
    `SELECT file_id AS id FROM tasks WHERE id IN (SELECT value FROM json_each(?1)) AND type IN ${OWN_FILES}
       AND phase = 'PHASE_TYPE_COMPLETE' AND file_id <> ''`,
    JSON.stringify(ids),
  );
  const files = new Set([...rows.toArray().map(({ id }) => id), ...landedFiles(sql, ids)]);
  return liveOf(sql, [...files]);
}

/** Removes tasks; unknown ids are no error. @throws AppError failed_precondition when one of them still works on the tree */
export function removeTasks(tx: DriveTx, ids: readonly string[]): { ok: true } {
  const { sql } = tx;
  const among = 'SELECT value FROM json_each(?)';
  const list = JSON.stringify(ids);
  const busy = sql
    .exec(`SELECT 1 FROM tasks WHERE id IN (${among}) AND job IS NOT NULL AND NOT ${IS_ARCHIVE_JOB} LIMIT 1`, list)
    .toArray();
  if (busy.length > 0) throw new AppError('failed_precondition', { reason: 'task_running' });
  cancelArchives(tx, ids);
  cancelDownloads(tx, ids);
  const open = `SELECT uploads.* FROM uploads JOIN tasks ON tasks.id = uploads.task_id
    WHERE tasks.id IN (${among}) AND uploads.state IN ('open', 'hashing')`;
  for (const upload of sql.exec<UploadRow>(open, list).toArray()) abortUpload(tx, upload, 'Cancelled');
  clearFaultsOf(tx, ids);
  const removed = sql.exec(`DELETE FROM tasks WHERE id IN (${among}) RETURNING 1`, list).toArray();
  if (forgetLanded(sql, ids) || removed.length > 0) {
    tx.changed();
    // Slots of fetches that were under way are free.
    tx.wakeAt(tx.nowMs);
  }
  return { ok: true };
}
