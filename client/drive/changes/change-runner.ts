/** Runs a change of rows in batches: marks the rows busy, follows each task, refreshes the list, reports failures. */
import type { ConflictChoice } from '#shared/drive/conflict.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { BrowserApi } from '../browser-api.ts';
import type { Portion } from '../conflicts/conflict.rules.ts';
import type { DriveApi } from '../drive.api.ts';
import type { DriveState } from '../drive.state.ts';
import type { ListingActions } from '../listing/listing.actions.ts';
import { pruneSelection } from '../selection/selection.rules.ts';
import { isGone, type ToastActions } from '../toasts/toast.actions.ts';
import { type Batches, batchesOf } from './batches.ts';
import type { ConflictActions } from './conflict.actions.ts';

export interface ChangeResult {
  /** Rows that were changed. */
  readonly rows: readonly DriveRow[];
  /** Ids of files that were replaced; they are in the trash. */
  readonly replaced: readonly string[];
  /** Ids of restored files that are in the root, because their own folder is not in place. */
  readonly rehomed: readonly string[];
}

export interface RunOptions {
  /** Offered where the change failed: does the same again. */
  readonly again?: () => void;
  /** Message about rows that the task skipped. */
  readonly skippedMessage?: 'drive.left-out' | 'drive.left-changed';
}

export interface ChangeRunner {
  /** Reads list and storage again. */
  refreshAll(): Promise<void>;
  setBusy(ids: readonly string[], isBusy: boolean): void;
  /** Reports a failure. Refreshes the list first where files are missing. */
  reportFailure(error: unknown, rows: readonly DriveRow[], again?: () => void): Promise<void>;
  /** For dialogs that show failures themselves: reports missing files only. @throws every other error */
  reportGone(error: unknown, rows: readonly DriveRow[]): Promise<null>;
  /** @param leaves  the rows leave the open listing. @returns the rows that were changed; none after a failure */
  run(
    portions: readonly Portion[],
    start: (ids: string[], conflict: ConflictChoice) => Promise<string>,
    leaves: boolean,
    options?: RunOptions,
  ): Promise<ChangeResult>;
}

export interface ChangeRunnerDeps {
  readonly state: DriveState;
  readonly api: Pick<DriveApi, 'storage'>;
  readonly browser: BrowserApi;
  readonly translator: () => Translator;
  readonly listing: Pick<ListingActions, 'refresh' | 'clearCache'>;
  readonly toasts: ToastActions;
  readonly batches: Pick<Batches, 'follow'>;
}

/** One portion of all rows, for changes that meet no name conflict. */
export const keepBoth = (rows: readonly DriveRow[]): readonly Portion[] => [{ rows, conflict: 'keep_both' }];

/** Asks the user about taken names. Where the question fails, both files are kept. @returns null when the user cancels */
export function portionsOf(
  conflicts: ConflictActions,
  ...[operation, rows, to]: Parameters<ConflictActions['ofRows']>
): Promise<readonly Portion[] | null> {
  return conflicts.ofRows(operation, rows, to).catch(() => keepBoth(rows));
}

export function makeChangeRunner(deps: ChangeRunnerDeps): ChangeRunner {
  const { state, api, browser, translator, listing, toasts, batches } = deps;

  async function refreshAll(): Promise<void> {
    listing.clearCache();
    const storage = api.storage().then(
      (usage) => {
        state.storage.value = usage;
      },
      // The meter keeps its last number until the next change.
      () => undefined,
    );
    await Promise.all([listing.refresh(), storage]);
  }

  function setBusy(ids: readonly string[], isBusy: boolean): void {
    const busy = new Set(state.busy.value);
    for (const id of ids) {
      if (isBusy) busy.add(id);
      else busy.delete(id);
    }
    state.busy.value = busy;
  }

  /** Removes rows from the list. The focus moves from a removed row to the row that takes its place. */
  function removeRows(ids: readonly string[]): void {
    const removed = new Set(ids);
    const { focus } = browser.scrollPosition();
    const before = state.rows.value;
    const at = before.findIndex(({ id }) => id === focus);
    const stays = (row: DriveRow) => !removed.has(row.id);
    const next = before.slice(at + 1).find(stays) ?? before.slice(0, Math.max(0, at)).findLast(stays);
    state.rows.value = before.filter(stays);
    state.selection.value = pruneSelection(
      state.selection.value,
      state.rows.value.map((row) => row.id),
    );
    if (removed.has(focus) && next) browser.focusRow(next.id);
    // A focus that the user moved to another row stays there.
    else if (focus === '' || removed.has(focus)) browser.focusHeading();
  }

  async function reportFailure(error: unknown, rows: readonly DriveRow[], again?: () => void): Promise<void> {
    if (isGone(error)) await refreshAll();
    toasts.showFailure(error, { rows, ...(again ? { again } : {}) });
  }

  return {
    refreshAll,
    setBusy,
    reportFailure,
    async reportGone(error, rows) {
      if (!isGone(error)) throw error;
      await reportFailure(error, rows);
      return null;
    },
    async run(portions, start, leaves, { again, skippedMessage = 'drive.left-out' } = {}) {
      const all = portions.flatMap(({ rows }) => rows);
      const [rows, replaced, rehomed]: [DriveRow[], string[], string[]] = [[], [], []];
      let skippedCount = 0;
      if (all.length === 0) return { rows, replaced, rehomed };
      const busy = all.map(({ id }) => id);
      setBusy(busy, true);
      try {
        for (const portion of portions) {
          for (const batch of batchesOf(portion.rows)) {
            const ids = batch.map(({ id }) => id);
            const taskId = await start(ids, portion.conflict);
            if (leaves) removeRows(ids);
            const outcome = await batches.follow(taskId);
            const skipped = new Set(outcome.skipped);
            replaced.push(...outcome.replaced);
            rehomed.push(...outcome.rehomed);
            rows.push(...batch.filter(({ id }) => !skipped.has(id)));
            skippedCount += skipped.size;
          }
        }
      } catch (error) {
        await reportFailure(error, all, again);
      } finally {
        setBusy(busy, false);
      }
      if (state.status.value !== 'ended') await refreshAll();
      if (skippedCount > 0) toasts.show(translator().tn(skippedMessage, skippedCount));
      return { rows, replaced, rehomed };
    },
  };
}
