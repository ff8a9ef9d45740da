/**
 * One person's drive: the calls of its owner. Every call starts with the guard and is one transaction; what takes longer
 * leaves a task. Methods answer Results. SQL lives in the stores, uploads and long tasks in the classes below this one.
 */

import type { SortOrder } from '#shared/drive/model.ts';
import { AppError, type Result } from '#shared/errors.ts';
import type { RepeatKey } from '#worker/platform/stored-object.ts';
import type { BatchAnswer } from './acting-drive.ts';
import type { DriveTx } from './core/tx.ts';
import type { CallerData } from './drive-base.ts';
import { AT_ONCE, batchJob, emptyJob, judgeAct, keepBatch, keepDeletion } from './jobs/batch-job.store.ts';
import { beginCopy, type CopyJob, noteSkipped } from './jobs/copy-job.store.ts';
import { doomTrash, PLAIN_DELETE, takeOut } from './jobs/delete-job.store.ts';
import { listTasks, type TaskPage, type TaskQuery, type TaskRow, taskById } from './jobs/task.store.ts';
import type { Crumb } from './service.ts';
import { crumbsOf, measure, requireBatch, topmost, trashBytes } from './tree/batch.store.ts';
import { holdsBlocked } from './tree/blocked.store.ts';
import { makeFolder, rename, requireBatchInto } from './tree/change.store.ts';
import { type Choosing, choiceOf, judgeConflict } from './tree/conflict.store.ts';
import { listEverywhere, listFolder, listTrash, type NodePage, type TrashPage } from './tree/listing.store.ts';
import { IN_TRASH, lineOf, type NodeRow, nodeById, standingOf } from './tree/tree.store.ts';
import { readSpace } from './tree/usage/quota.ts';
import { versionBytes } from './tree/versions/version.store.ts';
import { VersionedDrive } from './versioned-drive.ts';

export interface ListAsked {
  readonly parentId: string;
  readonly rows: number;
  readonly pageToken: string;
  readonly order: SortOrder;
  readonly foldersFirst: boolean;
  readonly trashed: boolean;
  readonly foldersOnly: boolean;
  readonly filesOnly: boolean;
  readonly kinds?: readonly string[];
  readonly phases: readonly string[];
  readonly starred: boolean;
}

export interface SpaceUsed {
  readonly usageBytes: number;
  readonly trashBytes: number;
  /** Part of what is used, wherever their files are. */
  readonly versionBytes: number;
  readonly reservedBytes: number;
}

export class DriveObject extends VersionedDrive {
  /** Trash is summed again only after something changed. */
  #trash: { key: string; bytes: number } | null = null;

