/** Steps that undo a change: each throws what its calls or tasks threw, and the undo toast reports it. */
import type { DriveRow } from '#shared/drive/rows.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { BrowserApi } from '../browser-api.ts';
import type { DriveApi } from '../drive.api.ts';
import type { DriveState } from '../drive.state.ts';
import { grouped } from '../listing/group-by.ts';
import type { Batches } from './batches.ts';
import type { ChangeResult, ChangeRunner } from './change-runner.ts';
import { isLost } from './undo.actions.ts';

export interface UndoSteps {
  /** Runs `work`, then refreshes the list and focuses one of the rows. @returns the message of success */
  undo(rows: readonly DriveRow[], work: () => Promise<string>): Promise<string>;
  /** Moves each row to the folder it came from. @throws the first failure when no row could be moved */
  moveBack(result: ChangeResult): Promise<string>;
  /** Restores replaced files from the trash, once their names are free again. */
  restoreReplaced(ids: readonly string[]): Promise<void>;
}

export interface UndoStepsDeps {
  readonly state: DriveState;
  readonly api: DriveApi;
  readonly browser: BrowserApi;
  readonly translator: () => Translator;
  readonly runner: Pick<ChangeRunner, 'setBusy' | 'refreshAll'>;
  readonly batches: Pick<Batches, 'inBatches'>;
}

export function makeUndoSteps({ state, api, browser, translator, runner, batches }: UndoStepsDeps): UndoSteps {
  const { inBatches } = batches;

  async function restoreReplaced(ids: readonly string[]): Promise<void> {
    await inBatches(ids, (batch) => api.untrash(batch));
  }

  return {
    restoreReplaced,
    async undo(rows, work) {
      const ids = new Set(rows.map((row) => row.id));
      runner.setBusy([...ids], true);
      try {
        return await work();
      } finally {
        runner.setBusy([...ids], false);
        await runner.refreshAll();
        // The undo button that had the focus is gone.
        const shown = state.rows.value.find((row) => ids.has(row.id));
        if (shown) {
          state.at.value = shown.id;
          browser.focusRow(shown.id);
        } else browser.focusHeading();
      }
    },
    async moveBack({ rows, replaced }) {
      let moved = 0;
      const problems: unknown[] = [];
      for (const [parentId, group] of grouped(rows, (row) => row.parentId)) {
        const ids = group.map(({ id }) => id);
        try {
          const { skipped } = await inBatches(ids, (batch) => api.move(batch, parentId));
          moved += ids.length - skipped.length;
        } catch (error) {
          problems.push(error);
        }
      }
      if (moved === 0 && problems.length > 0) throw problems[0];
      await restoreReplaced(replaced);
      if (moved < rows.length) return translator().tn('drive.undo.part', moved, { total: rows.length });
      const complete = rows.filter((row) => row.phase === 'PHASE_TYPE_COMPLETE');
      try {
        // A row whose name was taken in the other folder got a number there.
        await inBatches(complete, (batch) => api.renameMany(batch.map(({ id, name }) => ({ id, name }))));
      } catch (error) {
        // Another file has the name now: all rows are back, some with a numbered name.
        if (!isLost(error)) throw error;
      }
      return translator().t('drive.undo.done');
    },
  };
}
