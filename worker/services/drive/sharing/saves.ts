/** Saves from a share into this drive: one task per request, which a repeated request finds again. */
import { nameKey, sortKey } from '#shared/drive/names.ts';
import { type Result, succeed } from '#shared/errors.ts';
import { newWireId } from '#worker/platform/ids.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DriveTx } from '../core/tx.ts';
import { jobOf, type MeasureJob } from '../jobs/job.ts';
import type { TaskSteps } from '../jobs/steps.ts';
import { insertTask, type TaskRow, taskById } from '../jobs/task.store.ts';
import { DONE_RESTORE_MS, RESTORE_FOLDER, RETRY_MS } from '../keys.ts';
import { makeFolder } from '../tree/change.store.ts';
import { isLive, nodeById, requireFolder } from '../tree/tree.store.ts';

export interface SaveInput {
  readonly requestKey: string;
  readonly isOnce?: boolean;
  readonly shareId: string;
  readonly ownerId: string;
  readonly rootIds: readonly string[];
  readonly grant?: { readonly grantId: string; readonly userId: string };
  /** The common folder is handed over. */
  readonly newOwnerName?: string;
  readonly ids: readonly string[];
  readonly parentId: string | null;
  readonly limitBytes: number;
}

export interface SaveAnswer {
  readonly taskId: string;
  readonly parentId: string;
  readonly done: boolean;
  readonly started: boolean;
  /** Of the task; empty while it runs. */
  readonly params: Readonly<Record<string, string>>;
}

export interface Saves {
  /** Starts a save, or finds the one of this request; answers when it is done or its first step is. */
  save(caller: CallerData, input: SaveInput): Promise<Result<SaveAnswer>>;
  /** The newest save of this request that did not fail, or null. */
  find(requestKey: string): { taskId: string; parentId: string; inPlace: boolean } | null;
}

/** The copies of the chosen nodes, without nodes inside them. */
export function copiesOf(row: TaskRow): string[] {
  const { trace_file_ids: trace = '{}' } = JSON.parse(row.params) as Record<string, string>;
  return Object.values(JSON.parse(trace) as Record<string, string>);
}

/** Whether every copy of this save is still in its folder, unchanged: one that was renamed or replaced is another thing. */
export function holdsCopies(sql: SqlStorage, row: TaskRow): boolean {
  const copies = copiesOf(row);
  return (
    isLive(sql, row.file_id) &&
    copies.every((id) => {
      const copy = nodeById(sql, id);
      return copy?.parent_id === row.file_id && copy.modified_ms <= row.updated_ms;
    })
  );
}

function endOf(row: TaskRow | null): Pick<SaveAnswer, 'done' | 'params'> {
  const done = row !== null && row.job === null;
  return { done, params: done ? (JSON.parse(row.params) as Record<string, string>) : {} };
}

/** The folder "Saved from links". */
export function findSaveFolder(sql: SqlStorage): string | undefined {
  const { name, folderType } = RESTORE_FOLDER;
  return sql
    .exec<{ id: string }>(
      "SELECT id FROM nodes WHERE parent_id = '' AND state = 0 AND is_file = 0 AND sort_key = ? AND name_key = ? ORDER BY (folder_type = ?) DESC, id LIMIT 1",
      sortKey(name),
      nameKey(name),
      folderType,
    )
    .toArray()[0]?.id;
}

/** Made when there is none. */
function saveFolder(tx: DriveTx): string {
  const { name, folderType } = RESTORE_FOLDER;
  return findSaveFolder(tx.sql) ?? makeFolder(tx, { parentId: '', name, folderType }).id;
}

/** The newest save of a request that is complete; its key may be another one's by now. */
function completeSave(sql: SqlStorage, requestKey: string): TaskRow | undefined {
  return sql
    .exec<TaskRow>(
      "SELECT * FROM tasks WHERE asked_key = ? AND phase = 'PHASE_TYPE_COMPLETE' ORDER BY created_ms DESC, id DESC LIMIT 1",
      requestKey,
    )
    .toArray()[0];
}

function findSave({ sql, nowMs }: DriveTx, { requestKey, isOnce }: SaveInput): SaveAnswer | null {
  const [keyed] = sql.exec<TaskRow>('SELECT * FROM tasks WHERE request_key = ?', requestKey).toArray();
  const row = keyed ?? (isOnce ? completeSave(sql, requestKey) : undefined);
  if (!row) return null;
  const done = row.job === null;
  // A retry finds its copies. After a copy was moved, renamed, replaced or deleted, the request is a new save.
  if (!done || isOnce || (row.updated_ms > nowMs - DONE_RESTORE_MS && holdsCopies(sql, row)))
    return { taskId: row.id, parentId: row.file_id, ...endOf(row), started: false };
  sql.exec('UPDATE tasks SET request_key = NULL WHERE id = ?', row.id);
  return null;
}

function beginSave(tx: DriveTx, input: SaveInput): SaveAnswer {
  const parentId = input.parentId ?? saveFolder(tx);
  requireFolder(tx.sql, parentId);
  const taskId = newWireId();
  const { shareId, ownerId, rootIds, grant, newOwnerName } = input;
  const handover = newOwnerName === undefined ? {} : { newOwnerName };
  const origin = { shareId, ownerId, rootIds, ...(grant ? { grant } : {}), ...handover };
  const job: MeasureJob = { kind: 'measure', to: parentId, limitBytes: input.limitBytes, ids: input.ids, origin };
  insertTask(tx, {
    id: taskId,
    type: 'restore',
    phase: 'PHASE_TYPE_PENDING',
    message: 'Saving',
    fileId: parentId,
    requestKey: input.requestKey,
    job,
  });
  // The call runs the steps itself; the alarm is for a crash in between.
  tx.wakeAt(tx.nowMs + RETRY_MS);
  return { taskId, parentId, ...endOf(null), started: true };
}

export function makeSaves(core: DriveCore, steps: TaskSteps): Saves {
  const { object, sql } = core;
  return {
    async save(caller, input) {
      const begun = core.transact((tx) => {
        core.guard(caller);
        return findSave(tx, input) ?? beginSave(tx, input);
      });
      if (!begun.ok) return begun;
      const { taskId, started } = begun.value;
      // A save may be refused until it is measured: a repeated request gets the same refusal.
      if (!started && jobOf(sql, taskId)?.kind !== 'measure') return begun;
      try {
        const refusal = await steps.step(taskId);
        if (refusal) return { ok: false, error: refusal };
      } catch (error) {
        // The task stays and the alarm continues it; the client polls it like a long one.
        object.failure(error);
      }
      return succeed({ ...begun.value, ...endOf(taskById(sql, taskId)) });
    },
    find(requestKey) {
      if (!object.exists()) return null;
      const row = sql
        .exec<TaskRow>(
          "SELECT * FROM tasks WHERE asked_key = ? AND phase <> 'PHASE_TYPE_ERROR' ORDER BY created_ms DESC, id DESC LIMIT 1",
          requestKey,
        )
        .toArray()[0];
      if (!row) return null;
      return { taskId: row.id, parentId: row.file_id, inPlace: row.job !== null || holdsCopies(sql, row) };
    },
  };
}
