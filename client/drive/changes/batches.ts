/** Changes of more items than one call takes: one call after the other, each followed to the end of its task. */
import type { NewName } from '#shared/drive/rename-pattern.ts';
import type { DriveApi } from '../drive.api.ts';
import { type FollowDeps, followTask, type TaskOutcome } from './follow-task.ts';

/** 10,000: most ids of one call (`idList` of shared/contract.ts). */
export const BATCH_IDS = 10_000;

export function batchesOf<T>(items: readonly T[]): T[][] {
  const count = Math.ceil(items.length / BATCH_IDS);
  return Array.from({ length: count }, (_, at) => items.slice(at * BATCH_IDS, (at + 1) * BATCH_IDS));
}

export interface Batches {
  /** Follows one task to its end. @throws the failure of the task */
  follow(taskId: string): Promise<TaskOutcome>;
  /** @returns ids that any of the tasks replaced, skipped or restored to the root */
  inBatches<T>(items: readonly T[], start: (batch: T[]) => Promise<string>): Promise<TaskOutcome>;
  /**
   * Renames all or none: when a later call is refused, the names of earlier calls are restored.
   * @throws the refusal
   */
  renameAll(names: readonly NewName[]): Promise<void>;
}

export function makeBatches(deps: FollowDeps & { readonly api: Pick<DriveApi, 'renameMany'> }): Batches {
  const { api } = deps;
  const follow = (taskId: string) => followTask(taskId, deps);

  async function inBatches<T>(items: readonly T[], start: (batch: T[]) => Promise<string>): Promise<TaskOutcome> {
    const [replaced, skipped, rehomed]: [string[], string[], string[]] = [[], [], []];
    for (const batch of batchesOf(items)) {
      const outcome = await follow(await start(batch));
      replaced.push(...outcome.replaced);
      skipped.push(...outcome.skipped);
      rehomed.push(...outcome.rehomed);
    }
    return { replaced, skipped, rehomed };
  }

  async function renameAll(names: readonly NewName[]): Promise<void> {
    const renamed: NewName[] = [];
    try {
      for (const batch of batchesOf(names)) {
        await follow(await api.renameMany(batch.map(({ id, to }) => ({ id, name: to }))));
        renamed.push(...batch);
      }
    } catch (error) {
      await inBatches(renamed, (batch) => api.renameMany(batch.map(({ id, from }) => ({ id, name: from }))));
      throw error;
    }
  }

  return { follow, inBatches, renameAll };
}
