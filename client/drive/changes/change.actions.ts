/** Changes of files and folders: create, rename, move, copy, trash, restore, delete, star, download. */
import type { DriveRow } from '#shared/drive/rows.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { ArchiveFolder, ArchiveReading, ExtractChoice } from '../archive/archive-folder.ts';
import type { BrowserApi } from '../browser-api.ts';
import type { Destination } from '../conflicts/conflict.rules.ts';
import type { DriveApi } from '../drive.api.ts';
import type { DriveState } from '../drive.state.ts';
import type { ListingActions } from '../listing/listing.actions.ts';
import { showCollected } from '../live/collected.ts';
import type { ToastActions } from '../toasts/toast.actions.ts';
import { makeArchiveActions } from './archive.actions.ts';
import type { ArchiveApi } from './archive.api.ts';
import { BATCH_IDS, makeBatches } from './batches.ts';
import { keepBoth, makeChangeRunner, portionsOf } from './change-runner.ts';
import type { ConflictActions } from './conflict.actions.ts';
import { makeReversibleActions, type ReversibleActions } from './reversible.actions.ts';
import type { UndoActions } from './undo.actions.ts';
import { makeUndoSteps } from './undo-steps.ts';

/** Pause between two downloads of one action: browsers drop downloads that start at the same moment. */
const DOWNLOAD_GAP_MS = 800;

export interface ChangeActions extends ReversibleActions {
  /** Creates a folder in the open folder. @throws ApiError: the dialog shows it beside the field */
  createFolder(name: string): Promise<void>;
  /** Creates a folder in any folder. @returns null where the server returns no folder. @throws ApiError */
  createFolderIn(parentId: string, name: string): Promise<DriveRow | null>;
  copy(rows: readonly DriveRow[], to: Destination): Promise<void>;
  /** Deletes forever. */
  remove(rows: readonly DriveRow[]): Promise<void>;
  emptyTrash(): Promise<void>;
  download(rows: readonly DriveRow[]): Promise<void>;
  /** Extracts an archive into a new folder in another; asks for its password where it has one. */
  extract(row: DriveRow, to: Destination, choice: ExtractChoice): Promise<void>;
  /** Lists a folder inside an archive. @throws ApiError */
  listArchive(id: string, path: string, reading: ArchiveReading): Promise<ArchiveFolder>;
  /** Makes a zip file of a folder, beside it. */
  pack(row: DriveRow): Promise<void>;
  /** Downloads one zip file. @param ids  none: everything in the drive */
  zip(ids: readonly string[]): Promise<void>;
  /** Sets a mark of the rows. @param shown.isGone  they leave the open list @param shown.message  with their number, once it is set */
  mark(
    rows: readonly DriveRow[],
    set: (ids: readonly string[]) => Promise<string>,
    shown?: { readonly isGone?: boolean; readonly message?: 'drive.star.given' | 'drive.star.taken' },
  ): Promise<void>;
  /** Reads list and storage again. */
  refreshAll(): Promise<void>;
  /** Shows a message of the server that is about the drive. */
  announce(message: Readonly<Record<string, unknown>>): Promise<void>;
}

export { makeArchiveApi } from './archive.api.ts';

export interface ChangeDeps {
  readonly state: DriveState;
  readonly api: DriveApi;
  readonly archiveApi: ArchiveApi;
  readonly browser: BrowserApi;
  readonly translator: () => Translator;
  readonly listing: ListingActions;
  readonly toasts: ToastActions;
  readonly undo: UndoActions;
  readonly conflicts: ConflictActions;
}

export function makeChangeActions(deps: ChangeDeps): ChangeActions {
  const { state, api, archiveApi, browser, translator, listing, toasts, conflicts } = deps;
  const batches = makeBatches(deps);
  const runner = makeChangeRunner({ ...deps, batches });
  const steps = makeUndoSteps({ ...deps, runner, batches });
  const { refreshAll } = runner;

  async function copy(rows: readonly DriveRow[], to: Destination): Promise<void> {
    const portions = await portionsOf(conflicts, 'copy', rows, to);
    if (!portions) return;
    const copied = await runner.run(portions, (ids, conflict) => api.copy(ids, to.id, conflict), false, {
      again: () => void copy(rows, to),
    });
    if (copied.rows.length > 0) toasts.show(translator().tn('drive.copied', copied.rows.length, { name: to.name }));
  }

  async function zip(ids: readonly string[]): Promise<void> {
    try {
      const { url, name } = await archiveApi.zip(ids);
      browser.download(url);
      toasts.show(translator().t('drive.zip.started', { name }));
    } catch (error) {
      const chosen = new Set(ids);
      const rows = state.rows.value.filter(({ id }) => chosen.has(id));
      await runner.reportFailure(error, rows, () => void zip(ids));
    }
  }

  return {
    ...makeReversibleActions({ ...deps, runner, batches, steps }),
    refreshAll,
    async announce(message) {
      if (message['kind'] === 'drive#collected') showCollected(message, toasts, browser, translator());
    },
    copy,
    async createFolder(name) {
      const folder = await api
        .createFolder(state.folderId.value, name)
        .catch((error: unknown) => runner.reportGone(error, []));
      await refreshAll();
      if (folder) {
        browser.focusRow(folder.id);
        toasts.show(translator().t('drive.folder.made', { name: folder.name }));
      }
    },
    async createFolderIn(parentId, name) {
      const folder = await api.createFolder(parentId, name);
      if (state.place.value === 'all' && state.folderId.value === parentId) await refreshAll();
      else listing.clearCache();
      return folder;
    },
    async mark(rows, set, { isGone = false, message } = {}) {
      const { length } = (await runner.run(keepBoth(rows), set, isGone)).rows;
      if (length > 0 && message) toasts.show(translator().tn(message, length));
    },
    async remove(rows) {
      const { length } = (await runner.run(keepBoth(rows), api.remove, true, { skippedMessage: 'drive.left-changed' }))
        .rows;
      if (length > 0) toasts.show(translator().tn('drive.deleted', length));
    },
    async emptyTrash() {
      const rows = state.rows.value.slice(0, BATCH_IDS);
      const { length } = (await runner.run(keepBoth(rows), () => api.emptyTrash(), true)).rows;
      if (length > 0) toasts.show(translator().t('drive.emptied'));
    },
    zip,
    ...makeArchiveActions({ ...deps, runner }),
    async download(rows) {
      try {
        for (const [index, row] of rows.entries()) {
          const file = await api.detail(row.id);
          if (index > 0) await browser.wait(DOWNLOAD_GAP_MS);
          browser.download(file.web_content_link);
          void api.recordEvent('TYPE_DOWNLOAD', row.id).catch(() => undefined);
        }
      } catch (error) {
        await runner.reportFailure(error, rows);
      }
    },
  };
}
