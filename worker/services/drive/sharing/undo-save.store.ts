/** Taking back a save: its copies go to the trash, as long as they are unchanged. */
import { AppError } from '#shared/errors.ts';
import { DAY_MS } from '#shared/units.ts';
import type { DriveTx } from '../core/tx.ts';
import { type TaskRow, taskById } from '../jobs/task.store.ts';
import { BELOW } from '../tree/batch.store.ts';
import { nodesById, STATE } from '../tree/tree.store.ts';
import { copiesOf, holdsCopies } from './saves.ts';

export interface SavedCopies {
  readonly ids: readonly string[];
  /** All of them are in the trash: a repeated call. */
  readonly isUndone: boolean;
}

/** Whether something at or below the copies was changed, added or moved there since. */
function isChanged(sql: SqlStorage, { params, updated_ms: savedMs }: TaskRow, ids: readonly string[]): boolean {
  const { original_share_id: shareId = '' } = JSON.parse(params) as Record<string, string>;
  const other = sql
    .exec(
      `WITH RECURSIVE down (id) AS (
         SELECT value FROM json_each(?)
         UNION ALL SELECT nodes.id FROM down ${BELOW} ON nodes.parent_id = down.id AND nodes.state = 0)
       SELECT 1 FROM down CROSS JOIN nodes ON nodes.id = down.id
       WHERE nodes.modified_ms > ? OR json_extract(nodes.params, '$.original_share_id') IS NOT ? LIMIT 1`,
      JSON.stringify(ids),
      savedMs,
      shareId,
    )
    .toArray();
  return other.length > 0;
}

/** Field of the task of a save that was taken back. */
const UNDONE_PARAM = 'undone';

/** The task says that its save was taken back; neither its time nor its listeners change. */
export function markUndone({ sql }: DriveTx, taskId: string): void {
  sql.exec(`UPDATE tasks SET params = json_set(params, '$.${UNDONE_PARAM}', '1') WHERE id = ?`, taskId);
}

/** @throws AppError file_not_found: no such save, or of more than a day ago; failed_precondition: changed since */
export function savedCopies(sql: SqlStorage, taskId: string, nowMs: number): SavedCopies {
  const row = taskById(sql, taskId);
  if (row?.type !== 'restore' || row.phase !== 'PHASE_TYPE_COMPLETE' || row.updated_ms <= nowMs - DAY_MS)
    throw new AppError('file_not_found', { field: 'restore_task_id' });
  const ids = copiesOf(row);
  const found = [...nodesById(sql, ids).values()];
  if (ids.length > 0 && found.length === ids.length && found.every(({ state }) => state === STATE.trashed))
    return { ids, isUndone: true };
  if (ids.length === 0 || !holdsCopies(sql, row) || isChanged(sql, row, ids))
    throw new AppError('failed_precondition', { reason: 'save_changed', messageKey: 'share.undo.changed' });
  return { ids, isUndone: false };
}
