/**
 * One person's drive: the calls of its owner. Every call starts with the guard and is one transaction; what takes longer
 * leaves a task. Methods answer Results. SQL lives in the stores, uploads and long tasks in the classes below this one.
 */

import type { SortOrder, TaskType } from '#shared/drive/model.ts';
import { AppError, fail, type Result } from '#shared/errors.ts';
import { newWireId } from '#worker/platform/ids.ts';
import type { RepeatKey } from '#worker/platform/stored-object.ts';
import { beginCopy, type CopyJob } from './copy-job.store.ts';
import { doom, doomTrash, PLAIN_DELETE } from './delete-job.store.ts';
import type { CallerData } from './drive-base.ts';
import type { Crumb } from './face.ts';
import { LeavingDrive } from './leaving-drive.ts';
import { listEverywhere, listFolder, listTrash, type NodePage } from './listing.store.ts';
import { readSpace } from './space.ts';
import { insertTask, listTasks, type TaskPage, type TaskQuery, type TaskRow, taskById } from './tasks.store.ts';
import { lineOf, type NodeRow, nodeById, standingOf } from './tree.store.ts';
import { crumbsOf, measure, requireBatch, topmost, trashBytes } from './tree-batch.store.ts';
import { type Changed, makeFolder, move, rename, requireBatchInto, trash, untrash } from './tree-change.store.ts';
import type { DriveTx } from './tx.ts';
import { sharesAbove, sharesBelow, tellShares } from './watch.store.ts';

export interface ListAsked {
  readonly parentId: string;
  readonly rows: number;
  readonly pageToken: string;
  readonly order: SortOrder;
  readonly foldersFirst: boolean;
  readonly trashed: boolean;
  readonly foldersOnly: boolean;
  readonly filesOnly: boolean;
  readonly phases: readonly string[];
  readonly starred: boolean;
}

export interface SpaceUsed {
  readonly usageBytes: number;
  readonly trashBytes: number;
  readonly reservedBytes: number;
}

interface BatchAnswer extends Changed {
  readonly taskId: string;
}

export class DriveObject extends LeavingDrive {
  /** Trash is summed again only after something changed. */
  #trash: { key: string; bytes: number } | null = null;

  listNodes(caller: CallerData, asked: ListAsked): Result<NodePage> {
    return this.command(() => {
      this.guard(caller);
      if (asked.trashed)
        return listTrash(this.sql, asked.parentId === '*' ? null : asked.parentId, asked.pageToken, asked.rows);
      if (asked.parentId === '*' || asked.starred) return listEverywhere(this.sql, asked);
      return listFolder(this.sql, asked.parentId, asked);
    });
  }

  /** @throws file_not_found, file_in_recycle_bin */
  detail(caller: CallerData, id: string): Result<NodeRow> {
    return this.command(() => {
      this.guard(caller);
      const [row] = requireBatch(this.sql, [id], 'refuse');
      if (!row) throw new AppError('file_not_found');
      return row;
    });
  }

  path(caller: CallerData, folderId: string): Result<Crumb[]> {
    return this.command(() => {
      this.guard(caller);
      if (standingOf(this.sql, folderId) !== 'live' || (folderId !== '' && nodeById(this.sql, folderId)?.is_file !== 0))
        throw new AppError('file_not_found');
      return crumbsOf(this.sql, lineOf(this.sql, folderId)) as Crumb[];
    });
  }

  createFolder(
    caller: CallerData,
    input: { parentId: string; name: string },
    repeat: RepeatKey | null,
  ): Result<NodeRow> {
    return this.#write(caller, (tx) => makeFolder(tx, input), repeat);
  }

  rename(caller: CallerData, id: string, name: string, repeat: RepeatKey | null): Result<NodeRow> {
    return this.#write(caller, (tx) => rename(tx, id, name), repeat);
  }

  move(
    caller: CallerData,
    input: { ids: readonly string[]; to: string },
    repeat: RepeatKey | null,
  ): Promise<Result<string>> {
    return this.#batch(caller, (tx) => this.#done(tx, 'move', input.ids, move(tx, input.ids, input.to)), repeat);
  }