  listNodes(caller: CallerData, asked: ListAsked): Result<NodePage | TrashPage> {
    return this.command(() => {
      this.guard(caller);
      if (asked.trashed) return listTrash(this.sql, asked.parentId === '*' ? null : asked.parentId, asked);
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

  /** Of a node wherever it is; '' when there is none. */
  phaseOf(caller: CallerData, id: string): Result<string> {
    return this.command(() => {
      this.guard(caller);
      return nodeById(this.sql, id)?.phase ?? '';
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
    return this.write(caller, (tx) => makeFolder(tx, input), repeat);
  }

  rename(caller: CallerData, id: string, name: string, repeat: RepeatKey | null): Result<NodeRow> {
    return this.write(caller, (tx) => rename(tx, id, name), repeat);
  }

  move(
    caller: CallerData,
    input: { ids: readonly string[]; to: string } & Choosing,
    repeat: RepeatKey | null,
  ): Promise<Result<string>> {
    const { ids, to } = input;
    return this.act(caller, ids, (tx) => ({ do: 'move', to, choice: choiceOf(tx, input) }), repeat);
  }

  /** @param trashTtlMs  how long the trash keeps these */
  trash(
    caller: CallerData,
    input: { ids: readonly string[]; trashTtlMs: number },
    repeat: RepeatKey | null,
  ): Promise<Result<string>> {
    const { ids, trashTtlMs } = input;
    return this.act(caller, ids, (tx) => ({ do: 'trash', untilMs: tx.nowMs + trashTtlMs }), repeat);
  }

  untrash(
    caller: CallerData,
    input: { ids: readonly string[] } & Choosing,
    repeat: RepeatKey | null,
  ): Promise<Result<string>> {
    return this.act(caller, input.ids, (tx) => ({ do: 'untrash', choice: choiceOf(tx, input) }), repeat);
  }

  copy(
    caller: CallerData,
    input: { ids: readonly string[]; to: string; limitBytes: number } & Choosing,
    repeat: RepeatKey | null,
  ): Promise<Result<string>> {
    return this.batch(
      caller,
      (tx) => {
        const rows = requireBatchInto(tx, input.ids, input.to);
        if (rows.some((row) => row.phase !== 'PHASE_TYPE_COMPLETE'))
          throw new AppError('invalid_argument', { reason: 'file_uncompleted', field: 'ids' });
        if (holdsBlocked(this.sql, input.ids)) throw new AppError('file_blocked', { field: 'ids' });
        const choice = choiceOf(tx, input);
        const top = topmost(this.sql, input.ids);
        const skipped = new Set(choice.conflict === 'skip' ? this.#takenIn(input.to, rows, top) : []);
        const ids = top.filter((id) => !skipped.has(id));
        const held = measure(this.sql, ids);
        const total = held.files + held.folders;
        const job: CopyJob = {
          kind: 'copy',
          to: input.to,
          limitBytes: input.limitBytes,
          total,
          done: 0,
          missing: 0,
          origin: null,
          choice,
        };
        const taskId = this.newTask(tx, 'copy', rows[0], job);
        noteSkipped(tx.sql, taskId, [...skipped]);
        beginCopy(tx, taskId, ids, { bytes: held.bytes, rows: total }, input.limitBytes);
        this.beginStep(tx, taskId, input.ids.length);
        return { taskId, drain: choice.conflict === 'replace' };
      },
      repeat,
    );
  }

  /** Those of a batch whose names are taken in the folder they would go to. */
  #takenIn(to: string, rows: readonly NodeRow[], ids: readonly string[]): string[] {
    const asked = new Set(ids);
    return rows
      .filter((row) => asked.has(row.id) && judgeConflict(this.sql, row, to, 'skip', () => false).kind === 'skip')
      .map(({ id }) => id);
  }

  remove(caller: CallerData, input: { ids: readonly string[] }, repeat: RepeatKey | null): Promise<Result<string>> {
    return this.batch(
      caller,
      (tx) => {
        if (input.ids.length > AT_ONCE) return this.#removeMany(tx, input.ids);
        const rows = requireBatch(this.sql, input.ids, 'allow');
        const ids = rows.map((row) => row.id);
        const taskId = this.newTask(tx, 'delete', rows[0], PLAIN_DELETE);
        const drain = takeOut(tx, taskId, ids);
        this.beginStep(tx, taskId, ids.length);
        return { taskId, drain };
      },
      repeat,
    );
  }

  #removeMany(tx: DriveTx, ids: readonly string[]): BatchAnswer {
    const parentIds = judgeAct(tx, ids, { do: 'delete' });
    const job = batchJob(ids, { do: 'delete' });
    const taskId = this.newTask(tx, 'delete', nodeById(tx.sql, ids[0] ?? '') ?? undefined, job);
    keepDeletion(tx, taskId, ids, parentIds, job);
    return { taskId, drain: false };
  }

  emptyTrash(caller: CallerData, repeat: RepeatKey | null): Promise<Result<string>> {
    return this.batch(
      caller,
      (tx) => {
        const roots = this.#trashRoots();
        // Behind a batch it waits for what that throws away.
        if (roots > AT_ONCE || this.awaitsBatch()) {
          const taskId = this.newTask(tx, 'emptytrash', undefined, emptyJob(roots, null));
          keepBatch(tx, taskId, []);
          return { taskId, drain: false };
        }
        const taskId = this.newTask(tx, 'emptytrash', undefined, PLAIN_DELETE);
        doomTrash(tx, taskId, false);
        tx.changed();
        this.beginStep(tx, taskId, 0);
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
      return {
        usageBytes: usage_bytes,
        trashBytes: this.#trashBytes(usage_bytes),
        versionBytes: versionBytes(this.sql),
        reservedBytes: reserved_bytes,
      };
    });
  }

  protected override changed(): void {
    this.#trash = null;
  }

  #trashRoots(): number {
    return this.sql.exec<{ n: number }>(`SELECT count(*) AS n FROM nodes WHERE ${IN_TRASH}`).one().n;
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
}
