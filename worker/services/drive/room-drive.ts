/** One person's drive: what takes the room, and throwing copies away. The calls of its owner. */
import type { Result } from '#shared/errors.ts';
import type { RepeatKey } from '#worker/platform/stored-object.ts';
import { ActingDrive } from './acting-drive.ts';
import type { CallerData } from './drive-base.ts';
import type { FoundPage } from './find.store.ts';
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
} from './room.store.ts';
import { trash } from './tree-change.store.ts';

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
   * Throws copies away; the one that stays is in place when it is done. All or none.
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
        return this.done(tx, 'trash', ids, trash(tx, ids, tx.nowMs + input.trashTtlMs));
      },
      repeat,
    );
  }
}