  /** @param trashTtlMs  how long the trash keeps these */
  trash(
    caller: CallerData,
    input: { ids: readonly string[]; trashTtlMs: number },
    repeat: RepeatKey | null,
  ): Promise<Result<string>> {
    return this.#batch(
      caller,
      (tx) => this.#done(tx, 'trash', input.ids, trash(tx, input.ids, tx.nowMs + input.trashTtlMs)),
      repeat,
    );
  }

  untrash(caller: CallerData, input: { ids: readonly string[] }, repeat: RepeatKey | null): Promise<Result<string>> {
    return this.#batch(caller, (tx) => this.#done(tx, 'untrash', input.ids, untrash(tx, input.ids)), repeat);
  }

  copy(
    caller: CallerData,
    input: { ids: readonly string[]; to: string; limitBytes: number },
    repeat: RepeatKey | null,
  ): Promise<Result<string>> {
    return this.#batch(
      caller,
      (tx) => {
        const rows = requireBatchInto(tx, input.ids, input.to);
        if (rows.some((row) => row.phase !== 'PHASE_TYPE_COMPLETE'))
          throw new AppError('invalid_argument', { reason: 'file_uncompleted', field: 'ids' });
        const ids = topmost(this.sql, input.ids);
        const held = measure(this.sql, ids);
        const job: CopyJob = {
          kind: 'copy',
          to: input.to,
          limitBytes: input.limitBytes,
          total: held.files + held.folders,
          done: 0,
          missing: 0,
          origin: null,
        };
        const taskId = this.#task(tx, 'copy', rows[0], job);
        beginCopy(tx, taskId, ids, held.bytes, input.limitBytes);
        this.localStep(tx, taskId);
        return { taskId, drain: false };
      },
      repeat,
    );
  }

  remove(caller: CallerData, input: { ids: readonly string[] }, repeat: RepeatKey | null): Promise<Result<string>> {
    return this.#batch(
      caller,
      (tx) => {
        const rows = requireBatch(this.sql, input.ids, 'allow');
        const ids = rows.map((row) => row.id);
        const shares = [...sharesAbove(this.sql, ids), ...sharesBelow(this.sql, ids)];
        const taskId = this.#task(tx, 'delete', rows[0], PLAIN_DELETE);
        doom(tx, taskId, ids);
        tellShares(tx, shares, true);
        this.localStep(tx, taskId);
        return { taskId, drain: shares.length > 0 };
      },
      repeat,
    );
  }

  emptyTrash(caller: CallerData, repeat: RepeatKey | null): Promise<Result<string>> {
    return this.#batch(
      caller,
      (tx) => {
        const taskId = this.#task(tx, 'emptytrash', undefined, PLAIN_DELETE);
        doomTrash(tx, taskId, false);
        this.localStep(tx, taskId);
        return { taskId, drain: false };
      },
      repeat,
    );
  }

  task(caller: CallerData, id: string): Result<TaskRow> {
    return this.command(() => {
      this.guard(caller);
      const row = taskById(this.sql, id);
      if (!row) throw new AppError('not_found', { reason: 'task_not_found' });
      return row;
    });
  }

  tasks(caller: CallerData, query: TaskQuery): Result<TaskPage> {
    return this.command(() => {
      this.guard(caller);
      return listTasks(this.sql, query);
    });
  }

  space(caller: CallerData): Result<SpaceUsed> {
    return this.command(() => {
      this.guard(caller);
      const { usage_bytes, reserved_bytes } = readSpace(this.sql);
      return { usageBytes: usage_bytes, trashBytes: this.#trashBytes(usage_bytes), reservedBytes: reserved_bytes };
    });
  }

  #trashBytes(usageBytes: number): number {
    const { roots, latest } = this.sql
      .exec<{ roots: number; latest: number | null }>(
        'SELECT count(*) AS roots, max(trashed_ms) AS latest FROM nodes WHERE state = 1 AND state > 0',
      )
      .one();
    const key = `${roots}/${latest}/${usageBytes}`;
    if (this.#trash?.key !== key) this.#trash = { key, bytes: trashBytes(this.sql) };
    return this.#trash.bytes;
  }

  #write<T>(caller: CallerData, work: (tx: DriveTx) => T, repeat: RepeatKey | null): Result<T> {
    try {
      this.prepare();
      // Before the repeat key: a token that is over learns nothing about earlier answers either.
      this.guard(caller);
    } catch (error) {
      return { ok: false, error: this.failure(error) };
    }
    this.#trash = null;
    return this.command((nowMs) => work(this.tx(nowMs)), repeat);
  }

  /** A batch answers its task; when something left a share, only after that share knows. */
  async #batch(
    caller: CallerData,
    work: (tx: DriveTx) => BatchAnswer,
    repeat: RepeatKey | null,
  ): Promise<Result<string>> {
    const result = this.#write(caller, work, repeat);
    if (!result.ok) return result;
    if (result.value.drain && !(await this.#sharesKnow())) return fail('unavailable', { retryInSeconds: 1 });
    return { ok: true, value: result.value.taskId };
  }

  async #sharesKnow(): Promise<boolean> {
    await this.drain();
    return (
      this.sql
        .exec("SELECT 1 FROM _outbox WHERE event = 'drive.tree-changed' AND json_extract(payload, '$.removed') LIMIT 1")
        .toArray().length === 0
    );
  }

  #task(tx: DriveTx, type: TaskType, first: NodeRow | undefined, job: object | null): string {
    const id = newWireId();
    insertTask(tx, {
      id,
      type,
      phase: job ? 'PHASE_TYPE_RUNNING' : 'PHASE_TYPE_COMPLETE',
      message: job ? '' : 'Completed',
      fileId: first?.id ?? '',
      fileName: first?.name ?? '',
      fileSizeBytes: first?.size_bytes ?? 0,
      job,
    });
    return id;
  }

  #done(tx: DriveTx, type: TaskType, ids: readonly string[], changed: Changed): BatchAnswer {
    const first = ids[0] === undefined ? null : nodeById(tx.sql, ids[0]);
    return { taskId: this.#task(tx, type, first ?? undefined, null), drain: changed.drain };
  }
}
