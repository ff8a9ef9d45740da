/**
 * What shares ask of a drive: what may be shared, watching it, showing it, and copying it to another person's drive.
 * Methods without a caller are asked by other objects only; they answer nothing outside the roots they are given.
 */

import { nameKey, sortKey } from '#shared/drive/names.ts';
import { AppError, fail, type Result, succeed } from '#shared/errors.ts';
import { newWireId } from '#worker/platform/ids.ts';
import type { DriveTx } from './core/tx.ts';
import type { CallerData } from './drive-base.ts';
import { insertTask, type TaskRow, taskById } from './jobs/task.store.ts';
import { DONE_RESTORE_MS, RESTORE_FOLDER, RETRY_MS } from './keys.ts';
import type { Crumb, OpenContent, SharedItem } from './service.ts';
import { describeNodes, lineInShare, listShared, type SharedQuery, sharedFile } from './sharing/view.store.ts';
import { addWatch, dropWatch, nodesWithGcid, sharesAbove } from './sharing/watch.store.ts';
import { heightOf, measure, topmost } from './tree/batch.store.ts';
import { isBlocked, setBlocked } from './tree/blocked.store.ts';
import { makeFolder } from './tree/change.store.ts';
import type { NodePage } from './tree/listing.store.ts';
import { type ExportMeasure, type ExportQuery, readSource, type SourcePage } from './tree/source.store.ts';
import { isLive, type NodeRow, nodeById, requireFolder } from './tree/tree.store.ts';
import { type MeasureJob, WorkingDrive } from './working-drive.ts';

export interface RestoreInput {
  readonly requestKey: string;
  readonly shareId: string;
  readonly ownerId: string;
  readonly rootIds: readonly string[];
  readonly ids: readonly string[];
  readonly parentId: string | null;
  readonly limitBytes: number;
}

export interface RestoreBegun {
  readonly taskId: string;
  readonly parentId: string;
  readonly done: boolean;
  readonly started: boolean;
  /** Of the task; of one under way none. */
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Whether everything that this restore made is in the folder it was saved into, as it was made: a copy that was renamed or
 * replaced since is a thing of its own.
 */
function holdsCopies(sql: SqlStorage, row: TaskRow): boolean {
  const { trace_file_ids: trace = '{}' } = JSON.parse(row.params) as Record<string, string>;
  const copies = Object.values(JSON.parse(trace) as Record<string, string>);
  return (
    isLive(sql, row.file_id) &&
    copies.every((id) => {
      const copy = nodeById(sql, id);
      return copy?.parent_id === row.file_id && copy.modified_ms <= row.updated_ms;
    })
  );
}

function restoreEnd(row: TaskRow | null): Pick<RestoreBegun, 'done' | 'params'> {
  const done = row !== null && row.job === null;
  return { done, params: done ? (JSON.parse(row.params) as Record<string, string>) : {} };
}

export abstract class SharingDrive extends WorkingDrive {
  describeForShare(caller: CallerData, ids: readonly string[]): Result<SharedItem[]> {
    return this.command(() => {
      this.guard(caller);
      return describeNodes(this.sql, ids);
    });
  }

  watch(shareId: string, rootIds: readonly string[]): Result<null> {
    return this.command(() => {
      addWatch(this.sql, shareId, rootIds);
      return null;
    });
  }

  unwatch(shareId: string): Result<null> {
    if (!this.exists()) return succeed(null);
    return this.command(() => {
      dropWatch(this.sql, shareId);
      return null;
    });
  }

  /** An operator closes contents of this drive, or opens them again. @param gcids  upper-case hex */
  blockContents(gcids: readonly string[], blocked: boolean): Result<null> {
    if (!this.exists()) return succeed(null);
    return this.command(() => {
      setBlocked(this.sql, gcids, blocked);
      return null;
    });
  }

  /** Links that show one of these nodes, or a file with one of these gcids. */
  linksOver(input: { fileIds: readonly string[]; gcids: readonly string[] }): Result<string[]> {
    if (!this.exists()) return succeed([]);
    return this.command(() => sharesAbove(this.sql, [...input.fileIds, ...nodesWithGcid(this.sql, input.gcids)]));
  }

  listShared(query: SharedQuery): Result<{ page: NodePage; path: Crumb[] } | null> {
    if (!this.exists()) return succeed(null);
    return this.command(() => listShared(this.sql, query));
  }

  sharedFile(rootIds: readonly string[], fileId: string): Result<{ row: NodeRow; content: OpenContent } | null> {
    if (!this.exists()) return succeed(null);
    return this.command(() => sharedFile(this.sql, rootIds, fileId, this.name));
  }

