/**
 * What a person changes: new folder, rename, move, copy, trash, restore, delete, download. Call first, then state; every task is followed to its end.
 */

import type { ConflictChoice } from '#shared/drive/conflict.ts';
import type { NewName } from '#shared/drive/rename-pattern.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { DrivePage } from '../browser-api.ts';
import type { DriveApi } from '../drive.api.ts';
import type { DriveState } from '../drive.state.ts';
import type { ListingActions } from '../listing/listing.actions.ts';
import { keptIn } from '../selection/selection.rules.ts';
import { BATCH_IDS, batchesOf, makeBatches } from './batches.ts';
import type { ConflictActions } from './conflict.actions.ts';
import type { Destination, Portion } from './conflict.rules.ts';
import { restoredWords } from './restored-label.ts';
import { isGone, type ToastActions } from './toast.actions.ts';
import { isLost, type UndoActions } from './undo.actions.ts';

/** Between two downloads of one press: browsers drop what starts at the same moment. */
const DOWNLOAD_GAP_MS = 800;

export interface ChangeActions {
  /** These four throw what the server said: the dialog shows it beside the field. */
  createFolder(name: string): Promise<void>;
  /** In any folder, wherever somebody is. @returns null where the server tells nothing of it */
  createFolderIn(parentId: string, name: string): Promise<DriveRow | null>;
  rename(row: DriveRow, name: string): Promise<void>;
  /** All or none; what keeps its name is left out. */
  renameMany(names: readonly NewName[]): Promise<void>;
  move(rows: readonly DriveRow[], to: Destination): Promise<void>;
  copy(rows: readonly DriveRow[], to: Destination): Promise<void>;
  trash(rows: readonly DriveRow[]): Promise<void>;
  restore(rows: readonly DriveRow[]): Promise<void>;
  remove(rows: readonly DriveRow[]): Promise<void>;
  emptyTrash(): Promise<void>;
  download(rows: readonly DriveRow[]): Promise<void>;
  star(rows: readonly DriveRow[], starred: boolean): Promise<void>;
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
  readonly undo: UndoActions;
  readonly conflicts: ConflictActions;
}

/** What became of a batch. */
interface Done {
  readonly rows: readonly DriveRow[];
  /** Ids of what had their names, now in the trash. */
  readonly replaced: readonly string[];
}

/** What a batch says beside its news, and offers where it failed. */
interface PortionWords {
  readonly again?: () => void;
  /** Of what the task left out. */
  readonly leftWord?: 'drive.left-out' | 'drive.left-changed';
}

const everything = (rows: readonly DriveRow[]): readonly Portion[] => [{ rows, conflict: 'keep_both' }];

