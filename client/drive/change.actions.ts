/**
 * What a person changes: new folder, rename, move, copy, trash, restore, delete, download. Call first, then state; every task is followed to its end.
 */

import type { DriveRow } from '#shared/drive/rows.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { DriveApi } from './drive.api.ts';
import type { DriveState } from './drive.state.ts';
import type { ListingActions } from './listing.actions.ts';
import type { DrivePage } from './page-port.ts';
import { keptIn } from './selection.ts';
import type { ToastActions } from './toast.actions.ts';

/** Between two questions about a task: quick at first, then patient. */
const POLL_MS = [150, 300, 600, 1_000, 2_000] as const;
/** After this the person is told that it goes on. */
const TELL_AFTER_MS = 5_000;
/** Between two downloads of one press: browsers drop what starts at the same moment. */
const DOWNLOAD_GAP_MS = 800;

export interface Destination {
  readonly id: string;
  readonly name: string;
}

export interface ChangeActions {
  /** These two throw what the server said: the dialog shows it beside the field. */
  createFolder(name: string): Promise<void>;
  rename(row: DriveRow, name: string): Promise<void>;
  move(rows: readonly DriveRow[], to: Destination): Promise<void>;
  copy(rows: readonly DriveRow[], to: Destination): Promise<void>;
  trash(rows: readonly DriveRow[]): Promise<void>;
  restore(rows: readonly DriveRow[]): Promise<void>;
  remove(rows: readonly DriveRow[]): Promise<void>;
  emptyTrash(): Promise<void>;
  download(rows: readonly DriveRow[]): Promise<void>;
  /** Something changed on the server: list and storage are asked for again. */
  refreshAll(): Promise<void>;
}

export interface ChangeDeps {
  readonly state: DriveState;
  readonly api: DriveApi;
  readonly page: DrivePage;
  readonly words: () => Translator;
  readonly listing: ListingActions;
  readonly toasts: ToastActions;
}

export function makeChangeActions({ state, api, page, words, listing, toasts }: ChangeDeps): ChangeActions {
  async function refreshAll(): Promise<void> {
    listing.forget();
    const storage = api.storage().then(
      (found) => {
        state.storage.value = found;
      },
      // The meter keeps its last number; the next change asks again.
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

  function takeAway(ids: readonly string[]): void {
    const gone = new Set(ids);
    state.rows.value = state.rows.value.filter((row) => !gone.has(row.id));
    state.selection.value = keptIn(
      state.selection.value,
      state.rows.value.map((row) => row.id),
    );
  }

  /** @throws Error when the task failed, with its own words where it has some */
  async function follow(taskId: string): Promise<void> {
    const startedMs = page.nowMs();
    let isTold = false;
    for (let asked = 0; ; asked += 1) {
      const task = await api.task(taskId);
      if (task.phase === 'PHASE_TYPE_COMPLETE') return;
      if (task.phase === 'PHASE_TYPE_ERROR') throw new TaskFailed(task.message || words().t('drive.failed.action'));
      if (!isTold && page.nowMs() - startedMs > TELL_AFTER_MS) {
        isTold = true;
        toasts.say(words().t('drive.working'));
      }
      await page.wait(POLL_MS[Math.min(asked, POLL_MS.length - 1)] ?? 0);
    }
  }

  /** One batch from its start to its end. @returns whether it was done */
  async function batchOf(
    rows: readonly DriveRow[],
    start: (ids: string[]) => Promise<string>,
    leaves: boolean,
  ): Promise<boolean> {
    const ids = rows.map((row) => row.id);
    setBusy(ids, true);
    let isDone = false;
    try {
      const taskId = await start(ids);
      if (leaves) {
        takeAway(ids);
        page.focusHeading();
      }
      await follow(taskId);
      isDone = true;
    } catch (error) {
      if (error instanceof TaskFailed) toasts.say(error.message);
      else toasts.sayFailure(error);
    } finally {
      setBusy(ids, false);
    }
    if (state.status.value !== 'ended') await refreshAll();
    return isDone;
  }

  async function restore(rows: readonly DriveRow[]): Promise<void> {
    if (await batchOf(rows, api.untrash, state.place.value === 'trash'))
      toasts.say(words().tn('drive.restored', rows.length));
  }

  return {
    refreshAll,
    restore,
    async createFolder(name) {
      const made = await api.createFolder(state.folderId.value, name);
      await refreshAll();
      if (made) {
        page.focusRow(made.id);
        toasts.say(words().t('drive.folder.made', { name: made.name }));
      }
    },
    async rename(row, name) {
      const renamed = await api.rename(row.id, name);
      state.rows.value = state.rows.value.map((one) => (one.id === row.id ? renamed : one));
      toasts.say(words().t('drive.rename.done', { name: renamed.name }));
      await refreshAll();
    },
    async move(rows, to) {
      if (await batchOf(rows, (ids) => api.move(ids, to.id), true))
        toasts.say(words().tn('drive.moved', rows.length, { name: to.name }));
    },
    async copy(rows, to) {
      if (await batchOf(rows, (ids) => api.copy(ids, to.id), false))
        toasts.say(words().tn('drive.copied', rows.length, { name: to.name }));
    },
    async trash(rows) {
      if (!(await batchOf(rows, api.trash, true))) return;
      toasts.say(words().tn('drive.trashed', rows.length), {
        label: words().t('drive.undo'),
        run: () => void restore(rows),
      });
    },
    async remove(rows) {
      if (await batchOf(rows, api.remove, true)) toasts.say(words().tn('drive.deleted', rows.length));
    },
    async emptyTrash() {
      if (await batchOf(state.rows.value, () => api.emptyTrash(), true)) toasts.say(words().t('drive.emptied'));
    },
    async download(rows) {
      try {
        for (const [index, row] of rows.entries()) {
          const file = await api.detail(row.id);
          if (index > 0) await page.wait(DOWNLOAD_GAP_MS);
          page.download(file.web_content_link);
        }
      } catch (error) {
        toasts.sayFailure(error);
      }
    },
  };
}

/** A task that ended badly, in the server's words. */
class TaskFailed extends Error {}