  /** How much a restore will take. @throws file_not_found when an id is not the share's to give */
  exportMeasure(query: ExportQuery): Result<ExportMeasure> {
    if (!this.exists()) return fail('file_not_found');
    return this.command(() => {
      const isGiven = (id: string): boolean =>
        lineInShare(this.sql, query.rootIds, id) !== null && !isBlocked(this.sql, nodeById(this.sql, id)?.gcid ?? '');
      const asked = query.ids?.length ? query.ids : query.rootIds.filter(isGiven);
      if (asked.length === 0 || !asked.every(isGiven)) throw new AppError('file_not_found', { field: 'file_ids' });
      const ids = topmost(this.sql, asked);
      const held = measure(this.sql, ids);
      return { ids, bytes: held.bytes, rows: held.files + held.folders, height: heightOf(this.sql, ids) };
    });
  }

  /** One page of what a restore copies; what left the share meanwhile counts as missing. */
  exportTree(query: ExportQuery): Result<SourcePage> {
    const { want, rows } = query;
    if (!this.exists() || !want || !rows) return fail('file_not_found');
    return this.command(() =>
      readSource(this.sql, want, rows, (id) => lineInShare(this.sql, query.rootIds, id) !== null),
    );
  }

  /** Starts a restore, or finds the one this request has started; answers when it is done or its first step is. */
  async restoreShared(caller: CallerData, input: RestoreInput): Promise<Result<RestoreBegun>> {
    const begun = this.command((nowMs) => {
      this.guard(caller);
      return this.#findRestore(input, nowMs) ?? this.#beginRestore(this.tx(nowMs), input);
    });
    if (!begun.ok) return begun;
    const { taskId, started } = begun.value;
    // Until a restore is measured nobody knows whether it is refused: whoever asks again meanwhile hears the same.
    if (!started && this.jobOf(taskId)?.kind !== 'measure') return begun;
    try {
      const refusal = await this.step(taskId);
      if (refusal) return { ok: false, error: refusal };
    } catch (error) {
      // The task stands and the alarm goes on with it: the person polls it as they would a long one.
      this.failure(error);
    }
    return succeed({ ...begun.value, ...restoreEnd(taskById(this.sql, taskId)) });
  }

  /** The newest restore this request has started here and that did not fail, or null. */
  restoreOf(requestKey: string): { taskId: string; parentId: string; inPlace: boolean } | null {
    if (!this.exists()) return null;
    const row = this.sql
      .exec<TaskRow>(
        "SELECT * FROM tasks WHERE asked_key = ? AND phase <> 'PHASE_TYPE_ERROR' ORDER BY created_ms DESC, id DESC LIMIT 1",
        requestKey,
      )
      .toArray()[0];
    if (!row) return null;
    return { taskId: row.id, parentId: row.file_id, inPlace: row.job !== null || holdsCopies(this.sql, row) };
  }

  #findRestore(input: RestoreInput, nowMs: number): RestoreBegun | null {
    const row = this.sql.exec<TaskRow>('SELECT * FROM tasks WHERE request_key = ?', input.requestKey).toArray()[0];
    if (!row) return null;
    const done = row.job === null;
    // A retry finds its copies. A person who has moved, renamed, replaced or deleted one of them since asks for a new save.
    if (!done || (row.updated_ms > nowMs - DONE_RESTORE_MS && holdsCopies(this.sql, row)))
      return { taskId: row.id, parentId: row.file_id, ...restoreEnd(row), started: false };
    this.sql.exec('UPDATE tasks SET request_key = NULL WHERE id = ?', row.id);
    return null;
  }

  #beginRestore(tx: DriveTx, input: RestoreInput): RestoreBegun {
    const parentId = input.parentId ?? this.#restoreFolder(tx);
    requireFolder(tx.sql, parentId);
    const taskId = newWireId();
    const origin = { shareId: input.shareId, ownerId: input.ownerId, rootIds: input.rootIds };
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
    // The call goes on by itself; the alarm is for the crash that may end it.
    tx.wakeAt(tx.nowMs + RETRY_MS);
    return { taskId, parentId, ...restoreEnd(null), started: true };
  }

  #restoreFolder(tx: DriveTx): string {
    const found = tx.sql
      .exec<{ id: string }>(
        "SELECT id FROM nodes WHERE parent_id = '' AND state = 0 AND is_file = 0 AND sort_key = ? AND name_key = ? ORDER BY (folder_type = ?) DESC, id LIMIT 1",
        sortKey(RESTORE_FOLDER.name),
        nameKey(RESTORE_FOLDER.name),
        RESTORE_FOLDER.folderType,
      )
      .toArray()[0];
    return (
      found?.id ?? makeFolder(tx, { parentId: '', name: RESTORE_FOLDER.name, folderType: RESTORE_FOLDER.folderType }).id
    );
  }
}