export function makeChangeActions({
  state,
  api,
  page,
  words,
  listing,
  toasts,
  undo,
  conflicts,
}: ChangeDeps): ChangeActions {
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

  /** For dialogs that tell failures themselves: none of theirs is what is gone. @throws the error, unless it was told */
  async function lost(error: unknown, rows: readonly DriveRow[]): Promise<null> {
    if (!isGone(error)) throw error;
    await fail(error, rows);
    return null;
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

  /** Rows that leave: the keys go on at the one that takes the place of the one they stood on. */
  function giveUp(ids: readonly string[]): void {
    const gone = new Set(ids);
    const { focus } = page.spot();
    const before = state.rows.value;
    const at = before.findIndex(({ id }) => id === focus);
    const stays = (row: DriveRow) => !gone.has(row.id);
    const next = before.slice(at + 1).find(stays) ?? before.slice(0, Math.max(0, at)).findLast(stays);
    takeAway(ids);
    if (gone.has(focus) && next) page.focusRow(next.id);
    // Who has gone on to another thing meanwhile is left there.
    else if (focus === '' || gone.has(focus)) page.focusHeading();
  }

  const { follow, inBatches, giveNames } = makeBatches({ api, page, words, toasts });

  /** Tells what went wrong. Of what is gone the list is asked first. */
  async function fail(error: unknown, rows: readonly DriveRow[], again?: () => void): Promise<void> {
    if (isGone(error)) await refreshAll();
    toasts.sayFailure(error, { rows, ...(again ? { again } : {}) });
  }

  /** Portions of one batch from their start to their end. @returns what was done of it; no rows: nothing */
  async function portionsOf(
    portions: readonly Portion[],
    start: (ids: string[], conflict: ConflictChoice) => Promise<string>,
    leaves: boolean,
    { again, leftWord = 'drive.left-out' }: PortionWords = {},
  ): Promise<Done> {
    const all = portions.flatMap(({ rows }) => rows);
    const [rows, replaced]: [DriveRow[], string[]] = [[], []];
    let left = 0;
    if (all.length === 0) return { rows, replaced };
    const busy = all.map(({ id }) => id);
    setBusy(busy, true);
    try {
      for (const portion of portions) {
        for (const batch of batchesOf(portion.rows)) {
          const ids = batch.map(({ id }) => id);
          const taskId = await start(ids, portion.conflict);
          if (leaves) giveUp(ids);
          const outcome = await follow(taskId);
          const skipped = new Set(outcome.skipped);
          replaced.push(...outcome.replaced);
          rows.push(...batch.filter(({ id }) => !skipped.has(id)));
          left += skipped.size;
        }
      }
    } catch (error) {
      await fail(error, all, again);
    } finally {
      setBusy(busy, false);
    }
    if (state.status.value !== 'ended') await refreshAll();
    if (left > 0) toasts.say(words().tn(leftWord, left));
    return { rows, replaced };
  }

  /** @returns those it was done to */
  async function batchOf(
    rows: readonly DriveRow[],
    start: (ids: string[]) => Promise<string>,
    leaves: boolean,
    said?: PortionWords,
  ): Promise<readonly DriveRow[]> {
    return (await portionsOf(everything(rows), start, leaves, said)).rows;
  }

  /** What a person chose about names that are taken; null: nothing is to be done. */
  function planOf(
    way: Parameters<ConflictActions['ofRows']>[0],
    rows: readonly DriveRow[],
    to: Destination | null,
  ): Promise<readonly Portion[] | null> {
    return conflicts.ofRows(way, rows, to).catch(() => everything(rows));
  }

  /** What was replaced comes out of the trash, its name being free again. */
  async function bringBack(replaced: readonly string[]): Promise<void> {
    await inBatches(replaced, (ids) => api.untrash(ids));
  }

  /** Takes a change back: the tasks one after the other, then what is shown. @throws what a call or a task threw */
  async function takeBack(rows: readonly DriveRow[], work: () => Promise<string>): Promise<string> {
    const ids = new Set(rows.map((row) => row.id));
    setBusy([...ids], true);
    try {
      return await work();
    } finally {
      setBusy([...ids], false);
      await refreshAll();
      // The button that was pressed is gone.
      const shown = state.rows.value.find((row) => ids.has(row.id));
      if (shown) {
        state.at.value = shown.id;
        page.focusRow(shown.id);
      } else page.focusHeading();
    }
  }

  /** Each to the folder it came from. @throws what failed, when nothing could be moved */
  async function moveBack({ rows, replaced }: Done): Promise<string> {
    let moved = 0;
    const problems: unknown[] = [];
    const groups = new Map<string, string[]>();
    for (const { id, parentId } of rows) {
      const group = groups.get(parentId);
      if (group) group.push(id);
      else groups.set(parentId, [id]);
    }
    for (const [parentId, ids] of groups) {
      try {
        const { skipped } = await inBatches(ids, (batch) => api.move(batch, parentId));
        moved += ids.length - skipped.length;
      } catch (error) {
        problems.push(error);
      }
    }
    if (moved === 0 && problems.length > 0) throw problems[0];
    await bringBack(replaced);
    if (moved < rows.length) return words().tn('drive.undo.part', moved, { total: rows.length });
    const named = rows.filter((row) => row.phase === 'PHASE_TYPE_COMPLETE');
    try {
      // A name that was taken in the other folder got a number there.
      await inBatches(named, (batch) => api.renameMany(batch.map(({ id, name }) => ({ id, name }))));
    } catch (error) {
      // Taken here by now: everything is back, with names that are free.
      if (!isLost(error)) throw error;
    }
    return words().t('drive.undo.done');
  }

  async function restore(rows: readonly DriveRow[]): Promise<void> {
    const plan = await planOf('restore', rows, null);
    if (!plan) return;
    const done = await portionsOf(plan, api.untrash, state.place.value === 'trash', {
      again: () => void restore(rows),
    });
    if (done.rows.length === 0) return;
    const text = restoredWords(words(), done.rows);
    if (done.replaced.length === 0) toasts.say(text);
    else
      undo.offer(text, {
        run: () =>
          takeBack(done.rows, async () => {
            await inBatches(done.rows, (batch) => api.trash(batch.map(({ id }) => id)));
            await bringBack(done.replaced);
            return words().t('drive.undo.done');
          }),
      });
  }

  function rename(row: DriveRow, name: string): Promise<void> {
    return undo.during(async (offer) => {
      const renamed = await api.rename(row.id, name).catch((error: unknown) => lost(error, [row]));
      if (!renamed) return;
      state.rows.value = state.rows.value.map((one) => (one.id === row.id ? renamed : one));
      offer(words().t('drive.rename.done', { name: renamed.name }), {
        run: () =>
          takeBack([row], async () => {
            await api.rename(row.id, row.name);
            return words().t('drive.undo.done');
          }),
      });
      await refreshAll();
    });
  }

  async function renameMany(names: readonly NewName[]): Promise<void> {
    const changed = names.filter(({ from, to }) => from !== to);
    if (changed.length === 0) return;
    const ids = new Set(changed.map(({ id }) => id));
    const rows = state.rows.value.filter((row) => ids.has(row.id));
    await undo.during(async (offer) => {
      await giveNames(changed);
      offer(words().tn('drive.many.done', changed.length), {
        run: () =>
          takeBack(rows, async () => {
            await giveNames(changed.map(({ from, to, ...name }) => ({ ...name, from: to, to: from })));
            return words().t('drive.undo.done');
          }),
      });
      await refreshAll();
    });
  }

  async function move(rows: readonly DriveRow[], to: Destination): Promise<void> {
    const plan = await planOf('move', rows, to);
    if (!plan) return;
    await undo.during(async (offer) => {
      const done = await portionsOf(plan, (ids, conflict) => api.move(ids, to.id, conflict), true);
      if (done.rows.length === 0) return;
      offer(words().tn('drive.moved', done.rows.length, { name: to.name }), {
        run: () => takeBack(done.rows, () => moveBack(done)),
      });
    });
  }

  function trash(rows: readonly DriveRow[]): Promise<void> {
    return undo.during(async (offer) => {
      const done = await batchOf(rows, api.trash, true);
      if (done.length === 0) return;
      offer(words().tn('drive.trashed', done.length), {
        run: () =>
          takeBack(done, async () => {
            const { skipped } = await inBatches(done, (batch) => api.untrash(batch.map(({ id }) => id)));
            return words().tn('drive.restored', done.length - skipped.length);
          }),
      });
    });
  }

  async function copy(rows: readonly DriveRow[], to: Destination): Promise<void> {
    const plan = await planOf('copy', rows, to);
    if (!plan) return;
    const start = (ids: string[], conflict: ConflictChoice) => api.copy(ids, to.id, conflict);
    const done = await portionsOf(plan, start, false, { again: () => void copy(rows, to) });
    if (done.rows.length > 0) toasts.say(words().tn('drive.copied', done.rows.length, { name: to.name }));
  }

  return {
    refreshAll,
    restore,
    copy,
    rename,
    renameMany,
    move,
    trash,
    async createFolder(name) {
      const made = await api.createFolder(state.folderId.value, name).catch((error: unknown) => lost(error, []));
      await refreshAll();
      if (made) {
        page.focusRow(made.id);
        toasts.say(words().t('drive.folder.made', { name: made.name }));
      }
    },
    async createFolderIn(parentId, name) {
      const made = await api.createFolder(parentId, name);
      if (state.place.value === 'all' && state.folderId.value === parentId) await refreshAll();
      else listing.forget();
      return made;
    },
    async star(rows, starred) {
      const leaves = !starred && state.place.value === 'starred';
      const { length } = await batchOf(rows, (ids) => api.star(ids, starred), leaves);
      if (length > 0) toasts.say(words().tn(starred ? 'drive.star.given' : 'drive.star.taken', length));
    },
    async remove(rows) {
      const { length } = await batchOf(rows, api.remove, true, { leftWord: 'drive.left-changed' });
      if (length > 0) toasts.say(words().tn('drive.deleted', length));
    },
    async emptyTrash() {
      const { length } = await batchOf(state.rows.value.slice(0, BATCH_IDS), () => api.emptyTrash(), true);
      if (length > 0) toasts.say(words().t('drive.emptied'));
    },
    async download(rows) {
      try {
        for (const [index, row] of rows.entries()) {
          const file = await api.detail(row.id);
          if (index > 0) await page.wait(DOWNLOAD_GAP_MS);
          page.download(file.web_content_link);
          void api.note('TYPE_DOWNLOAD', row.id).catch(() => undefined);
        }
      } catch (error) {
        await fail(error, rows);
      }
    },
  };
}
