/** One person's drive: what takes the room, and throwing copies away. The calls of its owner. */
import type { Result } from '#shared/errors.ts';
import type { RepeatKey } from '#worker/platform/stored-object.ts';
import { ActingDrive } from './acting-drive.ts';
import type { CallerData } from './drive-base.ts';
import { AT_ONCE, batchJob, keepBatch } from './jobs/batch-job.store.ts';
import { trash } from './tree/change.store.ts';
import type { FoundPage } from './tree/search/search.store.ts';
import { nodeById } from './tree/tree.store.ts';
import {
  copiesOf,
  type HeavyFolder,
  type LargestQuery,
  listHeavyFolders,
  listLargest,
  sentBytes,
  type TidyGroup,
  type TrashUse,
  trashByKind,
} from './tree/usage/usage.store.ts';

export abstract class RoomDrive extends ActingDrive {
  largest(caller: CallerData, query: LargestQuery): Result<FoundPage> {
    return this.command(() => {
      this.guard(caller);
      return listLargest(this.sql, query);
    });
  }

  heavyFolders(caller: CallerData, rows: number): Result<HeavyFolder[]> {
    return this.command(() => {
      this.guard(caller);
      return listHeavyFolders(this.sql, rows);
    });
  }

  trashByKind(caller: CallerData): Result<TrashUse[]> {
    return this.command(() => {
      this.guard(caller);
      return trashByKind(this.sql);
    });
  }

  sentBytes(caller: CallerData, days: number): Result<number> {
    return this.command((nowMs) => {
      this.guard(caller);
      return sentBytes(this.sql, days, nowMs);
    });
  }

  /**
   * Throws copies away; the one that stays is in place when it is done. All or none; of very many, a copy of what is gone
   * or another file by its turn stays, and the task tells it as skipped.
   * @throws file_not_found, file_in_recycle_bin, failed_precondition
   */
  tidy(
    caller: CallerData,
    input: { groups: readonly TidyGroup[]; trashTtlMs: number },
    repeat: RepeatKey | null,
  ): Promise<Result<string>> {
    return this.batch(
      caller,
      (tx) => {
        const ids = copiesOf(tx.sql, input.groups);
        const untilMs = tx.nowMs + input.trashTtlMs;
        if (ids.length <= AT_ONCE) return this.done(tx, 'trash', ids, trash(tx, ids, untilMs));
        const first = nodeById(tx.sql, ids[0] ?? '') ?? undefined;
        const taskId = this.newTask(tx, 'trash', first, batchJob(ids, { do: 'tidy', untilMs }));
        keepBatch(tx, taskId, ids, new Map(input.groups.flatMap((each) => each.ids.map((id) => [id, each.keep]))));
        return { taskId, drain: false };
      },
      repeat,
    );
  }
}
