/** Changes that offer an undo: rename, move, trash, restore. */
import type { NewName } from '#shared/drive/rename-pattern.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { Destination } from '../conflicts/conflict.rules.ts';
import type { DriveApi } from '../drive.api.ts';
import type { DriveState } from '../drive.state.ts';
import type { ToastActions } from '../toasts/toast.actions.ts';
import type { Batches } from './batches.ts';
import { type ChangeRunner, keepBoth, portionsOf } from './change-runner.ts';
import type { ConflictActions } from './conflict.actions.ts';
import { restoredLabel } from './restored-label.ts';
import type { UndoActions } from './undo.actions.ts';
import type { UndoSteps } from './undo-steps.ts';

export interface ReversibleActions {
  /** @throws ApiError: the dialog shows it beside the field */
  rename(row: DriveRow, name: string): Promise<void>;
  /** Renames all or none; rows that keep their names are left out. @throws ApiError */
  renameMany(names: readonly NewName[]): Promise<void>;
  move(rows: readonly DriveRow[], to: Destination): Promise<void>;
  trash(rows: readonly DriveRow[]): Promise<void>;
  restore(rows: readonly DriveRow[]): Promise<void>;
}

export interface ReversibleDeps {
  readonly state: DriveState;
  readonly api: DriveApi;
  readonly translator: () => Translator;
  readonly toasts: ToastActions;
  readonly undo: UndoActions;
  readonly conflicts: ConflictActions;
  readonly runner: ChangeRunner;
  readonly batches: Batches;
  readonly steps: UndoSteps;
}

export function makeReversibleActions(deps: ReversibleDeps): ReversibleActions {
  const { state, api, translator, toasts, undo, conflicts, runner, batches, steps } = deps;
  const undone = () => translator().t('drive.undo.done');

  async function restore(rows: readonly DriveRow[]): Promise<void> {
    const portions = await portionsOf(conflicts, 'restore', rows, null);
    if (!portions) return;
    const result = await runner.run(portions, api.untrash, state.place.value === 'trash', {
      again: () => void restore(rows),
    });
    if (result.rows.length === 0) return;
    const text = restoredLabel(translator(), result.rows, new Set(result.rehomed));
    if (result.replaced.length === 0) toasts.show(text);
    else
      undo.offer(text, () =>
        steps.undo(result.rows, async () => {
          await batches.inBatches(result.rows, (batch) => api.trash(batch.map(({ id }) => id)));
          await steps.restoreReplaced(result.replaced);
          return undone();
        }),
      );
  }

  return {
    restore,
    rename: (row, name) =>
      undo.during(async (offer) => {
        const renamed = await api.rename(row.id, name).catch((error: unknown) => runner.reportGone(error, [row]));
        if (!renamed) return;
        state.rows.value = state.rows.value.map((one) => (one.id === row.id ? renamed : one));
        offer(translator().t('drive.rename.done', { name: renamed.name }), () =>
          steps.undo([row], async () => {
            await api.rename(row.id, row.name);
            return undone();
          }),
        );
        await runner.refreshAll();
      }),
    async renameMany(names) {
      const changed = names.filter(({ from, to }) => from !== to);
      if (changed.length === 0) return;
      const ids = new Set(changed.map(({ id }) => id));
      const rows = state.rows.value.filter((row) => ids.has(row.id));
      await undo.during(async (offer) => {
        await batches.renameAll(changed);
        offer(translator().tn('drive.many.done', changed.length), () =>
          steps.undo(rows, async () => {
            await batches.renameAll(changed.map(({ from, to, ...name }) => ({ ...name, from: to, to: from })));
            return undone();
          }),
        );
        await runner.refreshAll();
      });
    },
    async move(rows, to) {
      const portions = await portionsOf(conflicts, 'move', rows, to);
      if (!portions) return;
      await undo.during(async (offer) => {
        const result = await runner.run(portions, (ids, conflict) => api.move(ids, to.id, conflict), true);
        if (result.rows.length === 0) return;
        offer(translator().tn('drive.moved', result.rows.length, { name: to.name }), () =>
          steps.undo(result.rows, () => steps.moveBack(result)),
        );
      });
    },
    trash: (rows) =>
      undo.during(async (offer) => {
        const trashed = (await runner.run(keepBoth(rows), api.trash, true)).rows;
        if (trashed.length === 0) return;
        offer(translator().tn('drive.trashed', trashed.length), () =>
          steps.undo(trashed, async () => {
            const outcome = await batches.inBatches(trashed, (batch) => api.untrash(batch.map(({ id }) => id)));
            const [skipped, rehomed] = [new Set(outcome.skipped), new Set(outcome.rehomed)];
            const restored = trashed.filter(({ id }) => !skipped.has(id));
            if (rehomed.size > 0) return restoredLabel(translator(), restored, rehomed);
            return translator().tn('drive.restored', restored.length);
          }),
        );
      }),
  };
}
